/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Pictures of the measured results. Input: files of results. Output: SVG, for light and dark pages.
 * Begin at {@code SpeedChart}. Nothing here measures.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.benchmarks.chart;
