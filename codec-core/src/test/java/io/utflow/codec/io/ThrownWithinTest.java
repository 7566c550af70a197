/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an observer throws ends a reader and a writer, whatever it is: languages differ. */
class ThrownWithinTest {
  private static final byte[] TEXT = {'a', '\n', (byte) 0xFF, '\n', 'b', '\n'};

  static List<Throwable> thrown() {
    return List.of(
        new IllegalStateException("of the observer"),
        new AssertionError("of the observer"),
        new IOException("of the observer"),
        new Exception("of the observer"));
  }

  @SuppressWarnings("unchecked")
  static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void thereAreNoMoreLines(Throwable thrown) throws IOException {
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8)
            .observer(sequence -> ThrownWithinTest.<RuntimeException>sneak(thrown));
    InputStream byByte =
        new ByteArrayInputStream(TEXT) {
          @Override
          public int read(byte[] target, int from, int length) {
            return super.read(target, from, 1);
          }
        };
    try (LineReader lines = new LineReader(byByte, spec, LineSpec.of(LineBreaks.LF_OR_CRLF))) {
      assertThat(lines.readLine()).isEqualTo("a");
      assertThatThrownBy(lines::readLine).isSameAs(thrown);
      assertThat(lines.readLine()).isNull();
      assertThat(lines.lines()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void everyLaterReadThrowsIt(Throwable thrown) throws IOException {
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8)
            .observer(sequence -> ThrownWithinTest.<RuntimeException>sneak(thrown));
    try (TextReader text = new TextReader(new ByteArrayInputStream(TEXT), spec)) {
      assertThat(text.read(new char[10])).isEqualTo(2);
      assertThatThrownBy(text::read).isSameAs(thrown);
      assertThatThrownBy(text::read).isSameAs(thrown);
    }
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void everyLaterWriteThrowsIt(Throwable thrown) throws IOException {
    EncoderSpec spec =
        EncoderSpec.of(TextEncoding.UTF_8)
            .observer(sequence -> ThrownWithinTest.<RuntimeException>sneak(thrown));
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (TextWriter text = new TextWriter(written, spec)) {
      assertThatThrownBy(() -> text.write("a\uDE00b")).isSameAs(thrown);
      assertThatThrownBy(() -> text.write("c")).isSameAs(thrown);
      assertThatThrownBy(() -> text.write(new char[] {'d'})).isSameAs(thrown);
    }
    assertThat(written.toString()).isEqualTo("a");
  }
}
