/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.CharsetCharacters;
import io.utflow.charsets.table.CharsetProbe;
import io.utflow.codec.form.Cause;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.form.Step;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Map;

/**
 * The charsets of the JDK in which each byte is one character of the Basic Multilingual Plane or
 * none, windows-1252, KOI8-R, most of EBCDIC; and their tables with what browsers have otherwise.
 */
public final class SingleByteCharsets {
  private static final int BYTES = 0x100;

  private SingleByteCharsets() {}

  /** Whether the JDK decides each byte by itself. */
  public static boolean fits(CharsetProbe probe) {
    for (int b = 0; b < BYTES; b++) {
      String text = probe.decode((byte) b);
      boolean waits = text == null && !probe.wasRefused();
      if (waits || text != null && text.length() != 1) {
        return false;
      }
    }
    return true;
  }

  /** The form of a charset that {@linkplain #fits fits}. */
  public static SingleByteForm of(Charset charset) {
    return new SingleByteForm(
        steps(charset), CharsetCharacters.of(charset)::get, replacement(charset));
  }

  /**
   * The form of such a charset as browsers have it (WHATWG Encoding, §9): a byte from 80 to 9F that
   * is no character to the JDK is the control of that number.
   *
   * @param other bytes that are other characters than the JDK's
   */
  public static SingleByteForm ofWeb(Charset charset, Map<Integer, Integer> other) {
    int[] steps = steps(charset);
    Map<Integer, Integer> added = new HashMap<>(other);
    Map<Integer, Integer> characters = new HashMap<>();
    for (int b = 0x80; b < BYTES; b++) {
      if (b < 0xA0 && !Step.isScalar(steps[b])) {
        added.putIfAbsent(b, b);
      }
      if (added.containsKey(b) && Step.isScalar(steps[b])) {
        characters.put(Step.scalar(steps[b]), CharacterTable.UNMAPPED);
      }
    }
    added.forEach(
        (b, scalar) -> {
          characters.put(scalar, b);
          steps[b] = Step.scalar(scalar, 1);
        });
    CharacterTable written = CharsetCharacters.of(charset).with(characters);
    return new SingleByteForm(steps, written::get, replacement(charset));
  }

  private static int[] steps(Charset charset) {
    CharsetProbe probe = new CharsetProbe(charset);
    int[] steps = new int[BYTES];
    for (int b = 0; b < BYTES; b++) {
      String text = probe.decode((byte) b);
      Cause cause = probe.wasMalformed() ? Cause.INVALID_BYTE : Cause.UNMAPPED;
      steps[b] = text == null ? Step.illFormed(cause, 1) : Step.scalar(text.charAt(0), 1);
    }
    return steps;
  }

  /** The byte that the JDK writes for a character that it cannot write. */
  private static int replacement(Charset charset) {
    return charset.canEncode()
        ? CharsetForm.UNMAPPABLE.getBytes(charset)[0] & 0xFF
        : SingleByteForm.NONE;
  }
}
