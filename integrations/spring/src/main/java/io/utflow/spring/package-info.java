/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Codecs for WebFlux, {@code WebClient} and RSocket: {@link io.utflow.spring.UtflowCodecs} puts
 * them in, {@link io.utflow.spring.CodecSpec} says how they read and write.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.spring;
