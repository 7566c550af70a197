/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.scripts.GuidedScripts;

/** What is detected is what a look at the whole stream would tell. */
public final class DetectionFuzz {
  private static final GuidedScripts LAWS =
      new GuidedScripts("DETECT CUTS SWITCH_CUTS TAKE COUNTS", "DETECTED_CHUNKS DETECTED_LINES");

  private DetectionFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    LAWS.check(data);
  }
}
