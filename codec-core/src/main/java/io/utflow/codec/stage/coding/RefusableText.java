/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.engine.PieceDecoder;
import io.utflow.codec.illformed.MalformedRule;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A whole text that is refused where the policy reports a sequence in it. It is decoded to its end
 * all the same, so that the observer and the listener are told of all of it.
 *
 * @param text with U+FFFD in the place of each sequence that is reported
 * @param reported the first of those; null if the text is not refused
 */
public record RefusableText(String text, @Nullable IllFormedSequence reported) {
  /**
   * Decodes it.
   *
   * @param bytes all of them; they are read to the end
   * @throws io.utflow.codec.IllFormedTextException if a byte order mark is missing that the spec
   *     requires
   */
  public static RefusableText decode(DecoderSpec spec, ByteBuffer bytes) {
    PieceDecoder decoder = new PieceDecoder(spec, MalformedRule.of(spec.onMalformed()), true);
    String text = decoder.decode(bytes, true);
    return new RefusableText(text, decoder.takeReported());
  }
}
