/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

/**
 * A split of a file: each line that begins in it is read with it. Immutable.
 *
 * @param begin a byte offset in the file; it need not be a boundary of anything
 * @param end the byte offset of its end, exclusive
 */
public record FileRange(long begin, long end) {}
