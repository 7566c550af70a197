/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which encodings there are, what they are called, and what tells them apart. Internal.
 *
 * <p>In come a name, a label of the web, a {@code Content-Type} or the first bytes of a stream; out
 * goes an {@code Encoding}: a form, its kernels and its byte order marks. Begin with {@code
 * EncodingNames}, which makes all but UTF-8, UTF-16 and UTF-32, the constants of {@code Encoding}.
 * What the core does not have, {@code OtherSources} asks other artifacts for.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.encodings;
