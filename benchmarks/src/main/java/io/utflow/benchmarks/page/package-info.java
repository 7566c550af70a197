/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Figures of the documentation. In: pages with marks, and files of results. Out: the same pages,
 * their tables written anew. Begin at {@code MeasuredTables}. Nothing here measures.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.benchmarks.page;
