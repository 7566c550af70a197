/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ReferenceEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Readers over streams and channels that are cut anywhere, read in every length. */
class TextReaderTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec REPORT = UTF_8.onMalformed(MalformedPolicy.REPORT);
  private static final String TEXT = "a\u00E9\r\n\u20AC\n\uD83D\uDE00\rz";

  static List<TextEncoding> encodings() {
    return Encodings.SCHEMES;
  }

  /** Answers each read with one piece, and counts what happens to it. */
  private static final class Pieces extends InputStream {
    private final Iterator<byte[]> pieces;
    private int closed;

    Pieces(List<byte[]> pieces) {
      this.pieces = pieces.iterator();
    }

    @Override
    public int read() {
      throw new AssertionError("one byte at a time");
    }

    @Override
    public int read(byte[] target, int from, int length) {
      if (!pieces.hasNext()) {
        return -1;
      }
      byte[] piece = pieces.next();
      System.arraycopy(piece, 0, target, from, piece.length);
      return piece.length;
    }

    @Override
    public void close() {
      closed++;
    }
  }

  private static String readAll(Reader reader, int length) throws IOException {
    StringBuilder text = new StringBuilder();
    char[] chars = new char[length];
    if (length == 0) {
      for (int c; (c = reader.read()) >= 0; ) {
        text.append((char) c);
      }
    } else {
      for (int count; (count = reader.read(chars)) >= 0; ) {
        assertThat(count).isPositive();
        text.append(chars, 0, count);
      }
    }
    assertThat(reader.read()).isEqualTo(-1);
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyCutInEveryLength(TextEncoding encoding) throws IOException {
    byte[] bytes = ReferenceEncoder.encode(encoding, TEXT);
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      if (pieces.stream().noneMatch(piece -> piece.length == 0)) {
        for (int length : new int[] {0, 1, 2, 3, 600}) {
          DecoderSpec spec = DecoderSpec.of(encoding);
          assertThat(readAll(new TextReader(new Pieces(pieces), spec), length)).isEqualTo(TEXT);
          assertThat(readAll(new TextReader(Channels.newChannel(new Pieces(pieces)), spec), length))
              .isEqualTo(TEXT);
        }
      }
    }
  }

  @Test
  void longTexts() throws IOException {
    String text = "\u20ACabc\uD83D\uDE00\u00E9".repeat(9000);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int length : new int[] {1, 511, 512, 8191, 8192, 8193, 100_000}) {
      assertThat(readAll(new TextReader(new ByteArrayInputStream(bytes), UTF_8), length))
          .isEqualTo(text);
    }
    StringWriter copy = new StringWriter();
    new TextReader(new ByteArrayInputStream(bytes), UTF_8).transferTo(copy);
    assertThat(copy.toString()).isEqualTo(text);
  }

  /** A long replacement is read in parts, before more is received. */
  @Test
  void aReplacementLongerThanTheArray() throws IOException {
    DecoderSpec spec = UTF_8.onMalformed(MalformedPolicy.replaceWith("x".repeat(1000)));
    byte[] bytes = {'a', (byte) 0xFF};
    for (int length : new int[] {0, 1, 600}) {
      assertThat(readAll(new TextReader(new ByteArrayInputStream(bytes), spec), length))
          .isEqualTo("a" + "x".repeat(1000));
    }
  }

  @Test
  void aReadDoesNotWaitForMoreThanACharacter() throws IOException {
    Pieces in = new Pieces(List.of(new byte[] {'a', (byte) 0xE2}, new byte[] {(byte) 0x82}));
    TextReader reader = new TextReader(in, UTF_8);
    assertThat(reader.read(new char[600])).isEqualTo(1);
    assertThat(in.pieces.hasNext()).isTrue();
    assertThat(reader.read()).isEqualTo(0xFFFD);
    assertThat(reader.read()).isEqualTo(-1);
  }

  @Test
  void whatIsReportedComesBehindTheTextBeforeIt() throws IOException {
    byte[] bytes = {'a', 'b', (byte) 0xFF, 'c'};
    for (int length : new int[] {1, 600}) {
      TextReader reader = new TextReader(new ByteArrayInputStream(bytes), REPORT);
      char[] chars = new char[length];
      StringBuilder before = new StringBuilder();
      IOException thrown = null;
      while (thrown == null) {
        try {
          before.append(chars, 0, reader.read(chars));
        } catch (IOException e) {
          thrown = e;
        }
      }
      assertThat(before.toString()).isEqualTo("ab");
      assertThat(thrown)
          .isInstanceOf(CharacterCodingException.class)
          .isInstanceOfSatisfying(
              IllFormedIOException.class, e -> assertThat(e.sequence().byteOffset()).isEqualTo(2))
          .hasMessageContaining("2");
      assertThatThrownBy(reader::read).isInstanceOf(IllFormedIOException.class);
    }
  }

  @Test
  void readyAndClose() throws IOException {
    Pieces in = new Pieces(List.of(new byte[] {'a', 'b'}));
    TextReader reader = new TextReader(in, UTF_8);
    assertThat(reader.ready()).isFalse();
    assertThat(reader.read()).isEqualTo('a');
    assertThat(reader.ready()).isTrue();
    assertThat(reader.read(new char[0])).isZero();
    assertThat(reader.markSupported()).isFalse();
    assertThatIOException().isThrownBy(() -> reader.mark(1));
    reader.close();
    reader.close();
    assertThat(in.closed).isPositive();
    assertThatIOException().isThrownBy(reader::read);
    assertThatIOException().isThrownBy(reader::ready);
  }

  @Test
  void aChannelThatDoesNotBlockIsRefused() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    try (TextReader reader = new TextReader(pipe.source(), UTF_8)) {
      assertThatThrownBy(reader::read).isInstanceOf(IllegalBlockingModeException.class);
    }
    pipe.sink().close();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void lines(TextEncoding encoding) throws IOException {
    byte[] bytes = ReferenceEncoder.encode(encoding, TEXT);
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      if (pieces.stream().noneMatch(piece -> piece.length == 0)) {
        try (LineReader reader =
            new LineReader(
                new Pieces(pieces), DecoderSpec.of(encoding), LineSpec.of(LineBreaks.ANY))) {
          assertThat(reader.lines()).containsExactly("a\u00E9", "\u20AC", "\uD83D\uDE00", "z");
          assertThat(reader.readLine()).isNull();
        }
      }
    }
  }

  @Test
  void linesThatFail() throws IOException {
    byte[] bytes = {'a', '\n', 'b', (byte) 0xFF, '\n'};
    List<String> read = new ArrayList<>();
    LineReader reader =
        new LineReader(
            Channels.newChannel(new ByteArrayInputStream(bytes)),
            REPORT,
            LineSpec.of(LineBreaks.LF_OR_CRLF));
    assertThatThrownBy(() -> reader.lines().forEach(read::add))
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(IllFormedIOException.class);
    assertThat(read).containsExactly("a");
    assertThat(reader.readLine()).isNull();
    reader.close();
    assertThatIOException().isThrownBy(reader::readLine);
    LineReader bounded =
        new LineReader(
            new ByteArrayInputStream(bytes), UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(1));
    assertThat(bounded.readLine()).isEqualTo("a");
    assertThatThrownBy(bounded::readLine).isInstanceOf(TooLongLineException.class);
    assertThat(bounded.readLine()).isNull();
  }
}
