/**
 * Utflow and its peers on the same text in the same run. {@link io.utflow.benchmarks.RatioTable}
 * prints the table of the README in a minute or two; {@link io.utflow.benchmarks.DecodeBenchmark}
 * is the same for JMH.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.benchmarks;
