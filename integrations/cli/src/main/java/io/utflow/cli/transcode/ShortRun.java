/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

/**
 * Keeps a run of a few seconds from warming up vector kernels: the JVM needs seconds of a processor
 * to compile them, so the run ends before they pay.
 */
final class ShortRun {
  private static final String PROPERTY = "utflow.kernel";

  private ShortRun() {}

  /** Names other kernels, unless the user has; to be called before the library is used. */
  static void useNoVectors() {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, "portable");
    }
  }
}
