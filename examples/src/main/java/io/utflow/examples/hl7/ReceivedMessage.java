/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.TextEncoding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message, or why it is none.
 *
 * @param header for the answer: decoded, or where that failed its bytes as ISO-8859-1; null if
 *     there is none
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
