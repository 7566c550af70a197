/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds out how a stream is encoded from its first bytes. Internal.
 *
 * <p>In come the bytes of a stream and the judges that a {@code Detection} names; out goes what
 * another stage makes of them, in the encoding that was found. Begin with {@code DetectingStage},
 * which holds the bytes back, and {@code Judge}, which says when they suffice. {@code
 * UnmarkedJudge} weighs them by {@code UnitWeight} and {@code ByteWeight}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.stage.detection;
