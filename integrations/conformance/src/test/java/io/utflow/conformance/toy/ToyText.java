/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.toy;

import io.utflow.conformance.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a stream of bytes as text, with one fault at most. */
final class ToyText {
  private static final byte[][] MARKS = {
    {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
    {(byte) 0xFE, (byte) 0xFF},
    {(byte) 0xFF, (byte) 0xFE},
    {0, 0, (byte) 0xFE, (byte) 0xFF},
    {(byte) 0xFF, (byte) 0xFE, 0, 0}
  };
  private static final String[] OF_MARKS = {
    "UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"
  };

  private final @Nullable Fault fault;
  private final ToyForms forms;
  private final List<Place> illFormed = new ArrayList<>();
  private String encoding;
  private byte[] kept = new byte[0];
  private int read;
  private boolean begun;
  private boolean ended;
  private boolean ranIllFormed;
  private String held = "";

  ToyText(String encoding, @Nullable Fault fault) {
    this.encoding = encoding;
    this.fault = fault;
    forms = new ToyForms(fault);
  }

  List<Place> illFormed() {
    return illFormed;
  }

  int pendingBytes() {
    return fault == Fault.ALL_KEPT ? read + kept.length : kept.length;
  }

  /** The text that came of a piece; {@code end}: no other will come. */
  String read(byte[] piece, boolean end) {
    byte[] bytes = Arrays.copyOf(kept, kept.length + piece.length);
    System.arraycopy(piece, 0, bytes, kept.length, piece.length);
    boolean whole = end || fault == Fault.NO_CARRY;
    int at = begun ? 0 : mark(bytes, whole);
    StringBuilder text = new StringBuilder();
    while (begun && at < bytes.length) {
      ToyForms.Step step = forms.step(encoding, bytes, at, whole);
      if (step.length() == 0) {
        break;
      }
      take(step, at, text, end && at + step.length() == bytes.length);
      at += step.length();
    }
    read += at;
    kept = Arrays.copyOfRange(bytes, at, bytes.length);
    if (fault == Fault.CARRY_OF_TWO && kept.length > 2) {
      kept = Arrays.copyOf(kept, 2);
    }
    return fault == Fault.HELD_BACK ? heldBack(text.toString(), end) : text.toString();
  }

  private void take(ToyForms.Step step, int at, StringBuilder text, boolean last) {
    String found = step.text();
    if (found == null) {
      int offset = read + at + (fault == Fault.PLACE_LATE ? 1 : 0);
      illFormed.add(new Place(offset, step.length()));
      boolean lost =
          fault == Fault.TAIL_LOST && last || fault == Fault.ONE_FOR_A_RUN && ranIllFormed;
      found = lost ? "" : "\uFFFD";
    }
    ranIllFormed = step.text() == null;
    ended |= fault == Fault.NUL_ENDS && found.equals("\0");
    if (!ended && !(fault == Fault.MARKS_DROPPED && found.equals("\uFEFF"))) {
      text.append(found);
    }
  }

  /** The bytes of a mark that is no text; 0 and not begun while more have to come. */
  private int mark(byte[] bytes, boolean end) {
    boolean decides = encoding.equals("UTF-16") || encoding.equals("UTF-32");
    for (int i = 0; i < MARKS.length; i++) {
      if (!(decides ? OF_MARKS[i].startsWith(encoding) : i == 0 && encoding.equals("UTF-8"))
          || decides && fault == Fault.MARK_FORGOTTEN) {
        continue;
      }
      int there = Math.min(bytes.length, MARKS[i].length);
      if (!Arrays.equals(bytes, 0, there, MARKS[i], 0, there)) {
        continue;
      }
      if (there == MARKS[i].length) {
        encoding = OF_MARKS[i];
        begun = true;
        return there;
      }
      if (!end && (fault != Fault.MARK_IN_ONE_PIECE || bytes.length == 0)) {
        return 0;
      }
    }
    begun = true;
    if (decides) {
      boolean little = fault == Fault.UNMARKED_LITTLE && encoding.equals("UTF-32");
      boolean other = fault == Fault.UNMARKED_UTF_8 && encoding.equals("UTF-16");
      encoding = other ? "UTF-8" : encoding + (little ? "LE" : "BE");
    }
    return 0;
  }

  private String heldBack(String text, boolean end) {
    String all = held + text;
    int last = all.isEmpty() || end ? all.length() : all.offsetByCodePoints(all.length(), -1);
    held = all.substring(last);
    return all.substring(0, last);
  }
}
