/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import io.utflow.benchmarks.Result;
import io.utflow.benchmarks.ResultFile;
import java.awt.BasicStroke;
import java.awt.Font;
import java.awt.Rectangle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.labels.ItemLabelAnchor;
import org.jfree.chart.labels.ItemLabelPosition;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.svg.SVGGraphics2D;

/**
 * Draws the chart of the README from the results in {@code benchmarks/results}, for light and dark
 * pages. For each use two bars go from 1, where both are equally fast, to the left where Utflow is
 * slower and to the right where it is faster: the worst text and the text in the middle, each with
 * its name and figure. The use with the worst figure stands first.
 *
 * <p>Arguments: the folder of the results, the folder of the pictures.
 */
public final class SpeedChart {
  /** The title of the chart. */
  static final String TITLE = "How many times as fast as what you call today";

  /** The width of the picture. */
  static final int WIDTH = 900;

  private static final int HEIGHT = 480;

  /** The greatest part of the width for the names of the uses, on two lines. */
  private static final float NAMES = 0.3f;

  /** The width of the bars with their labels, at least. */
  private static final double BARS = WIDTH * (1 - NAMES) - 40;

  /** The times as fast at the left edge. */
  private static final double LEFT_EDGE = 0.5;

  private static final double LABEL_GAP = 5;

  /** The average width of a letter of a label in a wide font, such as DejaVu Sans. */
  private static final double LETTER = 0.65 * 13;

  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font BOLD = new Font(Font.SANS_SERIF, Font.BOLD, 13);

  private SpeedChart() {}

  /** Draws. */
  public static void main(String[] arguments) throws IOException {
    System.setProperty("java.awt.headless", "true");
    Path results = Path.of(arguments[0]);
    for (Palette palette : Palette.values()) {
      String svg = svg(chart(Use.all(results), palette), description(results));
      Files.writeString(Path.of(arguments[1], "speed-" + palette.label() + ".svg"), svg);
    }
  }

  /** All that the chart tells, a sentence for each use. */
  static String description(Path results) throws IOException {
    Path file = results.resolve("pieces-jdk17.tsv");
    StringBuilder text = new StringBuilder();
    text.append("JDK ").append(ResultFile.comment(file, "JDK").split("[.+]")[0]).append(", ");
    text.append(ResultFile.comment(file, "machine")).append('.');
    for (Use use : Use.all(results)) {
      text.append(' ').append(use.name()).append(": worst ").append(label(use.worst()));
      text.append("; in the middle ").append(label(use.middle())).append('.');
    }
    return text.toString();
  }

  /** As a reader of the chart sees it. */
  static String label(Result result) {
    return String.format(Locale.ROOT, "%.2f %s", result.times(), result.text());
  }

  private static String svg(JFreeChart chart, String description) {
    SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, HEIGHT);
    graphics.setDefsKeyPrefix("speed");
    chart.draw(graphics, new Rectangle(WIDTH, HEIGHT));
    String svg = graphics.getSVGElement(null, true, null, null, null);
    int inside = svg.indexOf('>') + 1;
    return svg.substring(0, inside - 1)
        + " role=\"img\"><title>"
        + TITLE
        + "</title><desc>"
        + description
        + "</desc>"
        + svg.substring(inside)
        + "\n";
  }

  private static JFreeChart chart(List<Use> uses, Palette palette) {
    DefaultCategoryDataset bars = new DefaultCategoryDataset();
    for (Use use : uses) {
      bars.addValue(use.worst().times(), "the worst text", use.name());
      bars.addValue(use.middle().times(), "the text in the middle", use.name());
    }
    JFreeChart chart =
        ChartFactory.createBarChart(
            TITLE, null, null, bars, PlotOrientation.HORIZONTAL, true, false, false);
    chart.setBackgroundPaint(palette.page);
    chart.getTitle().setFont(BOLD.deriveFont(15f));
    chart.getTitle().setPaint(palette.text);
    chart.getLegend().setBackgroundPaint(palette.page);
    chart.getLegend().setItemPaint(palette.text);
    chart.getLegend().setItemFont(PLAIN);
    chart.getLegend().setFrame(BlockBorder.NONE);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setBackgroundPaint(palette.page);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(palette.grid);
    plot.setRangeGridlinesVisible(true);
    plot.setRangeAxis(times(palette, rightEdge(uses)));
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
    plot.addRangeMarker(new ValueMarker(1, palette.text, new BasicStroke(1.5f)), Layer.FOREGROUND);
    CategoryAxis names = plot.getDomainAxis();
    names.setTickLabelFont(PLAIN);
    names.setTickLabelPaint(palette.text);
    names.setAxisLineVisible(false);
    names.setTickMarksVisible(false);
    names.setMaximumCategoryLabelLines(2);
    names.setMaximumCategoryLabelWidthRatio(NAMES);
    plot.setRenderer(renderer(uses, palette));
    return chart;
  }

  /**
   * {@return how many times as fast the right edge stands for, so that each label has room between
   * the end of its bar and the edge} A reader's fonts are not those of this machine, so the room is
   * that of a wide one.
   */
  private static double rightEdge(List<Use> uses) {
    double edge = 2;
    for (Use use : uses) {
      for (Result result : List.of(use.worst(), use.middle())) {
        double room = BARS - LABEL_GAP - LETTER * label(result).length();
        double logarithm = Math.log(Math.max(1, result.times()) / LEFT_EDGE) * BARS / room;
        edge = Math.max(edge, LEFT_EDGE * Math.exp(logarithm));
      }
    }
    return edge;
  }

  /** Each step doubles: twice as fast is as far from 1 as half as fast. */
  private static LogAxis times(Palette palette, double rightEdge) {
    LogAxis axis = new LogAxis(null);
    axis.setBase(2);
    axis.setSmallestValue(LEFT_EDGE);
    axis.setRange(LEFT_EDGE, rightEdge);
    axis.setTickUnit(new NumberTickUnit(1));
    axis.setMinorTickMarksVisible(false);
    axis.setNumberFormatOverride(
        new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    axis.setTickLabelFont(PLAIN);
    axis.setTickLabelPaint(palette.text);
    axis.setAxisLineVisible(false);
    return axis;
  }

  private static BarRenderer renderer(List<Use> uses, Palette palette) {
    BarRenderer renderer = new BarRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setBase(1);
    renderer.setItemMargin(0.08);
    renderer.setItemLabelInsets(new RectangleInsets(0, LABEL_GAP, 0, LABEL_GAP));
    renderer.setSeriesPaint(0, palette.worst);
    renderer.setSeriesPaint(1, palette.middle);
    renderer.setDefaultItemLabelsVisible(true);
    renderer.setDefaultItemLabelFont(PLAIN);
    renderer.setSeriesItemLabelFont(0, BOLD);
    renderer.setDefaultItemLabelPaint(palette.text);
    ItemLabelPosition right =
        new ItemLabelPosition(ItemLabelAnchor.OUTSIDE3, TextAnchor.CENTER_LEFT);
    renderer.setDefaultPositiveItemLabelPosition(right);
    renderer.setDefaultItemLabelGenerator(
        new Labels(
            uses.stream().map(use -> List.of(label(use.worst()), label(use.middle()))).toList()));
    return renderer;
  }
}
