/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Adds the services of ICU4J to streams of text: pieces that cut no grapheme cluster ({@link
 * io.utflow.icu.GraphemeStage}); Normalization Form C ({@link io.utflow.icu.NormalizingStage}); a
 * detector of encodings ({@link io.utflow.icu.IcuDetector}) for {@link
 * io.utflow.codec.stage.Detection#byGuess}; and the nearest characters for an encoding that lacks
 * some ({@link io.utflow.icu.NearestCharacters}).
 */
@org.jspecify.annotations.NullMarked
package io.utflow.icu;
