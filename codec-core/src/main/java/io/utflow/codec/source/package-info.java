/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The seam between the core and an artifact with other encodings. Internal; for our own artifacts
 * alone.
 *
 * <p>Inside: {@link io.utflow.codec.source.EncodingSource}, which an artifact implements once and
 * names as a service; {@link io.utflow.codec.source.EncodingDefinition}, what it answers: a name, a
 * form and a kernel; {@link io.utflow.codec.source.NearNames}, which gathers what may have been
 * meant by a mistyped name.
 *
 * <p>In come names, labels of the web and charsets that the core has not; out go definitions, of
 * which the engine makes encodings, each once. Begin with {@code EncodingSource}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.source;
