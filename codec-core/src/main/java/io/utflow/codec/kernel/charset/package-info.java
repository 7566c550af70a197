/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernels of the JDK's charsets, the same in every set: by tables, by the JDK's own coders, by
 * the form of a stream with state. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.charset;
