/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.StageDecoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;

/** Frames in, answers out, without a network. */
final class Exchange {
  final List<ReceivedMessage> stored = new ArrayList<>();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Receiver receiver;

  Exchange() {
    this(CharsetNames.TABLE_0211);
  }

  Exchange(CharsetNames names) {
    this.receiver =
        new Receiver(
            new MessageReader(TextEncoding.forName("US-ASCII"), names, UnaryOperator.identity()),
            message -> Mono.fromRunnable(() -> stored.add(message)),
            registry);
  }

  /** In the blocks of MLLP. */
  static byte[] framed(byte[] message) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(0x0B);
    frame.writeBytes(message);
    frame.write(0x1C);
    frame.write(0x0D);
    return frame.toByteArray();
  }

  static byte[] octets(String octets) {
    return octets.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The answers, without their frames, as octets; the time and number of each are left out. */
  List<String> answers(List<byte[]> pieces, int maxBytes, boolean direct) {
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new StageDecoder<>(MllpMessages.stage(maxBytes, registry.counter("broken"))));
    for (byte[] piece : pieces) {
      channel.writeInbound(
          direct
              ? Unpooled.directBuffer(piece.length).writeBytes(piece)
              : Unpooled.copiedBuffer(piece));
    }
    channel.finish();
    List<String> answers = new ArrayList<>();
    for (MllpFrame frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
      answers.add(withoutFrame(receiver.answer(frame).block()));
    }
    return answers;
  }

  static String withoutFrame(byte[] answer) {
    String octets = new String(answer, StandardCharsets.ISO_8859_1);
    if (!octets.startsWith("\u000B") || !octets.endsWith("\r\u001C\r")) {
      throw new AssertionError("no frame: " + octets);
    }
    return octets
        .substring(1, octets.length() - 2)
        .replaceFirst("[0-9]{14}\\.[0-9]{3}[+-][0-9]{4}", "TIME")
        .replaceFirst("(?<=ACK[^|#]{0,10}[|#])[0-9]+", "N");
  }
}
