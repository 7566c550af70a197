/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A stage of the user's own on the way out. */
class StageEncoderTest {
  private record Word(String text) {}

  /** Writes a space between two words, so it keeps something from one message to the next. */
  private static final class Words implements Stage<Word, CharSequence> {
    private @Nullable String next;
    private boolean behindWord;
    private boolean closed;

    @Override
    public void offer(Word word) {
      next = (behindWord ? " " : "") + word.text();
      behindWord = true;
    }

    @Override
    public void endOfInput() {
      next = ".";
    }

    @Override
    public @Nullable CharSequence poll() {
      String text = next;
      next = null;
      return text;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static EmbeddedChannel channel(Words words, EncoderSpec spec) {
    return new EmbeddedChannel(
        new StageEncoder<>(Word.class, buffers -> words.then(Stages.encode(spec, buffers))));
  }

  private static String written(EmbeddedChannel channel) {
    ByteBuf buffer = channel.readOutbound();
    try {
      return buffer.toString(StandardCharsets.UTF_16BE);
    } finally {
      buffer.release();
    }
  }

  @Test
  void eachMessageIsABufferAndTheEndIsOne() {
    Words words = new Words();
    EmbeddedChannel channel = channel(words, EncoderSpec.of(TextEncoding.UTF_16BE));
    channel.writeOutbound(new Word("caf\u00e9"), "passes", new Word("x".repeat(20_000)));
    assertThat(written(channel)).isEqualTo("caf\u00e9");
    assertThat(channel.<String>readOutbound()).isEqualTo("passes");
    assertThat(written(channel)).isEqualTo(" " + "x".repeat(20_000));
    channel.close();
    assertThat(written(channel)).isEqualTo(".");
    assertThat(words.closed).isTrue();
    assertThat(channel.outboundMessages()).isEmpty();
  }

  @Test
  void aFailureFailsThePromiseBehindTheBytesBeforeIt() {
    EncoderSpec spec = EncoderSpec.of(TextEncoding.UTF_16BE).onMalformed(MalformedPolicy.REPORT);
    EmbeddedChannel channel = channel(new Words(), spec);
    assertThatThrownBy(() -> channel.writeOutbound(new Word("a\ud83db")))
        .isInstanceOf(EncoderException.class)
        .hasCauseInstanceOf(IllFormedTextException.class);
    assertThat(written(channel)).isEqualTo("a");
    assertThatThrownBy(() -> channel.writeOutbound(new Word("c")))
        .isInstanceOf(EncoderException.class)
        .hasRootCauseInstanceOf(IllFormedTextException.class);
    channel.close();
  }
}
