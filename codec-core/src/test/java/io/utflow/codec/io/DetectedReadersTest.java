/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Readers in the encoding that is found out read what was written in any. */
class DetectedReadersTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec WESTERN = DecoderSpec.of(FormEncodings.WESTERN);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.ANY);

  /** More than is read ahead, with pairs at every place. */
  private static final String TEXT = "\uD83D\uDE00 ok\nna\u00EFve, a line\n".repeat(900);

  private static InputStream stream(List<byte[]> pieces) {
    return new SequenceInputStream(
        Collections.enumeration(pieces.stream().map(ByteArrayInputStream::new).toList()));
  }

  private static String read(Reader reader, int atOnce) throws IOException {
    try (reader) {
      StringBuilder all = new StringBuilder();
      char[] chars = new char[atOnce];
      for (int count = reader.read(chars); count >= 0; count = reader.read(chars)) {
        assertThat(count).isPositive();
        all.append(chars, 0, count);
      }
      return all.toString();
    }
  }

  @Test
  void textIsReadInTheEncodingThatIsFound() throws IOException {
    Detection detection = Detection.unmarkedElse(UTF_8);
    for (TextEncoding encoding :
        List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE, TextEncoding.UTF_32BE)) {
      byte[] all = ReferenceEncoder.encode(encoding, TEXT);
      for (List<byte[]> cut : List.of(Cuts.whole(all), Cuts.every(all, 5), Cuts.every(all, 5000))) {
        for (int atOnce : new int[] {1, 7, 10_000}) {
          assertThat(read(new TextReader(stream(cut), detection), atOnce)).isEqualTo(TEXT);
        }
        assertThat(read(new TextReader(Channels.newChannel(stream(cut)), detection), 100))
            .isEqualTo(TEXT);
        try (LineReader lines = new LineReader(stream(cut), detection, LINES);
            LineReader channel =
                new LineReader(Channels.newChannel(stream(cut)), detection, LINES)) {
          assertThat(lines.lines()).containsExactlyElementsOf(TEXT.lines().toList());
          assertThat(channel.lines()).containsExactlyElementsOf(TEXT.lines().toList());
        }
      }
    }
  }

  @Test
  void asciiPassesBeforeTheLegacyEncodingIsFound() throws IOException {
    byte[] all = "ascii, caf\u00E9".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    Detection detection = Detection.utf8Else(UTF_8, WESTERN);
    for (List<byte[]> cut : Cuts.hostile(all)) {
      assertThat(read(new TextReader(stream(cut), detection), 3)).isEqualTo("ascii, caf\u00E9");
    }
  }

  @Test
  void theTextBeforeAFailureIsReadFirst() throws IOException {
    byte[] all = {'a', 'b', 'c', 'd', 'e', (byte) 0xFF, 'f'};
    DecoderSpec strict = UTF_8.onMalformed(MalformedPolicy.REPORT);
    try (Reader reader =
        new TextReader(new ByteArrayInputStream(all), Detection.unmarkedElse(strict))) {
      char[] chars = new char[9];
      assertThat(new String(chars, 0, reader.read(chars))).isEqualTo("abcde");
      assertThatThrownBy(reader::read).isInstanceOf(IllFormedIOException.class);
      assertThatThrownBy(() -> reader.read(chars)).isInstanceOf(IllFormedIOException.class);
    }
  }
}
