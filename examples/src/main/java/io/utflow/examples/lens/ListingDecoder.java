/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.lens;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import java.util.ArrayList;
import java.util.List;

/**
 * A decoder of well-formed text, and a list of what is ill-formed beside it.
 *
 * @param illFormed grows while the decoder reads
 */
record ListingDecoder(TextDecoder decoder, List<IllFormedSequence> illFormed) {

  static ListingDecoder of(DecoderSpec spec) {
    List<IllFormedSequence> illFormed = new ArrayList<>();
    return new ListingDecoder(
        spec.onMalformed(MalformedPolicy.SKIP).observer(illFormed::add).newDecoder(), illFormed);
  }
}
