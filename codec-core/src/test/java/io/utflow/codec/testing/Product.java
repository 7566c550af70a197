/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How much of a law a build runs, by {@code -Dutflow.tests}. {@code sample}, the default, takes
 * each value of each dimension of a law, but few of them together; {@code exhaustive}, which CI
 * runs, takes each value of each dimension with each value of each other; {@code all} takes the
 * whole product.
 *
 * <p>What a sample takes follows from {@code -Dutflow.tests.seed}. The run of a module says the
 * extent and the seed in its first lines.
 */
public final class Product {
  /** From the least to the most. */
  private enum Extent {
    SAMPLE,
    EXHAUSTIVE,
    ALL
  }

  private static final Extent EXTENT =
      Extent.valueOf(System.getProperty("utflow.tests", "sample").toUpperCase(Locale.ROOT));
  private static final int SEED = Integer.getInteger("utflow.tests.seed", 1);
  private static final boolean FORCED = System.getProperty("utflow.kernel") != null;

  /** A sample reads so many times fewer streams than the exhaustive tests. */
  private static final int FEWER = 30;

  static {
    if (EXTENT == Extent.SAMPLE) {
      System.out.printf(
          "Laws are sampled: -Dutflow.tests=sample -Dutflow.tests.seed=%d; -P exhaustive runs all.%n",
          SEED);
    }
  }

  private Product() {}

  /** Whether a sample is run. */
  public static boolean isSampled() {
    return EXTENT == Extent.SAMPLE;
  }

  /** Whether whole products are run. */
  public static boolean isWhole() {
    return EXTENT == Extent.ALL;
  }

  /**
   * Whether the third value is run with the other two: the numbers of these name the one, of so
   * many {@code thirds}, whose turn it is.
   */
  public static boolean takes(int first, int second, int third, int thirds) {
    return EXTENT == Extent.ALL || (first + second) % thirds == third % thirds;
  }

  /** Whether a sample of one in so many takes this one; exhaustive tests take all. */
  public static boolean takes(int number, int of) {
    return EXTENT != Extent.SAMPLE || Math.floorMod(number + SEED, of) == 0;
  }

  /** The same, but others in other test classes. */
  public static boolean takes(int number, int of, Object test) {
    return takes(number + Math.floorMod(test.getClass().getName().hashCode(), of), of);
  }

  /**
   * How many of so many random streams are run: half of them, for each way of calling reads streams
   * of its own ({@link #seed}); where a kernel is forced a quarter, for every way of calling has
   * had them without, and the kernel has laws of its own. Of these a sample runs a thirtieth.
   */
  public static int streams(int all) {
    int exhaustive = FORCED ? (all + 3) / 4 : (all + 1) / 2;
    return switch (EXTENT) {
      case SAMPLE -> sampled(exhaustive);
      case EXHAUSTIVE -> exhaustive;
      case ALL -> all;
    };
  }

  /** How many of so many are run: a sample takes a thirtieth, and at least one. */
  public static int sampled(int exhaustive) {
    return sampled(exhaustive, FEWER);
  }

  /** How many of so many are run: a sample takes one in so many, and at least one. */
  public static int sampled(int exhaustive, int of) {
    return EXTENT == Extent.SAMPLE ? Math.max(1, exhaustive / of) : exhaustive;
  }

  /** Of one dimension of a law: one in so many where a sample is run, but at least one. */
  public static <T> List<T> sampled(List<T> all, int of) {
    List<T> sample = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (takes(i, of)) {
        sample.add(all.get(i));
      }
    }
    return sample.isEmpty() ? all.subList(0, Math.min(1, all.size())) : sample;
  }

  /** The same, but others for other test classes. */
  public static <T> List<T> sampled(List<T> all, int of, Object test) {
    List<T> sample = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (takes(i, of, test)) {
        sample.add(all.get(i));
      }
    }
    return sample;
  }

  /** The seed of the random streams of one test class: classes with the same laws read others. */
  public static long seed(Object test, int law) {
    return 64L * test.getClass().getName().hashCode() + law + (SEED - 1) * 0x9E3779B9L;
  }
}
