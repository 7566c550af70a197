/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.scripts.GuidedScripts;

/** Server-sent events, by the words of the standard. */
public final class EventsFuzz {
  private static final GuidedScripts LAWS =
      new GuidedScripts("EVENTS EVENT_WRITE CUTS TAKE COUNTS", "EVENTS");

  private EventsFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    LAWS.check(data);
  }
}
