/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.IllFormedSequence;

/**
 * A line or record that was refused, for something in it is ill-formed and the policy reports it:
 * what the function of {@link LineSpec#refused} and {@link RecordSpec#refused} is given, to say
 * what stands in its place. Immutable and thread-safe.
 *
 * <pre>{@code
 * LineSpec lines =
 *     LineSpec.of(LineBreaks.LF_ONLY).refused(line -> "no text at byte " + line.byteOffset());
 * }</pre>
 *
 * @param byteOffset where it begins, in bytes of the stream; 0 for the first, its byte order mark
 *     included
 * @param byteLength how many bytes it has, without its terminator
 * @param sequence the first ill-formed sequence of it that the policy reports
 */
public record RefusedLine(long byteOffset, long byteLength, IllFormedSequence sequence) {}
