/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a fuzzer calls that is guided by coverage (Jazzer, {@code -P jazzer}): each class reads
 * bytes and throws where a law is broken. {@link io.utflow.codec.guided.GuidedFuzz} runs them.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.guided;
