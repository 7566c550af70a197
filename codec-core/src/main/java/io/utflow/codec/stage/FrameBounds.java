/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Where the content of a frame stood. Immutable and thread-safe.
 *
 * @param byteOffset of its first byte: in the stream where a {@link FrameFinder} finds the frames;
 *     0 where a handler says what they are
 * @param length in bytes, without the marks around it
 */
public record FrameBounds(long byteOffset, long length) {}
