/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/**
 * Decodes as a {@code TextDecoder} does, in the encoding that is found out. One for each stream.
 */
final class DetectedText {
  private final ByteStage<String> stage;

  /** The text for which there was no room yet: {@code [next, length)}. */
  private String piece = "";

  private int next;
  private boolean isEnded;

  DetectedText(Detection detection) {
    this.stage = Stages.decode(detection);
  }

  /** After OVERFLOW the same input is given again; after UNDERFLOW nothing refers to it. */
  CoderStatus decode(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    if (in.hasRemaining() && stage.isSpent()) {
      stage.offer(in);
    }
    while (true) {
      int count = Math.min(out.remaining(), piece.length() - next);
      out.put(piece, next, next + count);
      next += count;
      if (next < piece.length()) {
        return CoderStatus.OVERFLOW;
      }
      String more = stage.poll();
      if (more != null) {
        piece = more;
        next = 0;
      } else if (endOfInput && !isEnded) {
        isEnded = true;
        stage.endOfInput();
      } else {
        return CoderStatus.UNDERFLOW;
      }
    }
  }
}
