/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stages, the contract between what codes and what moves buffers: offer one input, poll its
 * outputs. {@link io.utflow.codec.stage.Stages} makes those of the library, which decode to pieces
 * of text, lines or records, validate, encode and transcode; a stage of your own implements {@link
 * io.utflow.codec.stage.Stage} and runs wherever those run.
 *
 * <p>Offsets are bytes or UTF-16 code units ("chars") from the start of the stream, as each says.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.stage;
