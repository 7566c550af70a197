/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What ICU4J adds to streams of text: pieces that cut no grapheme cluster, by {@link
 * io.utflow.icu.GraphemeStage}, Normalization Form C, by {@link io.utflow.icu.NormalizingStage},
 * its detector of encodings, {@link io.utflow.icu.IcuDetector}, for {@link
 * io.utflow.codec.stage.Detection#byGuess}, and the nearest characters of an encoding that has not
 * all, {@link io.utflow.icu.NearestCharacters}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.icu;
