/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/**
 * Reads escapes. What the chars of an open escape are is the matter of the subclass; here is what
 * becomes of one that is broken: it is text, and the char behind it is read anew.
 */
abstract class UnpackStage extends TextPieces {
  private final char intro;
  private final boolean refusesBroken;

  /** The chars taken of the open escape, from the first on; empty if none is open. */
  String open = "";

  /** Where the open escape begins. */
  private long begin;

  UnpackStage(Packing packing, char intro) {
    super(packing.onMalformed());
    this.intro = intro;
    this.refusesBroken = packing.refusesBroken();
  }

  /** Whether an escape is open. */
  final boolean isOpen() {
    return !open.isEmpty();
  }

  /** Takes a char of the open escape, and perhaps closes it. False: it is none of its chars. */
  abstract boolean accept(char c, StringBuilder out);

  /** What is taken of the open escape. */
  String openText() {
    return open;
  }

  /** Whether what is taken of the open escape cannot be meant as text. */
  boolean isEscape() {
    return open.length() > 1;
  }

  /** Forgets the open escape. */
  void forgetOpen() {
    open = "";
  }

  /** Whether complete escapes wait for what follows them. */
  boolean hasWaiting() {
    return false;
  }

  /** The text of complete escapes that wait for what follows them. */
  String waitingText() {
    return "";
  }

  /** Decides complete escapes that wait: what follows them is none. */
  void settleWaiting(StringBuilder out, boolean ending) {}

  /** Where the open escape begins, in UTF-16 code units of the stream. */
  final long begin() {
    return begin;
  }

  @Override
  final boolean isPlain(char c) {
    return c != intro && !isOpen() && !hasWaiting();
  }

  @Override
  final void take(char c, StringBuilder out) {
    if (isOpen()) {
      if (accept(c, out)) {
        return;
      }
      breakOpen(out, false);
    }
    if (c == intro) {
      begin = offset();
      open = String.valueOf(intro);
    } else {
      settleWaiting(out, false);
      out.append(c);
    }
  }

  private void breakOpen(StringBuilder out, boolean ending) {
    settleWaiting(out, ending);
    if (refusesBroken && isEscape()) {
      throw new BrokenEscapeException(openText(), begin);
    }
    out.append(openText());
    forgetOpen();
  }

  @Override
  final void takePair(char high, char low, StringBuilder out) {
    out.append(high).append(low);
  }

  @Override
  final void settle(StringBuilder out, boolean ending) {
    if (isOpen()) {
      breakOpen(out, ending);
    }
    settleWaiting(out, ending);
  }

  @Override
  final String waiting() {
    return waitingText() + (isOpen() ? openText() : "");
  }

  static boolean isHex(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }
}
