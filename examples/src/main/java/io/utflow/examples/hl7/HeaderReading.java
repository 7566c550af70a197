/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.TextEncoding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the header of a message says.
 *
 * @param encoding of the message; of one that is refused that of {@code header}
 * @param header for the answer of a message that cannot be decoded; null where its fields cannot be
 *     told apart, for an answer to the wrong message is worse than one to none
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
