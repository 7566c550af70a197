/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A WebFlux application, whose text is read by Utflow because its starter is on the class path, and
 * {@link io.utflow.examples.webflux.Comparison}: the same requests against Spring's own codecs.
 */
package io.utflow.examples.webflux;
