/**
 * Utflow and its peers on the same text in the same run. {@link io.utflow.benchmarks.RatioTable}
 * prints how many times faster we are, {@link io.utflow.benchmarks.GrowthTable} whether a long
 * stream is as fast as a short one, {@link io.utflow.benchmarks.HostileTable} what the worst input
 * costs, {@link io.utflow.benchmarks.IdleTable} what a silent stream holds. {@link
 * io.utflow.benchmarks.DecodeBenchmark} is for JMH. Who takes part is named in {@link
 * io.utflow.benchmarks.Subjects}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.benchmarks;
