package io.utflow.examples.transcode;

/**
 * A run of seconds ends before vector kernels pay: the JVM needs seconds of a processor to compile
 * them. So such a run names others, before the library is used.
 */
final class ShortRun {
  private static final String PROPERTY = "utflow.kernel";

  private ShortRun() {}

  /** Has an effect only if no kernels are named, and before the library is used. */
  static void needsNoVectors() {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, "portable");
    }
  }
}
