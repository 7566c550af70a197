/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The stages over coders: they decode to pieces, whole texts, lines and records, validate, encode
 * and transcode. Internal.
 *
 * <p>In come inputs, as {@code Stage.offer} gives them; out go outputs as {@code Stage.poll} takes
 * them. Begin with {@code PieceStage}, the simplest, {@code ReadingStage}, which it and {@code
 * SplitStage} inherit from, and {@code AbstractStage}, which has the states that all have in
 * common. {@code Stages} makes them all; a new kind of output is a class here and a method there,
 * and a handler or an operator only if it is to have a name of its own.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.stage.coding;
