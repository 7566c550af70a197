/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CountingBuffers;
import io.utflow.codec.testing.CountingBuffers.Counted;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stream of text that is switched before a failure is thrown: the character that has failed is
 * read in the new way, and so is all behind it.
 */
class EncoderSwitchAtFailureTest {
  private static final EncoderSpec ASCII =
      EncoderSpec.of(TextEncoding.forName("US-ASCII"))
          .onMalformed(MalformedPolicy.REPORT)
          .onUnmappable(UnmappablePolicy.REPORT);

  private long illFormed;
  private long read;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ab\uDC00c",
        "ab\uD800cd",
        "ab\uD800",
        "ab\u00E9cd\uDC00",
        "ab\uD83D\uDE00cd",
        "ab\u00E9\uD800\uD83D\uDE00\uDC00\u00E9",
        "abcd"
      })
  void theCharacterIsReadInTheNewWay(String text) {
    long lone = text.codePoints().filter(c -> Character.getType(c) == Character.SURROGATE).count();
    // The JDK writes a question mark for a surrogate that stands alone.
    byte[] expected =
        text.codePoints()
            .map(c -> Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    for (BufferKind kind : BufferKind.values()) {
      for (int cut = 1; cut <= text.length(); cut++) {
        CountingBuffers buffers = new CountingBuffers(kind);
        illFormed = 0;
        read = 0;
        TextStage<CharSequence, Counted> stage =
            Stages.encode(ASCII.listener((encoding, in, out, bad) -> count(in, bad)), buffers);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        stage.offer(text.substring(0, cut));
        // Nothing has failed, or the text before it is out.
        written.writeBytes(stage.poll().bytes());
        stage.switchTo(EncoderSpec.of(TextEncoding.UTF_8));
        drain(stage, written);
        stage.offer(text.substring(cut));
        drain(stage, written);
        stage.endOfInput();
        drain(stage, written);
        assertThat(written.toByteArray()).as("cut at %d", cut).isEqualTo(expected);
        assertThat(illFormed).isEqualTo(lone);
        assertThat(read).isEqualTo(text.length());
        buffers.verify();
      }
    }
  }

  private void count(long in, long bad) {
    read += in;
    illFormed += bad;
  }

  private static void drain(Stage<CharSequence, Counted> stage, ByteArrayOutputStream written) {
    for (Counted output = stage.poll(); output != null; output = stage.poll()) {
      written.writeBytes(output.bytes());
    }
  }

  /** At the end of the stream too, where no input is left. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "US-ASCII"})
  void atTheEndToo(String first) {
    CountingBuffers buffers = new CountingBuffers(BufferKind.HEAP);
    TextStage<CharSequence, Counted> stage =
        Stages.encode(ASCII.encoding(TextEncoding.forName(first)), buffers);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    stage.offer("a\uD800");
    stage.endOfInput();
    written.writeBytes(stage.poll().bytes());
    stage.switchTo(EncoderSpec.of(TextEncoding.UTF_8));
    drain(stage, written);
    assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("a\uFFFD");
    buffers.verify();
  }
}
