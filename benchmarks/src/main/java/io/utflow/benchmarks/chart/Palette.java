/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import java.awt.Color;
import java.util.Locale;

/** The colours of a page; the two bars differ in lightness as well, for eyes and printers. */
enum Palette {
  LIGHT(0xFFFFFF, 0x1F2328, 0xD1D9E0, 0x0B3D91, 0x8FB8F6),
  DARK(0x0D1117, 0xF0F6FC, 0x3D444D, 0xA5C8FF, 0x2F5FB3);

  final Color page;
  final Color text;
  final Color grid;
  final Color worst;
  final Color middle;

  Palette(int page, int text, int grid, int worst, int middle) {
    this.page = new Color(page);
    this.text = new Color(text);
    this.grid = new Color(grid);
    this.worst = new Color(worst);
    this.middle = new Color(middle);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
