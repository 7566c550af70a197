/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Text out of bytes that were cut anywhere, and bytes out of text. A {@link
 * io.utflow.codec.DecoderSpec} says how a stream is read, a decoder, transcoder or validator made
 * of it reads one; an {@link io.utflow.codec.EncoderSpec} and its encoder write one.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec;
