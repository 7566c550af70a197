/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.testing;

/** The decoder of ISO-2022-JP (WHATWG Encoding, §12.2.1), state by state as it is written there. */
final class StandardIso2022JpDecoder extends StandardDecoder {
  private static final int ESC = 0x1B;

  private enum State {
    ASCII,
    ROMAN,
    KATAKANA,
    LEAD_BYTE,
    TRAIL_BYTE,
    ESCAPE_START,
    ESCAPE
  }

  private State state = State.ASCII;
  private State outputState = State.ASCII;
  private int lead;
  private boolean output;

  @Override
  String handle(Queue queue, int b) {
    return switch (state) {
      case ASCII, ROMAN, KATAKANA -> single(b);
      case LEAD_BYTE -> leadByte(b);
      case TRAIL_BYTE -> trailByte(b);
      case ESCAPE_START -> escapeStart(queue, b);
      case ESCAPE -> escape(queue, b);
    };
  }

  private String single(int b) {
    if (b == ESC) {
      state = State.ESCAPE_START;
      return CONTINUE;
    }
    if (b == END_OF_QUEUE) {
      return FINISHED;
    }
    output = false;
    if (state == State.KATAKANA) {
      return isIn(b, 0x21, 0x5F) ? text(0xFF61 - 0x21 + b) : ERROR;
    }
    if (state == State.ROMAN && b == 0x5C) {
      return text(0xA5);
    }
    if (state == State.ROMAN && b == 0x7E) {
      return text(0x203E);
    }
    return isAscii(b) && b != 0x0E && b != 0x0F ? text(b) : ERROR;
  }

  private String leadByte(int b) {
    if (b == ESC) {
      state = State.ESCAPE_START;
      return CONTINUE;
    }
    if (b == END_OF_QUEUE) {
      return FINISHED;
    }
    output = false;
    if (isIn(b, 0x21, 0x7E)) {
      lead = b;
      state = State.TRAIL_BYTE;
      return CONTINUE;
    }
    return ERROR;
  }

  private String trailByte(int b) {
    if (b == ESC) {
      state = State.ESCAPE_START;
      return ERROR;
    }
    state = State.LEAD_BYTE;
    if (isIn(b, 0x21, 0x7E)) {
      int pointer = (lead - 0x21) * 94 + b - 0x21;
      int codePoint = StandardIndexes.codePoint(StandardIndexes.jis0208(), pointer);
      return codePoint == 0 ? ERROR : text(codePoint);
    }
    return ERROR;
  }

  private String escapeStart(Queue queue, int b) {
    if (b == 0x24 || b == 0x28) {
      lead = b;
      state = State.ESCAPE;
      return CONTINUE;
    }
    queue.restore(b == END_OF_QUEUE ? 0 : 1);
    output = false;
    state = outputState;
    return ERROR;
  }

  private String escape(Queue queue, int b) {
    int first = lead;
    lead = 0;
    State named = null;
    if (first == 0x28 && b == 0x42) {
      named = State.ASCII;
    }
    if (first == 0x28 && b == 0x4A) {
      named = State.ROMAN;
    }
    if (first == 0x28 && b == 0x49) {
      named = State.KATAKANA;
    }
    if (first == 0x24 && (b == 0x40 || b == 0x42)) {
      named = State.LEAD_BYTE;
    }
    if (named != null) {
      state = named;
      outputState = named;
      boolean wasSet = output;
      output = true;
      return wasSet ? ERROR : CONTINUE;
    }
    queue.restore(b == END_OF_QUEUE ? 1 : 2);
    output = false;
    state = outputState;
    return ERROR;
  }

  @Override
  int held() {
    return switch (state) {
      case TRAIL_BYTE, ESCAPE_START -> 1;
      case ESCAPE -> 2;
      default -> 0;
    };
  }
}
