/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A stage of the user's own on the way out. */
class StageEncoderTest {
  private final Buffers buffers = new Buffers();

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

  /** Counts how often a stage is told that there is no more input. */
  private static final class Ends implements Stage<Word, ByteBuf> {
    private final Stage<Word, ByteBuf> stage;
    private int count;

    Ends(Stage<Word, ByteBuf> stage) {
      this.stage = stage;
    }

    @Override
    public void offer(Word word) {
      stage.offer(word);
    }

    @Override
    public void endOfInput() {
      count++;
      stage.endOfInput();
    }

    @Override
    public @Nullable ByteBuf poll() {
      return stage.poll();
    }

    @Override
    public void close() {
      stage.close();
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

  /** A stage of the user's own need not know that a channel may be closed twice. */
  @Test
  void theStageEndsOnceAndReadsNothingBehindTheEnd() {
    ChannelOutboundHandlerAdapter delaying =
        new ChannelOutboundHandlerAdapter() {
          @Override
          public void close(ChannelHandlerContext ctx, ChannelPromise promise) {}
        };
    Words words = new Words();
    EncoderSpec spec = EncoderSpec.of(TextEncoding.UTF_16BE);
    List<Ends> made = new ArrayList<>();
    StageEncoder<Word> encoder =
        new StageEncoder<>(
            Word.class,
            buffers -> {
              made.add(new Ends(words.then(Stages.encode(spec, buffers))));
              return made.get(0);
            });
    EmbeddedChannel channel = new EmbeddedChannel(delaying, encoder);
    channel.writeOutbound(new Word("a"));
    assertThat(written(channel)).isEqualTo("a");
    channel.close();
    channel.close();
    assertThat(channel.writeAndFlush(new Word("late")).cause())
        .isInstanceOf(EncoderException.class)
        .hasMessageContaining("ended");
    channel.pipeline().remove(StageEncoder.class);
    assertThat(written(channel)).isEqualTo(".");
    assertThat(channel.outboundMessages()).isEmpty();
    assertThat(made.get(0).count).isEqualTo(1);
    assertThat(words.closed).isTrue();
    channel.unsafe().close(channel.unsafe().voidPromise());
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

  /** Reads buffers, and hands on what it has of one only with the next. */
  private static final class Late implements Stage<ByteBuf, CharSequence> {
    private final ByteStage<String> decoding =
        Stages.decode(DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT));

    @Override
    public void offer(ByteBuf message) {
      decoding.offer(message.nioBuffer());
    }

    @Override
    public void endOfInput() {
      decoding.endOfInput();
    }

    @Override
    public @Nullable CharSequence poll() {
      return decoding.poll();
    }

    @Override
    public void close() {
      decoding.close();
    }
  }

  /** Yields each word twice: in a buffer of its own, and as the encoder behind it writes it. */
  private static final class Twice implements Stage<Word, ByteBuf> {
    private final Stage<CharSequence, ByteBuf> encoding;
    private final Buffers buffers;
    private @Nullable ByteBuf own;

    Twice(Stage<CharSequence, ByteBuf> encoding, Buffers buffers) {
      this.encoding = encoding;
      this.buffers = buffers;
    }

    @Override
    public void offer(Word word) {
      own = buffers.of(Buffers.Kind.values()[0], word.text().getBytes(StandardCharsets.UTF_16BE));
      encoding.offer(word.text());
    }

    @Override
    public void endOfInput() {
      encoding.endOfInput();
    }

    @Override
    public @Nullable ByteBuf poll() {
      ByteBuf output = own;
      own = null;
      return output == null ? encoding.poll() : output;
    }

    @Override
    public void close() {
      encoding.close();
    }
  }

  @Test
  void aBufferOfTheStagesOwnIsAppendedAndReleased() {
    EncoderSpec spec = EncoderSpec.of(TextEncoding.UTF_16BE);
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new StageEncoder<>(
                Word.class, parts -> new Twice(Stages.encode(spec, parts), buffers)));
    String longest = "x".repeat(20_000);
    channel.writeOutbound(new Word("ab"), new Word(longest));
    assertThat(written(channel)).isEqualTo("abab");
    assertThat(written(channel)).isEqualTo(longest + longest);
    buffers.assertAllReleased();
    channel.close();
  }

  /** However buffers are cut and however the stream ends, each is released once; none is lost. */
  @Test
  void messagesThatAreCountedAreReleased() {
    byte[] bytes = "a\u00e9\u20ac\ud83d\ude00z".getBytes(StandardCharsets.UTF_8);
    byte[] broken = bytes.clone();
    broken[broken.length - 1] = (byte) 0xff;
    for (Buffers.Kind kind : Buffers.Kind.values()) {
      for (int cut = 0; cut <= bytes.length; cut++) {
        for (byte[] stream : List.of(bytes, broken)) {
          EmbeddedChannel channel =
              new EmbeddedChannel(
                  new StageEncoder<ByteBuf>(
                      ByteBuf.class,
                      parts ->
                          new Late()
                              .then(Stages.encode(EncoderSpec.of(TextEncoding.UTF_16BE), parts))));
          StringBuilder text = new StringBuilder();
          List<byte[]> pieces =
              List.of(Arrays.copyOf(stream, cut), Arrays.copyOfRange(stream, cut, stream.length));
          ChannelFuture last = null;
          for (byte[] piece : pieces) {
            last = channel.writeAndFlush(buffers.of(kind, piece));
            readInto(text, channel);
          }
          assertThat(last.isSuccess()).isEqualTo(stream == bytes);
          channel.close();
          readInto(text, channel);
          assertThat(text)
              .hasToString(
                  stream == bytes ? "a\u00e9\u20ac\ud83d\ude00z" : "a\u00e9\u20ac\ud83d\ude00");
          channel.finishAndReleaseAll();
        }
      }
    }
    buffers.assertAllReleased();
  }

  private static void readInto(StringBuilder text, EmbeddedChannel channel) {
    ByteBuf output;
    while ((output = channel.readOutbound()) != null) {
      text.append(output.toString(StandardCharsets.UTF_16BE));
      output.release();
    }
  }
}
