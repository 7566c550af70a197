/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.StageDecoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What the server prints of bytes, without a network. */
final class SyslogLines {
  private SyslogLines() {}

  /** Text whose characters up to U+00FF are bytes: {@code \u00E9} is E9. */
  static byte[] octets(String... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String part : parts) {
      bytes.writeBytes(part.getBytes(StandardCharsets.ISO_8859_1));
    }
    return bytes.toByteArray();
  }

  /** UTF-8, in which each byte is a character. */
  static String utf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** With its length in octets before it. */
  static String counted(String octets) {
    return octets.length() + " " + octets;
  }

  /** The lines of a connection that receives these pieces and is closed. */
  static List<String> of(List<byte[]> pieces, int maxBytes, boolean direct) {
    SyslogOutput output =
        new SyslogOutput(
            new SyslogParser(text(maxBytes)), new SyslogCounters(new SimpleMeterRegistry()));
    List<String> lines = new ArrayList<>();
    for (SyslogFrame frame : frames(pieces, maxBytes, direct)) {
      lines.add(output.line(frame, "peer", false));
    }
    return lines;
  }

  static List<SyslogFrame> frames(List<byte[]> pieces, int maxBytes, boolean direct) {
    EmbeddedChannel channel =
        new EmbeddedChannel(new StageDecoder<>(new SyslogMessages(maxBytes).stage()));
    for (byte[] piece : pieces) {
      channel.writeInbound(
          direct
              ? Unpooled.directBuffer(piece.length).writeBytes(piece)
              : Unpooled.copiedBuffer(piece));
    }
    channel.finish();
    List<SyslogFrame> frames = new ArrayList<>();
    for (SyslogFrame frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
      frames.add(frame);
    }
    return frames;
  }

  static MessageText text(int maxBytes) {
    return new MessageText(
        DecoderSpec.of(TextEncoding.UTF_8),
        DecoderSpec.of(TextEncoding.forName("windows-1252")),
        maxBytes,
        UnaryOperator.identity());
  }
}
