/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.coder;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.nio.charset.CoderMalfunctionError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Finds out whether the coders of a charset can be trusted with streams: what is written character
 * by character is read back byte by byte, while another stream is written and read. Some keep the
 * state in the charset, where all streams share it; some cannot read what they write.
 */
final class CoderTrial {
  /** Where characters are taken from: pages of 256, of all kinds of scripts. */
  private static final int[] PAGES = {
    0x00, 0x03, 0x04, 0x05, 0x06, 0x0E, 0x20, 0x30, 0x4E, 0x52, 0x67, 0x73, 0x80, 0x95, 0x9A, 0xAC,
    0xFF, 0x1D4, 0x1F6, 0x200, 0x280, 0x2CD
  };

  private static final int FIRST_GRAPHIC = 0x20;
  private static final int FROM_EACH_PAGE = 12;
  private static final int ROUNDS = 100;
  private static final int MOST_CHARACTERS = 12;

  private CoderTrial() {}

  /**
   * The answer for a charset that can be written; without an encoder there is nothing to try.
   * Coders that throw do not pass: to look for one name, all charsets may be tried.
   */
  static boolean passes(CoderForm shared) {
    try {
      return !shared.hasEncoder() || readsBack(shared);
    } catch (RuntimeException | CoderMalfunctionError broken) {
      return false;
    }
  }

  private static boolean readsBack(CoderForm shared) {
    Random random = new Random(1);
    List<Integer> characters = characters(shared, random);
    for (int round = 0; round < ROUNDS; round++) {
      Stream one = new Stream(shared);
      Stream other = new Stream(shared);
      for (int left = 1 + random.nextInt(MOST_CHARACTERS); left > 0; left--) {
        one.write(characters.get(random.nextInt(characters.size())));
        other.write(characters.get(random.nextInt(characters.size())));
      }
      one.endWriting();
      other.endWriting();
      boolean more = true;
      while (more) {
        more = one.read();
        more |= other.read();
      }
      if (!one.isReadBack() || !other.isReadBack()) {
        return false;
      }
    }
    return true;
  }

  private static List<Integer> characters(CoderForm form, Random random) {
    List<Integer> characters = new ArrayList<>();
    IntStream.range(0, FIRST_GRAPHIC).filter(form::canEncode).forEach(characters::add);
    for (int page : PAGES) {
      for (int i = 0; i < FROM_EACH_PAGE; i++) {
        int scalar = page << 8 | random.nextInt(0x100);
        if (form.canEncode(scalar)) {
          characters.add(scalar);
        }
      }
    }
    return characters;
  }

  /** Text on its way to bytes and back. */
  private static final class Stream {
    private final EncodingForm form;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder readBack = new StringBuilder();
    private byte[] bytes = new byte[(MOST_CHARACTERS + 1) * EncodingForm.MOST_WRITTEN];
    private int length;
    private int pos;

    Stream(CoderForm shared) {
      form = shared.forStream();
    }

    void write(int scalar) {
      text.appendCodePoint(scalar);
      length = form.write(scalar, bytes, length);
    }

    void endWriting() {
      length = form.writeEnd(bytes, length);
      bytes = Arrays.copyOf(bytes, length);
    }

    /** Reads one sequence. False: no bytes are left. */
    boolean read() {
      if (pos == length) {
        return false;
      }
      int step = form.step(bytes, pos, length, true);
      readBack.append(Step.isText(step) ? form.text(bytes, pos, step) : "\uFFFD");
      form.taken(bytes, pos, step);
      pos += Step.length(step);
      return true;
    }

    boolean isReadBack() {
      return text.toString().equals(readBack.toString());
    }
  }
}
