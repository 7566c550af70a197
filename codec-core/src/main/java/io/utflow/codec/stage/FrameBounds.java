/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * The position of the content of a frame. Immutable and thread-safe.
 *
 * @param byteOffset the offset of its first byte in the stream if a {@link FrameFinder} finds the
 *     frames; 0 if a handler announces them
 * @param length in bytes, without the marks around it
 */
public record FrameBounds(long byteOffset, long length) {}
