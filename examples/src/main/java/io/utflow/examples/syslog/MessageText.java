/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.Detected.Evidence;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the MSG of messages. RFC 5424, §6.4: it is UTF-8 if it begins with a byte order mark, and
 * else in an encoding that the receiver does not know.
 *
 * <ul>
 *   <li>With a mark the sender has said what it is, and is believed: bytes that are no UTF-8 become
 *       U+FFFD, and are counted.
 *   <li>Without one, UTF-16 that an agent on Windows has sent shows by its zero bytes.
 *   <li>Else it is UTF-8 as long as it is valid, else the legacy encoding of the site. That is a
 *       guess, which a few characters make good: text in a legacy encoding is hardly ever valid
 *       UTF-8. After eight characters UTF-8 is certain, so that a long message that a relay has cut
 *       inside of a character does not become a legacy one by its last byte.
 * </ul>
 *
 * <p>Used by one thread at a time.
 */
final class MessageText {
  private static final int CHARACTERS_THAT_CONVINCE = 8;

  private final Detection detection;
  private final DecoderSpec utf8;
  private final UnaryOperator<String> guard;
  private long illFormed;
  private @Nullable Detected detected;

  /**
   * A message that was decoded.
   *
   * @param text the message, guarded
   * @param encoding the one that it was read in
   * @param detected why it was read in that, and how sure it is; null if nothing told
   * @param illFormed how many ill-formed sequences it had
   */
  record Decoded(String text, TextEncoding encoding, @Nullable Detected detected, long illFormed) {}

  /**
   * @param utf8 how UTF-8 is read
   * @param legacy how else
   * @param maxBytes of a message
   * @param guard what text goes through before it is shown: here a filter has its place for what
   *     deceives readers of logs
   */
  MessageText(DecoderSpec utf8, DecoderSpec legacy, int maxBytes, UnaryOperator<String> guard) {
    this.utf8 = counted(utf8.bom(BomPolicy.KEEP));
    this.detection =
        Detection.utf8Else(counted(utf8), counted(legacy))
            .unmarkedFirst()
            .window(maxBytes)
            .finalAfter(CHARACTERS_THAT_CONVINCE)
            .observer(found -> detected = found);
    this.guard = guard;
  }

  private DecoderSpec counted(DecoderSpec spec) {
    return spec.observer()
        .map(
            next ->
                spec.observer(
                    sequence -> {
                      illFormed++;
                      next.accept(sequence);
                    }))
        .orElseGet(() -> spec.observer(sequence -> illFormed++));
  }

  /** Decodes the bytes from {@code start} on, the MSG. */
  Decoded decode(byte[] bytes, int start) {
    illFormed = 0;
    detected = null;
    StringBuilder text = new StringBuilder(bytes.length - start);
    try (ByteStage<String> stage = Stages.decode(detection)) {
      stage.offer(ByteBuffer.wrap(bytes, start, bytes.length - start));
      pollTo(text, stage);
      stage.endOfInput();
      pollTo(text, stage);
      TextEncoding encoding = stage.resolvedEncoding().orElse(TextEncoding.UTF_8);
      return new Decoded(guard.apply(text.toString()), encoding, whatTells(), illFormed);
    }
  }

  /** Null for ASCII: nothing in it tells an encoding, and it makes no difference. */
  private @Nullable Detected whatTells() {
    return detected == null || detected.evidence() == Evidence.NOTHING_ELSE ? null : detected;
  }

  private static void pollTo(StringBuilder text, ByteStage<String> stage) {
    for (String piece = stage.poll(); piece != null; piece = stage.poll()) {
      text.append(piece);
    }
  }

  /** Decodes a PARAM-VALUE, which is UTF-8 without a mark (RFC 5424, §6.3.3). */
  String decodeUtf8(byte[] bytes) {
    return guard.apply(utf8.decode(bytes));
  }

  /** A field of the header, which is ASCII; of RFC 3164 it may be anything. */
  String guarded(String field) {
    return guard.apply(field);
  }
}
