/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Text for code that blocks: a {@link java.io.Reader} and a {@link java.io.Writer} over streams of
 * bytes, and a reader of lines, by the same specs as everywhere. Streams of bytes come in; text or
 * lines go out, or the other way.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.io;
