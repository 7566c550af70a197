/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Utflow and its peers on the same text in the same run. {@link io.utflow.benchmarks.RatioTable}
 * prints how many times faster Utflow is, {@link io.utflow.benchmarks.GrowthTable} whether a long
 * stream is as fast as a short one, {@link io.utflow.benchmarks.HostileTable} what the worst input
 * costs, {@link io.utflow.benchmarks.IdleTable} what a silent stream holds. {@link
 * io.utflow.benchmarks.DecodeBenchmark} is for JMH. Those that take part are named in {@link
 * io.utflow.benchmarks.Contender}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.benchmarks;
