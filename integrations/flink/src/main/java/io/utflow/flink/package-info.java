/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lines of files in any encoding for Apache Flink's {@code FileSource}, by several readers a file:
 * {@link io.utflow.flink.LineFormat}, and {@link io.utflow.flink.FixedSizeSplits} where the file
 * system does not split.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.flink;
