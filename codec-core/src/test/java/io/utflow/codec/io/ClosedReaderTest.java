/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A reader closes the stream that it was given, read to its end or not. */
class ClosedReaderTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private int closed;

  private InputStream stream() {
    return new ByteArrayInputStream("a\nb".getBytes(StandardCharsets.US_ASCII)) {
      @Override
      public void close() {
        closed++;
      }
    };
  }

  @Test
  void aReaderOfLinesClosesItsStream() throws IOException {
    LineReader lines = new LineReader(stream(), UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
    assertThat(lines.readLine()).isEqualTo("a");
    lines.close();
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void aReaderOfTextClosesItsStream() throws IOException {
    TextReader text = new TextReader(stream(), UTF_8);
    assertThat(text.read()).isEqualTo('a');
    text.close();
    assertThat(closed).isEqualTo(1);
  }
}
