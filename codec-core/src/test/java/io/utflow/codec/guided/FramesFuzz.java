/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.scripts.GuidedScripts;

/** Frames: what comes of each is what comes of it alone. */
public final class FramesFuzz {
  private static final GuidedScripts LAWS =
      new GuidedScripts("FRAMES FRAMES_TAKE CUTS", "FRAMES WHOLE_FRAMES DRIVEN_FRAMES");

  private FramesFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    LAWS.check(data);
  }
}
