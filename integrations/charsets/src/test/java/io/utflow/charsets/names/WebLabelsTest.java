/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.EncodingNames;
import io.utflow.codec.testing.Node;
import java.io.IOException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The labels of the web. */
class WebLabelsTest {
  /** Of these Node's {@code TextDecoder} knows nothing. */
  private static final Set<String> NOT_IN_NODE =
      Set.of("replacement", "x-user-defined", "ISO-8859-16");

  private static final List<String> SINGLE_BYTES =
      List.of(
          ("ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8"
                  + " iso-8859-8-i iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16"
                  + " koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252"
                  + " windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258"
                  + " x-mac-cyrillic")
              .split(" "));

  /** Bytes that Node 20 has not as the indexes of the standard: ICU's tables, and a shortcut. */
  private static final Map<String, String> NODES_OWN =
      Map.of(
          "ibm866", "1A 1C 7F",
          "koi8-u", "AE BE",
          "windows-874", "DB DC DD DE FC FD FE FF",
          "windows-1252",
              "80 82 83 84 85 86 87 88 89 8A 8B 8C 8E 91 92 93 94 95 96 97 98 99 9A 9B 9C 9E 9F FF",
          "windows-1253", "AA",
          "windows-1255", "CA");

  private static Set<String> names() {
    Set<String> names = new HashSet<>();
    WebLabelNames.ALL.values().forEach(meaning -> names.add(meaning.name()));
    return names;
  }

  @Test
  void areAllOfTheStandard() {
    assertThat(WebLabelNames.ALL).hasSize(228);
    assertThat(names()).hasSize(40);
    for (String label : WebLabelNames.ALL.keySet()) {
      assertThat(label).isEqualTo(label.toLowerCase(Locale.ROOT)).matches("[!-~]+");
    }
    for (WebLabels.Meaning meaning : WebLabelNames.ALL.values()) {
      assertThat(meaning(meaning.name())).as(meaning.name()).isEqualTo(meaning);
    }
  }

  @Test
  void meanWhatBrowsersDo() {
    Map.of(
            "iso-8859-1", "web-windows-1252",
            "US-ASCII", "web-windows-1252",
            "\tshift_jis\n", "web-Shift_JIS",
            "gb2312", "web-GBK",
            "iso-8859-9", "web-windows-1254",
            "tis-620", "web-windows-874",
            "iso-2022-kr", "replacement",
            "iso-8859-8-i", "web-ISO-8859-8-I",
            "big5", "web-Big5",
            "ks_c_5601-1987", "web-EUC-KR")
        .forEach((label, known) -> assertThat(known(label)).as(label).isEqualTo(known));
    for (String wrong : List.of("", "utf", "utf-32", "\u00A0utf-8", "\u212Aoi8-r", "koi8 r")) {
      assertThatExceptionOfType(UnsupportedCharsetException.class)
          .as(wrong)
          .isThrownBy(() -> TextEncoding.forWebLabel(wrong));
    }
  }

  private static String known(String label) {
    return TextEncoding.forWebLabel(label).toString();
  }

  private static WebLabels.@Nullable Meaning meaning(String name) {
    return WebLabelNames.ALL.get(name.toLowerCase(Locale.ROOT));
  }

  @Test
  void areEncodings() {
    WebLabelNames.ALL.forEach(
        (label, meaning) -> {
          Encoding encoding = EncodingNames.find(meaning.known());
          assertThat(TextEncoding.forWebLabel(label)).as(label).isSameAs(encoding);
          assertThat(encoding).as(label).hasToString(meaning.known());
        });
  }

  /** What a peer is told is what its browser reads the same encoding by. */
  @Test
  void nameEncodingsByLabelsThatLeadToTheSame() {
    for (String label : WebLabelNames.ALL.keySet()) {
      TextEncoding encoding = TextEncoding.forWebLabel(label);
      String name = encoding.nameForPeers();
      assertThat(name).as(label).isEqualTo(WebLabelNames.ALL.get(label).name());
      assertThat(meaning(name)).as("%s: %s", label, name).isNotNull();
      assertThat(TextEncoding.forWebLabel(name)).as("%s: %s", label, name).isSameAs(encoding);
      assertThat(TextEncoding.ofContentType("text/plain; charset=" + name)).hasValue(encoding);
    }
    assertThat(TextEncoding.forWebLabel("mac").nameForPeers()).isEqualTo("macintosh");
    assertThat(TextEncoding.forWebLabel("logical").nameForPeers()).isEqualTo("ISO-8859-8-I");
    assertThat(TextEncoding.forWebLabel("visual").name()).isEqualTo("ISO-8859-8");
    assertThat(TextEncoding.forName("x-MacRoman").name()).isEqualTo("x-MacRoman");
  }

  @Test
  void ofUnicodeAndTheWebsOwnAreEncodings() {
    assertThat(TextEncoding.forWebLabel("ucs-2")).isSameAs(TextEncoding.UTF_16LE);
    assertThat(TextEncoding.forWebLabel("X-USER-DEFINED").name()).isEqualTo("x-user-defined");
    assertThat(TextEncoding.forWebLabel("hz-gb-2312").name()).isEqualTo("replacement");
  }

  @Test
  void anUnknownLabelIsToldWithThoseLikeIt() {
    assertUnknown("latin-1", "did you mean latin1?", "228");
    assertUnknown("windwos-1250", "did you mean windows-1250?");
    assertUnknown("windows-1260", "is no label of an encoding. There are 228");
    assertUnknown("shiftjis", "did you mean shift-jis or shift_jis");
    assertUnknown("klingon", "\"klingon\" is no label of an encoding. There are 228");
    assertUnknown("x".repeat(1 << 20), "\"xxxx");
  }

  /** What a peer calls its encoding stands in logs. */
  @Test
  void theMessageOfAnUnknownLabelIsOneLine() {
    assertUnknown("kling\non\u001b[2J\u2028", "\"kling\\u000Aon\\u001B[2J\\u2028\"");
  }

  /** A peer chooses the label. In time of its square this would take an hour. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whiteSpaceInsideALongLabelIsReadOnce() {
    assertUnknown("utf" + " ".repeat(1 << 20) + "8", "\"utf   ");
    assertThat(TextEncoding.forWebLabel(" ".repeat(1 << 20) + "utf-8\f\t\r\n"))
        .isSameAs(TextEncoding.UTF_8);
  }

  private static void assertUnknown(String label, String... parts) {
    assertThatExceptionOfType(UnsupportedCharsetException.class)
        .isThrownBy(() -> TextEncoding.forWebLabel(label))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).hasSizeLessThan(300))
        .satisfies(e -> assertThat(e.getCharsetName()).isEqualTo(label));
  }

  /** Only where Node is on the path: another implementation of the same standard. */
  @Test
  void areThoseOfNode() throws IOException, InterruptedException {
    List<String> labels = List.copyOf(new TreeSet<>(WebLabelNames.ALL.keySet()));
    List<String> node = namesByNode(labels);
    assumeFalse(node.isEmpty(), "no node on the path, so its labels are not compared");
    assertThat(node).hasSameSizeAs(labels);
    for (int i = 0; i < labels.size(); i++) {
      String name = WebLabelNames.ALL.get(labels.get(i)).name();
      String expected = NOT_IN_NODE.contains(name) ? "none" : name.toLowerCase(Locale.ROOT);
      assertThat(node.get(i)).as(labels.get(i)).isIn(expected, "none");
    }
    assertThat(node.stream().filter("none"::equals).count()).isLessThan(20);
  }

  private static List<String> namesByNode(List<String> labels)
      throws IOException, InterruptedException {
    return Node.decoders("d.encoding", labels);
  }

  /** The characters of all bytes, but where Node is not as the standard's indexes are. */
  @Test
  void singleBytesAreThoseOfNode() throws IOException, InterruptedException {
    List<String> node =
        Node.decoders(
            "Array.from({length: 256}, (x, i) =>"
                + " (d.decode(new Uint8Array([i])) + ' ').charCodeAt(0).toString(16)).join(' ')",
            SINGLE_BYTES);
    assumeFalse(node.isEmpty(), "no node on the path");
    assertThat(node).hasSameSizeAs(SINGLE_BYTES).filteredOn("none"::equals).hasSizeLessThan(4);
    for (int i = 0; i < SINGLE_BYTES.size(); i++) {
      String label = SINGLE_BYTES.get(i);
      String[] characters = node.get(i).split(" ");
      for (int b = 0; b < characters.length && characters.length == 256; b++) {
        String ours = DecoderSpec.of(TextEncoding.forWebLabel(label)).decode(new byte[] {(byte) b});
        if (!NODES_OWN.getOrDefault(label, "").contains("%02X".formatted(b))) {
          assertThat(Integer.toHexString(ours.charAt(0)))
              .as("%s %02X", label, b)
              .isEqualTo(characters[b]);
        }
      }
    }
  }
}
