/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Frames: parts of a stream that end, each read afresh. Internal.
 *
 * <p>In comes a stream of bytes, out go the outputs of each frame and its end or failure. Begin
 * with {@code OpenFrame}, which is the frame that is being read, through a stage ({@code
 * ReadFrame}) or gathered ({@code GatheredFrame}). {@code DrivenFrames} is told where frames begin
 * and end, {@code FoundFrames} asks a finder, through {@code Finding}, which keeps the few bytes of
 * which nothing is known yet.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.stage.frame;
