/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

/**
 * The part of a product of three dimensions that a build runs: each value of each dimension with
 * each of the two others, but not all three with each other. {@code -Dutflow.tests=all} runs the
 * whole product.
 */
public final class Product {
  private static final boolean WHOLE = "all".equals(System.getProperty("utflow.tests"));
  private static final boolean FORCED = System.getProperty("utflow.kernel") != null;

  private Product() {}

  /**
   * Whether the third value is run with the other two: the numbers of these name the one, of so
   * many {@code thirds}, whose turn it is.
   */
  public static boolean takes(int first, int second, int third, int thirds) {
    return WHOLE || (first + second) % thirds == third % thirds;
  }

  /**
   * How many of so many random streams are run: half of them, for each way of calling reads streams
   * of its own ({@link #seed}); where a kernel is forced a quarter, for every way of calling has
   * had them without, and the kernel has laws of its own.
   */
  public static int streams(int all) {
    return WHOLE ? all : FORCED ? (all + 3) / 4 : (all + 1) / 2;
  }

  /** The seed of the random streams of one test class: classes with the same laws read others. */
  public static long seed(Object test, int law) {
    return 64L * test.getClass().getName().hashCode() + law;
  }
}
