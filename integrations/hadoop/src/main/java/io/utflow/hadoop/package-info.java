/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lines of text in any encoding as the input of MapReduce, and of whatever else reads by an {@code
 * InputFormat}.
 *
 * <p>In: paths, and a configuration with the keys of {@link
 * io.utflow.hadoop.EncodedTextInputFormat}. Out: byte offsets and lines.
 */
@NullMarked
package io.utflow.hadoop;

import org.jspecify.annotations.NullMarked;
