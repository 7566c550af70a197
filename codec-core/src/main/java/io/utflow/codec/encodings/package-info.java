/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The encodings, their names, and their byte order marks. Internal.
 *
 * <p>Input: a name, a label of the web, a {@code Content-Type} or the first bytes of a stream.
 * Output: an {@code Encoding}, which is a form, its kernels and its byte order marks. Begin with
 * {@code EncodingNames}, which makes all except UTF-8, UTF-16 and UTF-32, the constants of {@code
 * Encoding}. {@code OtherSources} asks other artifacts for encodings that the core lacks.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.encodings;
