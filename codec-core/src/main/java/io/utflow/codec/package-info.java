/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Text out of bytes that were cut anywhere. A {@link io.utflow.codec.DecoderSpec} says how a stream
 * is read, a {@link io.utflow.codec.TextDecoder} reads one.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec;
