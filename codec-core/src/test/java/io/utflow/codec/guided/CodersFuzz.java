/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.scripts.GuidedScripts;

/**
 * Decoders, encoders, transcoders, validators. Not the stage that validates: it hands bytes on
 * before their order is known, so that what a listener is told of each encoding depends on the cut;
 * all of them together do not.
 */
public final class CodersFuzz {
  private static final GuidedScripts LAWS =
      new GuidedScripts(
          "CUTS COUNTS AS_DECODER TRANSCODE READ_BACK END_PROOF PREFIX RESET SWITCH_CUTS",
          "DECODER_BUFFER DECODER_STRING DECODER_PIECES CHUNKS CHUNKS_AT_ONCE WHOLE_TEXT VALIDATOR"
              + " TRANSCODER TRANSCODE_STAGE TEXT_READER ENCODER ENCODE_STAGE");

  private CodersFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    LAWS.check(data);
  }
}
