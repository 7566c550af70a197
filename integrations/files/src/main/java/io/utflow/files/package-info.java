/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Files of text on one machine, read by all its cores. {@link io.utflow.files.TextFile} opens one
 * and plans its splits; its operations read them in parallel: lines, in order or not, the count of
 * lines, validation, transcoding. {@link io.utflow.files.FileSplitReader} reads one split.
 *
 * <p>Bytes come from positioned reads of a {@link java.nio.channels.FileChannel}, in constant
 * memory: a thread has one buffer, and the splits that are read or wait are at most two more than
 * there are threads.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.files;
