package io.utflow.examples.transcode;

/**
 * A run of seconds ends before vector kernels pay: the JVM needs seconds of a processor to compile
 * them. So such a run names others, before the library is used.
 */
final class ShortRun {
  private static final String PROPERTY = "utflow.kernel";
  private static final int FIRST_JAVA_WITH_VECTOR_KERNELS = 25;

  private ShortRun() {}

  /** Has an effect only if no kernels are named and the run has the Vector API. */
  static void needsNoVectors() {
    if (System.getProperty(PROPERTY) == null
        && Runtime.version().feature() >= FIRST_JAVA_WITH_VECTOR_KERNELS
        && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      boolean compresses = System.getProperty("os.arch").equals("amd64");
      System.setProperty(PROPERTY, compresses ? "compress" : "swar");
    }
  }
}
