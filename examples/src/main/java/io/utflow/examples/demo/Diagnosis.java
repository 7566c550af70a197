/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.netty.TextStreamDecoder;
import io.utflow.reactor.ByteBufText;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;

/**
 * The text that a server delivered of one stream, and the ill-formed sequences that its observer
 * saw.
 *
 * @param failed whether the stream ended in an {@link IllFormedTextException}
 */
record Diagnosis(String text, List<IllFormedSequence> sequences, boolean failed) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Sends the bytes one at a time to the Netty server. */
  static Diagnosis onNetty(Loopback loopback, DecoderSpec spec, byte[] bytes) {
    Recorder recorder = new Recorder();
    DecoderSpec observed = spec.observer(recorder.sequences::add);
    SocketAddress port =
        loopback.netty.listen(
            pipeline ->
                pipeline.addLast(new TextStreamDecoder(observed), new RecordingHandler(recorder)));
    return send(loopback, port, bytes, recorder);
  }

  /** Sends the bytes one at a time to the reactor-netty server. */
  static Diagnosis onReactor(Loopback loopback, DecoderSpec spec, byte[] bytes) {
    Recorder recorder = new Recorder();
    DecoderSpec observed = spec.observer(recorder.sequences::add);
    SocketAddress port =
        loopback.reactor.listen(
            received ->
                received
                    .retain()
                    .transform(ByteBufText.decode(observed))
                    .doOnNext(recorder.text::append)
                    .doOnError(recorder::fail)
                    .onErrorComplete());
    return send(loopback, port, bytes, recorder);
  }

  private static Diagnosis send(
      Loopback loopback, SocketAddress port, byte[] bytes, Recorder recorder) {
    int[] ends = Cutting.every(1).ends(bytes.length);
    // A server that reports closes the connection in mid-stream; that is no failure here.
    loopback.sender.send(port, bytes, ends).onErrorComplete().block(PATIENCE);
    return recorder.diagnosis();
  }

  /** Filled by an event loop, read by another thread when the connection is closed. */
  private static final class Recorder {
    private final StringBuffer text = new StringBuffer();
    private final List<IllFormedSequence> sequences =
        Collections.synchronizedList(new LinkedList<>());
    private volatile boolean failed;

    /** Notes the failure if the observer has seen just the sequence that the exception reports. */
    private void fail(Throwable failure) {
      if (failure instanceof IllFormedTextException reported) {
        failed = sequences.equals(List.of(reported.sequence()));
      }
    }

    private Diagnosis diagnosis() {
      return new Diagnosis(text.toString(), List.copyOf(sequences), failed);
    }
  }

  private static final class RecordingHandler extends SimpleChannelInboundHandler<String> {
    private final Recorder recorder;

    private RecordingHandler(Recorder recorder) {
      this.recorder = recorder;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, String piece) {
      recorder.text.append(piece);
    }

    /** The decoder wraps what it throws in a {@code DecoderException}. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      recorder.fail(cause.getCause());
      ctx.close();
    }
  }
}
