/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.TextEncoding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message header.
 *
 * @param encoding the encoding of the message, or of {@code header} if the message is refused
 * @param header the header for the answer to a message that cannot be decoded; null if its fields
 *     cannot be told apart, because an answer to the wrong message is worse than an answer without
 *     an identifier
 * @param echo the encoding that writes {@code header} as it came
 * @param refusal why the message is not decoded
 */
record HeaderReading(
    TextEncoding encoding,
    @Nullable MessageHeader header,
    TextEncoding echo,
    Optional<Refusal> refusal) {

  static HeaderReading found(TextEncoding encoding, MessageHeader header, TextEncoding echo) {
    Optional<Refusal> refusal =
        header.controlId().isEmpty()
            ? Optional.of(
                Refusal.reject("MSH^1^10", 101, "Required field missing", "MSH-10 is empty"))
            : Optional.empty();
    return new HeaderReading(encoding, header, echo, refusal);
  }

  static HeaderReading refused(@Nullable MessageHeader header, TextEncoding echo, Refusal refusal) {
    return new HeaderReading(echo, header, echo, Optional.of(refusal));
  }
}
