/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineEncodings;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a {@link LineReader} reads of lines in an encoding each is what their stage yields. */
class LineEncodingsReaderTest {
  private static final List<TextEncoding> TRIED = List.of(TextEncoding.UTF_8);
  private static final DecoderSpec ASCII =
      DecoderSpec.of(TextEncoding.forName("US-ASCII")).onMalformed(MalformedPolicy.REPORT);
  private static final LineEncodings LINES =
      LineEncodings.of(6, TRIED, DecoderSpec.of(TextEncoding.forName("ISO-8859-1")));

  /** Bytes, as chars: terminators, UTF-8, and what is none. */
  private static final String[] UNITS = {
    "\n", "\r\n", "\r", "a", "bcd", "\u00E9", "\u00C3\u00A9", "\u00E2\u0082\u00AC", "\u00F0\u009F"
  };

  /** Not all of it is received at once. */
  private static final String MORE = "d\n".repeat(9000);

  private static List<String> read(LineReader reader) {
    List<String> read = new ArrayList<>();
    try (reader) {
      reader.lines().forEach(read::add);
    } catch (FrameException e) {
      read.add("! " + e.getMessage());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return read;
  }

  private static List<String> staged(LineEncodings lines, List<byte[]> pieces) {
    List<String> yielded = new ArrayList<>();
    try (Stage<ByteBuffer, String> stage = lines.stage()) {
      for (byte[] piece : pieces) {
        stage.offer(ByteBuffer.wrap(piece));
        pollAll(stage, yielded);
      }
      stage.endOfInput();
      pollAll(stage, yielded);
    } catch (FrameException e) {
      yielded.add("! " + e.getMessage());
    }
    return yielded;
  }

  private static void pollAll(Stage<ByteBuffer, String> stage, List<String> yielded) {
    for (String line = stage.poll(); line != null; line = stage.poll()) {
      yielded.add(line);
    }
  }

  private static InputStream stream(List<byte[]> pieces) {
    List<InputStream> streams = new ArrayList<>();
    pieces.forEach(piece -> streams.add(new ByteArrayInputStream(piece)));
    return new SequenceInputStream(Collections.enumeration(streams));
  }

  @Test
  void linesAreThoseOfTheStage() {
    Random random = new Random(4);
    int rounds = Product.sampled(2000);
    for (int round = 0; round < rounds; round++) {
      StringBuilder octets = new StringBuilder();
      for (int units = random.nextInt(14); units > 0; units--) {
        octets.append(UNITS[random.nextInt(UNITS.length)]);
      }
      byte[] bytes = octets.toString().getBytes(ISO_8859_1);
      LineEncodings lines =
          LINES.breaks(LineBreaks.values()[round % 4]).onTooLong(TooLongPolicy.values()[round % 3]);
      for (List<byte[]> cut : Cuts.hostile(bytes)) {
        List<String> expected = staged(lines, cut);
        assertThat(read(new LineReader(stream(cut), lines)))
            .as("%s %s %s", Arrays.toString(bytes), Cuts.describe(cut), lines)
            .isEqualTo(expected);
        assertThat(read(new LineReader(Channels.newChannel(stream(cut)), lines)))
            .isEqualTo(expected);
      }
    }
  }

  /** More than is received at once. */
  @Test
  void aLongFile() {
    byte[] bytes = "ab\n\u00E9\n\u00C3\u00A9\r\n".repeat(5000).getBytes(ISO_8859_1);
    List<String> read = read(new LineReader(new ByteArrayInputStream(bytes), LINES));
    assertThat(read).hasSize(15_000).isEqualTo(staged(LINES, Cuts.whole(bytes)));
  }

  /** As for lines in one encoding: an exception of input and output, and then no more lines. */
  @Test
  void aSpecThatReportsEndsTheLines() throws IOException {
    byte[] bytes = ("a\n\u00C3\u00A9\nbc\u00E9\n" + MORE).getBytes(ISO_8859_1);
    LineEncodings lines = LineEncodings.of(6, TRIED, ASCII);
    try (LineReader reader = new LineReader(new ByteArrayInputStream(bytes), lines)) {
      assertThat(reader.readLine()).isEqualTo("a");
      assertThat(reader.readLine()).isEqualTo("\u00E9");
      assertThatThrownBy(reader::readLine)
          .isInstanceOfSatisfying(
              IllFormedIOException.class, e -> assertThat(e.sequence().byteOffset()).isEqualTo(7));
      assertThat(reader.readLine()).isNull();
    }
  }

  @Test
  void aLineOverTheBoundEndsTheLines() throws IOException {
    byte[] bytes = ("a\nbcdefgh\n" + MORE).getBytes(ISO_8859_1);
    try (LineReader reader = new LineReader(new ByteArrayInputStream(bytes), LINES)) {
      assertThat(reader.readLine()).isEqualTo("a");
      assertThatThrownBy(reader::readLine)
          .isInstanceOf(FrameException.class)
          .hasMessageContaining("at byte 2 is longer than 6 bytes");
      assertThat(reader.readLine()).isNull();
    }
  }
}
