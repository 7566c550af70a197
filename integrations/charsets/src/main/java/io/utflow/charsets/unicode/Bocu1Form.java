/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.unicode;

import static io.utflow.codec.form.Cause.OUT_OF_RANGE;
import static io.utflow.codec.form.Cause.OVERLONG;
import static io.utflow.codec.form.Cause.SURROGATE;
import static io.utflow.codec.form.Cause.TRUNCATED;

import io.utflow.charsets.form.RunForm;
import io.utflow.charsets.form.StatefulForm;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;

/**
 * BOCU-1 (UTN #6): a byte up to 20 is that character; others write how far a character is from the
 * middle of the script of the one before, digit by digit to the base of 243. An object for each
 * stream; the shared one is in the state in which streams begin.
 *
 * <pre>
 *   difference             bytes
 *   -187661 and below      21        trail trail trail
 *   -187660 .. -10514      22..24    trail trail
 *   -10513 .. -65          25..4F    trail
 *   -64 .. 63              50..CF
 *   64 .. 10512            D0..FA    trail
 *   10513 .. 187659        FB..FD    trail trail
 *   187660 and above       FE        trail trail trail
 *                          FF        no character; begins anew
 * </pre>
 *
 * A trail is any byte but 00, 07..0F, 1A, 1B and 20, which stand for themselves wherever they are.
 */
public final class Bocu1Form implements StatefulForm, RunForm {
  /** The one that has read and written nothing. */
  public static final Bocu1Form SHARED = new Bocu1Form();

  private static final int BASE = 243;
  private static final int SPACE = 0x20;
  private static final int MIDDLE = 0x90;
  private static final int RESET = 0xFF;
  private static final int NONE = Integer.MIN_VALUE / 2;

  /** The value for the character before if there is no such character, or if it is a control. */
  private static final int INITIAL = 0x40;

  /** Trails from 20 on are these bytes from 21 on. */
  private static final int TRAIL_CONTROLS = 20;

  private static final int TRAIL_OFFSET = SPACE + 1 - TRAIL_CONTROLS;

  /** The number of differences, on either side of 0, that take one byte more than the index. */
  private static final int[] REACH = {64, 64 + 43 * BASE, 64 + 43 * BASE + 3 * BASE * BASE};

  /** The first lead byte above the middle, of one byte to four. */
  private static final int[] LEADS = {MIDDLE, 0xD0, 0xFB, 0xFE};

  /** The number of trails after a lead byte, and its difference if all of them are 0. */
  private static final byte[] TRAILS = new byte[0x100];

  private static final int[] STARTS = new int[0x100];

  static {
    for (int lead = SPACE + 1; lead < RESET; lead++) {
      TRAILS[lead] = (byte) trails(lead);
      STARTS[lead] = start(lead, TRAILS[lead]);
    }
  }

  private static final byte[] TRAIL_OF_CONTROL = trailsOfControls();
  private static final byte[] CONTROL_OF_TRAIL = controlsOfTrails();

  private int before = INITIAL;
  private int beforeRun = INITIAL;
  private int writtenBefore = INITIAL;

  private Bocu1Form() {}

  private static byte[] trailsOfControls() {
    byte[] trails = new byte[SPACE + 1];
    byte next = 0;
    for (int b = 0; b <= SPACE; b++) {
      boolean none = b == 0 || b >= 0x07 && b <= 0x0F || b == 0x1A || b == 0x1B || b == SPACE;
      trails[b] = none ? -1 : next++;
    }
    return trails;
  }

  private static byte[] controlsOfTrails() {
    byte[] controls = new byte[TRAIL_CONTROLS];
    for (byte b = 0; b <= SPACE; b++) {
      if (TRAIL_OF_CONTROL[b] >= 0) {
        controls[TRAIL_OF_CONTROL[b]] = b;
      }
    }
    return controls;
  }

  @Override
  public EncodingForm forStream() {
    return new Bocu1Form();
  }

  /** The base of the differences after a character: the middle of its script. */
  private static int middle(int scalar) {
    if (scalar >= 0x3040 && scalar <= 0x309F) {
      return 0x3070;
    }
    if (scalar >= 0x4E00 && scalar <= 0x9FA5) {
      return 0x4E00 + REACH[1];
    }
    if (scalar >= 0xAC00 && scalar <= 0xD7A3) {
      return (0xAC00 + 0xD7A3) / 2;
    }
    return (scalar & ~0x7F) + INITIAL;
  }

  private static int after(int scalar, int before) {
    if (scalar > SPACE) {
      return middle(scalar);
    }
    return scalar == SPACE ? before : INITIAL;
  }

  // Reading.

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int lead = src[pos] & 0xFF;
    if (lead <= SPACE) {
      return Step.text(lead, 1);
    }
    if (lead == RESET) {
      return Step.text(0, 1);
    }
    int trails = TRAILS[lead];
    int difference = 0;
    for (int i = 1; i <= trails; i++) {
      if (pos + i == end) {
        return Step.prefix(i, atEnd);
      }
      int trail = trail(src[pos + i] & 0xFF);
      if (trail < 0) {
        return Step.illFormed(TRUNCATED, i);
      }
      difference = difference * BASE + trail;
    }
    return decided(before + difference + STARTS[lead], trails + 1);
  }

  private static int trails(int lead) {
    int distance = lead >= MIDDLE ? lead : 2 * MIDDLE - 1 - lead;
    int trails = LEADS.length - 1;
    while (distance < LEADS[trails]) {
      trails--;
    }
    return trails;
  }

  private static int trail(int b) {
    return b <= SPACE ? TRAIL_OF_CONTROL[b] : b - TRAIL_OFFSET;
  }

  /** The difference of a lead byte whose trails are all 0. */
  private static int start(int lead, int trails) {
    int base = power(trails);
    if (lead >= MIDDLE) {
      return (trails == 0 ? 0 : REACH[trails - 1]) + (lead - LEADS[trails]) * base;
    }
    int below = 2 * MIDDLE - lead - LEADS[trails];
    return -(trails == 0 ? 0 : REACH[trails - 1]) - below * base;
  }

  private static int power(int exponent) {
    int power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= BASE;
    }
    return power;
  }

  private static int decided(int scalar, int length) {
    if (scalar < 0 || scalar > Character.MAX_CODE_POINT) {
      return Step.illFormed(OUT_OF_RANGE, length);
    }
    if (scalar <= SPACE) {
      return Step.illFormed(OVERLONG, length);
    }
    boolean surrogate = scalar >= Character.MIN_SURROGATE && scalar <= Character.MAX_SURROGATE;
    return surrogate ? Step.illFormed(SURROGATE, length) : Step.text(scalar, length);
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return src[pos] == (byte) RESET ? "" : Character.toString(Step.detail(step));
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    before = src[pos] == (byte) RESET ? INITIAL : after(Step.detail(step), before);
  }

  @Override
  public long readRun(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    beforeRun = before;
    int last = before;
    int p = pos;
    int d = dpos;
    while (p < end && d < dend) {
      int lead = src[p] & 0xFF;
      if (lead <= SPACE) {
        dst[d++] = (char) lead;
        last = lead == SPACE ? last : INITIAL;
        p++;
        continue;
      }
      int trails = TRAILS[lead];
      if (lead == RESET || end - p <= trails) {
        break;
      }
      int scalar = last + (trails == 0 ? lead - MIDDLE : STARTS[lead] + difference(src, p, trails));
      if (scalar <= SPACE || scalar >= Character.MIN_SURROGATE && !isBehindSurrogates(scalar)) {
        break;
      }
      dst[d++] = (char) scalar;
      last = middle(scalar);
      p += 1 + trails;
    }
    before = last;
    return (long) (p - pos) << 32 | d - dpos;
  }

  /** The sum of the trails; if a byte is not a trail, a value so low that no character is meant. */
  private static int difference(byte[] src, int pos, int trails) {
    int difference = 0;
    for (int i = 1; i <= trails; i++) {
      int trail = trail(src[pos + i] & 0xFF);
      if (trail < 0) {
        return NONE;
      }
      difference = difference * BASE + trail;
    }
    return difference;
  }

  private static boolean isBehindSurrogates(int scalar) {
    return scalar > Character.MAX_SURROGATE && scalar <= Character.MAX_VALUE;
  }

  @Override
  public void rollback() {
    before = beforeRun;
  }

  @Override
  public EncodingForm copy() {
    Bocu1Form form = new Bocu1Form();
    form.before = before;
    return form;
  }

  @Override
  public int longestSequence() {
    return LEADS.length;
  }

  // Writing.

  @Override
  public int stateOfWriting() {
    return writtenBefore;
  }

  @Override
  public void writeOnFrom(int stateOfWriting) {
    writtenBefore = stateOfWriting;
  }

  @Override
  public int encodedLength(int scalar) {
    return scalar <= SPACE ? 1 : 1 + trailsFor(scalar - writtenBefore);
  }

  private static int trailsFor(int difference) {
    int distance = difference >= 0 ? difference : -1 - difference;
    int trails = 0;
    while (trails < REACH.length && distance >= REACH[trails]) {
      trails++;
    }
    return trails;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    int difference = scalar - writtenBefore;
    writtenBefore = after(scalar, writtenBefore);
    if (scalar <= SPACE) {
      dst[pos] = (byte) scalar;
      return pos + 1;
    }
    int trails = trailsFor(difference);
    int reach = trails == 0 ? 0 : REACH[trails - 1];
    int rest = difference >= 0 ? difference - reach : difference + reach;
    for (int i = trails; i > 0; i--) {
      int trail = Math.floorMod(rest, BASE);
      rest = Math.floorDiv(rest, BASE);
      dst[pos + i] =
          trail < TRAIL_CONTROLS ? CONTROL_OF_TRAIL[trail] : (byte) (trail + TRAIL_OFFSET);
    }
    int lead = difference >= 0 ? LEADS[trails] : 2 * MIDDLE - LEADS[trails];
    dst[pos] = (byte) (lead + rest);
    return pos + trails + 1;
  }

  @Override
  public int maxBytesPerChar() {
    return 4;
  }

  @Override
  public byte[] byteOrderMark() {
    return new byte[] {(byte) 0xFB, (byte) 0xEE, 0x28};
  }
}
