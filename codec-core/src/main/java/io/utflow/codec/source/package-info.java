/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The seam between the core and an artifact with other encodings. Internal; for our own artifacts
 * alone.
 *
 * <p>In come names, labels of the web and charsets that the core has not; out go definitions, of
 * which the engine makes encodings, each once. Begin with {@code EncodingSource}, which an artifact
 * implements once and names as a service.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.source;
