/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import java.io.ByteArrayOutputStream;
import java.net.IDN;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/recipes.md says of streams that name their encodings, at every cut. */
class SwitchRecipesTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private static final Pattern XML_ENCODING = Pattern.compile("encoding\\s*=\\s*[\"']([^\"']+)");
  private static final String CONTENT_TYPE = "content-type:";

  private static TextEncoding named(String name) {
    return name.equals("x-western") ? FormEncodings.WESTERN : TextEncoding.forName(name);
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** The declaration is read up to its end, and the rest in the encoding that it names. */
  private static String xml(List<byte[]> inputs) {
    ByteStage<String> stage =
        Stages.records(
            Detection.unmarkedElse(UTF_8.bom(BomPolicy.SNIFF)),
            RecordSpec.delimitedBy(">").maxChars(1000));
    StringBuilder text = new StringBuilder();
    boolean declared = false;
    for (byte[] input : inputs) {
      stage.offer(ByteBuffer.wrap(input));
      String piece = stage.poll();
      if (piece != null && !declared) {
        declared = true;
        text.append(piece).append('>');
        TextEncoding found = stage.resolvedEncoding().orElseThrow();
        byte[] rest = stage.takeUndelivered();
        Matcher name = XML_ENCODING.matcher(piece);
        // A mark, or zero bytes, have told more than the declaration can.
        boolean names = found == TextEncoding.UTF_8 && name.find();
        stage = Stages.decode(DecoderSpec.of(names ? named(name.group(1)) : found));
        stage.offer(ByteBuffer.wrap(rest));
        piece = stage.poll();
      }
      for (; piece != null; piece = stage.poll()) {
        text.append(piece);
      }
    }
    stage.endOfInput();
    for (String piece = stage.poll(); piece != null; piece = stage.poll()) {
      text.append(piece);
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"x-western, x-western", "UTF-8, UTF-8", "UTF-16LE, UTF-16", "UTF-16BE, UTF-16"})
  void anXmlDeclarationNamesTheEncoding(String written, String name) {
    String text = "<?xml version=\"1.0\" encoding=\"" + name + "\"?><a>\u00E9 > \u00FC</a>";
    byte[] all = ReferenceEncoder.encode(TextEncoding.UTF_8, text);
    if (named(written) == FormEncodings.WESTERN) {
      all = text.getBytes(StandardCharsets.ISO_8859_1);
    } else if (named(written) != TextEncoding.UTF_8) {
      all = ReferenceEncoder.encode(named(written), text);
    }
    for (List<byte[]> cut : Cuts.hostile(all)) {
      assertThat(xml(cut)).as(Cuts.describe(cut)).isEqualTo(text);
    }
  }

  @Test
  void aDocumentWithoutADeclarationIsUtf8() {
    byte[] all = "<a>\u00E9</a>".getBytes(StandardCharsets.UTF_8);
    for (List<byte[]> cut : Cuts.hostile(all)) {
      assertThat(xml(cut)).isEqualTo("<a>\u00E9</a>");
    }
  }

  /** What the lines of a MIME message say of the lines behind them. One for each stream. */
  private static final class Parts implements Function<String, Optional<DecoderSpec>> {
    private final String boundary;
    private boolean inHeaders = true;
    private TextEncoding body = TextEncoding.UTF_8;

    Parts(String boundary) {
      this.boundary = "--" + boundary;
    }

    @Override
    public Optional<DecoderSpec> apply(String line) {
      if (line.startsWith(boundary)) {
        inHeaders = true;
        body = TextEncoding.UTF_8;
        return Optional.of(UTF_8);
      }
      if (inHeaders && line.regionMatches(true, 0, CONTENT_TYPE, 0, CONTENT_TYPE.length())) {
        String type = line.substring(CONTENT_TYPE.length());
        body = TextEncoding.ofContentType(type).orElse(TextEncoding.UTF_8);
      }
      if (inHeaders && line.isEmpty()) {
        inHeaders = false;
        return Optional.of(UTF_8.declared(body));
      }
      return Optional.empty();
    }
  }

  @Test
  void eachPartOfAMimeMessageHasItsCharset() {
    byte[] all =
        concat(
            "Subject: x\r\n\r\n--b\r\nContent-Type: text/plain; charset='windows-1252' ; x=y\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII),
            new byte[] {'c', 'a', 'f', (byte) 0xE9, ' ', (byte) 0x80, '\r', '\n'},
            ("--b\r\ncontent-type: text/html; charset=\"UTF-8\"\r\n\r\n\u00E9\u20AC\r\n--b--\r\n")
                .getBytes(StandardCharsets.UTF_8));
    for (List<byte[]> cut : Cuts.hostile(all)) {
      ByteStage<String> stage =
          Stages.lines(UTF_8, LineSpec.of(LineBreaks.CRLF)).switchingAfter(new Parts("b"));
      List<String> lines = new ArrayList<>();
      for (byte[] input : cut) {
        stage.offer(ByteBuffer.wrap(input));
        for (String line = stage.poll(); line != null; line = stage.poll()) {
          lines.add(line);
        }
      }
      assertThat(lines)
          .containsExactly(
              "Subject: x",
              "",
              "--b",
              "Content-Type: text/plain; charset='windows-1252' ; x=y",
              "",
              "caf\u00E9 \u20AC",
              "--b",
              "content-type: text/html; charset=\"UTF-8\"",
              "",
              "\u00E9\u20AC",
              "--b--");
    }
  }

  /** A host name is packed as a whole, so it is a line or a record before it is converted. */
  @Test
  void labelsOfHostNamesByTheJdk() {
    byte[] all = "b\u00FCcher.example\nwww.\u4F8B\u3048.jp\n".getBytes(StandardCharsets.UTF_8);
    for (List<byte[]> cut : Cuts.hostile(all)) {
      ByteStage<String> stage = Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
      List<String> packed = new ArrayList<>();
      for (byte[] input : cut) {
        stage.offer(ByteBuffer.wrap(input));
        for (String host = stage.poll(); host != null; host = stage.poll()) {
          packed.add(IDN.toASCII(host, IDN.USE_STD3_ASCII_RULES));
        }
      }
      assertThat(packed).containsExactly("xn--bcher-kva.example", "www.xn--r8jz45g.jp");
      assertThat(packed.stream().map(IDN::toUnicode))
          .containsExactly("b\u00FCcher.example", "www.\u4F8B\u3048.jp");
    }
  }
}
