/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lines of text in any encoding as a data source of Spark, by its connector API.
 *
 * <p>In: paths, and the options of {@link io.utflow.spark.UtflowDataSource}. Out: a row a line.
 */
@NullMarked
package io.utflow.spark;

import org.jspecify.annotations.NullMarked;
