/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Utflow's codecs in every WebFlux server and every {@code WebClient} that Spring Boot configures.
 * In a servlet application only {@code WebClient} has them; the start warns of it. The properties
 * {@code utflow.codec.*} say how text is read; a {@link io.utflow.spring.boot.CodecSpecCustomizer}
 * sets what properties cannot. With {@code utflow-micrometer} and a {@code MeterRegistry}, bytes
 * and text that are read and written are counted; {@code utflow.metrics.enabled=false} turns that
 * off.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.spring.boot;
