/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import io.utflow.spring.CodecSpec;

/**
 * A bean that adds to the codecs what properties cannot say, such as an observer of ill-formed
 * text. Several are asked in the order of their {@code @Order}, when the application starts.
 *
 * <pre>{@code
 * @Bean
 * CodecSpecCustomizer illFormedTextIsLogged() {
 *   return spec -> spec.decoder(spec.decoder().observer(sequence -> log.warn("{}", sequence)));
 * }
 * }</pre>
 */
@FunctionalInterface
public interface CodecSpecCustomizer {
  /**
   * Changes how the codecs read and write.
   *
   * @param spec what the properties say, and the customizers before this one
   * @return the spec to use instead, or {@code spec} itself
   */
  CodecSpec customize(CodecSpec spec);
}
