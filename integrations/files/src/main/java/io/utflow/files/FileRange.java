/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

/**
 * A split of a file: what begins in it is read with it. Immutable.
 *
 * @param begin a byte offset in the file; it need not be a boundary of anything
 * @param end the byte offset behind it
 */
public record FileRange(long begin, long end) {}
