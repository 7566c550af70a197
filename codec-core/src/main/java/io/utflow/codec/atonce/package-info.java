/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Short messages read in one call, for the adapters of this project alone: pieces of 64 bytes cost
 * less than the three calls of a {@code Stage}. Internal.
 *
 * <p>In come a few bytes, as they are or in the arrays of a thread ({@code ShortInput}); out goes
 * their text, or nothing is done. Begin with {@code AtOnceReader}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.atonce;
