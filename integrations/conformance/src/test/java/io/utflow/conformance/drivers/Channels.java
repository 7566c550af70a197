/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.util.Version;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Job;
import io.utflow.conformance.PieceDecoder;
import io.utflow.netty.ServerSentEventDecoder;
import io.utflow.netty.TextLineDecoder;
import io.utflow.netty.TextStreamDecoder;
import java.util.ArrayList;
import java.util.List;

/** Handlers of Netty, in a channel. */
final class Channels implements PieceDecoder {
  private static final int LONGEST_LINE = 8192;

  private final EmbeddedChannel channel;

  private Channels(ChannelHandler... handlers) {
    channel = new EmbeddedChannel(handlers);
  }

  static List<DecoderUnderTest> ofNetty() {
    String netty = "Netty " + Version.identify().get("netty-buffer").artifactVersion();
    return List.of(
        DecoderUnderTest.of(
            netty + " StringDecoder",
            (job, encoding) ->
                job == Job.TEXT
                    ? new Channels(new StringDecoder(CharsetDecoders.charsetOfTheJdk(encoding)))
                    : null),
        DecoderUnderTest.of(
            netty + " LineBasedFrameDecoder, StringDecoder",
            (job, encoding) ->
                job == Job.LINES_LF_OR_CRLF
                    ? new Channels(
                        new LineBasedFrameDecoder(LONGEST_LINE),
                        new StringDecoder(CharsetDecoders.charsetOfTheJdk(encoding)))
                    : null));
  }

  static DecoderUnderTest ofUtflow() {
    return DecoderUnderTest.of("Utflow, handlers of Netty", Channels::open);
  }

  private static PieceDecoder open(Job job, String name) {
    TextEncoding encoding = UtflowStages.encoding(name);
    return switch (job) {
      case TEXT -> new Channels(new TextStreamDecoder(encoding));
      case EVENTS -> new Channels(new ServerSentEventDecoder());
      default -> new Channels(new TextLineDecoder(encoding, UtflowStages.breaks(job)));
    };
  }

  @Override
  public List<String> piece(byte[] bytes) {
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    return received();
  }

  @Override
  public List<String> end() {
    channel.finish();
    return received();
  }

  private List<String> received() {
    List<String> received = new ArrayList<>();
    for (Object each = channel.readInbound(); each != null; each = channel.readInbound()) {
      received.add(
          each instanceof ServerSentEvent event ? UtflowStages.output(event) : each.toString());
    }
    return received;
  }

  @Override
  public void close() {
    channel.finishAndReleaseAll();
  }
}
