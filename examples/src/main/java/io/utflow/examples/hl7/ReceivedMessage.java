/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.TextEncoding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message, or the reason why it is refused.
 *
 * @param header the header for the answer: decoded, or if that failed its bytes as ISO-8859-1; null
 *     without a header
 * @param encoding in which the answer is written
 * @param text the message, empty if it is refused
 * @param refusal why it is refused
 */
record ReceivedMessage(
    @Nullable MessageHeader header, TextEncoding encoding, String text, Optional<Refusal> refusal) {

  static ReceivedMessage accepted(MessageHeader header, TextEncoding encoding, String text) {
    return new ReceivedMessage(header, encoding, text, Optional.empty());
  }

  static ReceivedMessage refused(
      @Nullable MessageHeader header, TextEncoding encoding, Refusal refusal) {
    return new ReceivedMessage(header, encoding, "", Optional.of(refusal));
  }
}
