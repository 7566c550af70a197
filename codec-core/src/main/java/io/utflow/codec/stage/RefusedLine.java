/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.IllFormedSequence;

/**
 * A line or record that was refused because the policy reports an ill-formed sequence in it. It is
 * the argument of the function in {@link LineSpec#refused} and {@link RecordSpec#refused}, which
 * returns the text that takes its place. Immutable and thread-safe.
 *
 * <pre>{@code
 * LineSpec lines =
 *     LineSpec.of(LineBreaks.LF_ONLY).refused(line -> "no text at byte " + line.byteOffset());
 * }</pre>
 *
 * @param byteOffset where it begins, in bytes from the start of the stream; 0 for the first, even
 *     after a byte order mark
 * @param byteLength how many bytes it has, without its terminator
 * @param sequence the first ill-formed sequence in it that the policy reports
 */
public record RefusedLine(long byteOffset, long byteLength, IllFormedSequence sequence) {}
