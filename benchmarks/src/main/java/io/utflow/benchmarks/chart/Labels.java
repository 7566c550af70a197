/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import java.util.List;
import org.jfree.chart.labels.CategoryItemLabelGenerator;
import org.jfree.data.category.CategoryDataset;

/**
 * The label at each bar.
 *
 * @param ofCategories a list for each category, a label for each of its bars
 */
record Labels(List<List<String>> ofCategories) implements CategoryItemLabelGenerator {
  @Override
  public String generateLabel(CategoryDataset bars, int series, int category) {
    return ofCategories.get(category).get(series);
  }

  @Override
  public String generateRowLabel(CategoryDataset bars, int series) {
    return bars.getRowKey(series).toString();
  }

  @Override
  public String generateColumnLabel(CategoryDataset bars, int category) {
    return bars.getColumnKey(category).toString();
  }
}
