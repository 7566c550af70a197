/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The labels of the web. */
class WebLabelsTest {
  /** Legacy charsets of the standard that the JDK does not have. */
  private static final Set<String> NOT_IN_THE_JDK = Set.of("ISO-8859-10", "ISO-8859-14");

  /** Of these Node's {@code TextDecoder} knows nothing. */
  private static final Set<String> NOT_IN_NODE =
      Set.of("replacement", "x-user-defined", "ISO-8859-16");

  private static Set<String> names() {
    Set<String> names = new HashSet<>();
    WebLabels.all().values().forEach(meaning -> names.add(meaning.name()));
    return names;
  }

  @Test
  void areAllOfTheStandard() {
    assertThat(WebLabels.all()).hasSize(228);
    assertThat(names()).hasSize(40);
    for (String label : WebLabels.all().keySet()) {
      assertThat(label).isEqualTo(label.toLowerCase(Locale.ROOT)).matches("[!-~]+");
    }
    for (WebLabels.Meaning meaning : WebLabels.all().values()) {
      assertThat(WebLabels.find(meaning.name())).as(meaning.name()).isEqualTo(meaning);
    }
  }

  @Test
  void meanWhatBrowsersDo() {
    Map.of(
            "iso-8859-1", "windows-1252",
            "US-ASCII", "windows-1252",
            "\tshift_jis\n", "windows-31j",
            "gb2312", "GB18030",
            "iso-8859-9", "windows-1254",
            "tis-620", "x-windows-874",
            "iso-2022-kr", "replacement",
            "iso-8859-8-i", "ISO-8859-8",
            "big5", "Big5-HKSCS",
            "ks_c_5601-1987", "x-windows-949")
        .forEach((label, known) -> assertThat(known(label)).as(label).isEqualTo(known));
    for (String wrong : List.of("", "utf", "utf-32", "\u00A0utf-8", "\u212Aoi8-r", "koi8 r")) {
      assertThat(WebLabels.find(wrong)).as(wrong).isNull();
    }
  }

  private static @Nullable String known(String label) {
    WebLabels.Meaning meaning = WebLabels.find(label);
    return meaning == null ? null : meaning.known();
  }

  /** Each is an encoding, but those of charsets that the JDK does not have. */
  @Test
  void areEncodings() {
    WebLabels.all()
        .forEach(
            (label, meaning) -> {
              Encoding encoding = EncodingNames.find(meaning.known());
              if (NOT_IN_THE_JDK.contains(meaning.name())) {
                assertThat(encoding).as(label).isNull();
              } else {
                assertThat(TextEncoding.forWebLabel(label)).as(label).isSameAs(encoding);
                assertThat(encoding)
                    .as(label)
                    .extracting(Encoding::name)
                    .isEqualTo(meaning.known());
              }
            });
  }

  @Test
  void ofUnicodeAndTheWebsOwnAreEncodings() {
    assertThat(TextEncoding.forWebLabel("ucs-2")).isSameAs(TextEncoding.UTF_16LE);
    assertThat(TextEncoding.forWebLabel("X-USER-DEFINED").name()).isEqualTo("x-user-defined");
    assertThat(TextEncoding.forWebLabel("hz-gb-2312").name()).isEqualTo("replacement");
  }

  @Test
  void anUnknownLabelIsToldWithThoseLikeIt() {
    assertUnknown("latin-11", "did you mean latin1 or ", "228");
    assertUnknown("windows-1260", "did you mean windows-1250 or ");
    assertUnknown("shiftjis", "did you mean shift-jis or shift_jis");
    assertUnknown("klingon", "\"klingon\" is no label of an encoding. There are 228");
    assertUnknown("x".repeat(1 << 20), "\"xxxx");
    assertUnknown("iso-8859-10", "ISO-8859-10, which this JVM does not have");
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
    List<String> labels = List.copyOf(new TreeSet<>(WebLabels.all().keySet()));
    List<String> node = namesByNode(labels);
    assumeThat(node).as("no node on the path, so its labels are not compared").isNotEmpty();
    assertThat(node).hasSameSizeAs(labels);
    for (int i = 0; i < labels.size(); i++) {
      String name = WebLabels.named(labels.get(i)).name();
      String expected = NOT_IN_NODE.contains(name) ? "none" : name.toLowerCase(Locale.ROOT);
      assertThat(node.get(i)).as(labels.get(i)).isIn(expected, "none");
    }
    assertThat(node.stream().filter("none"::equals).count()).isLessThan(20);
  }

  private static List<String> namesByNode(List<String> labels)
      throws IOException, InterruptedException {
    String script =
        "process.argv.slice(1).forEach(l => { let n = 'none';"
            + " try { n = new TextDecoder(l).encoding } catch (e) {} console.log(n) })";
    List<String> command = new ArrayList<>(List.of("node", "-e", script, "--"));
    command.addAll(labels);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException noNode) {
      return List.of();
    }
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return out.lines().toList();
  }
}
