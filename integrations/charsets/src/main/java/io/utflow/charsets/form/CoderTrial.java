/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.io.ByteArrayOutputStream;
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

  /** Marks that are one character with some before them in a charset: of Latin and of Kana. */
  private static final int[] MARKS = {0x300, 0x301, 0x302, 0x304, 0x30C, 0x2E5, 0x2E9, 0x309A};

  private static final int FIRST_GRAPHIC = 0x20;
  private static final int FROM_EACH_PAGE = 12;
  private static final int ROUNDS = 100;
  private static final int ROUNDS_OF_RUNS = 32;
  private static final int RUNS_OF_EACH = 2;
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

  /**
   * Whether what is read in runs is what is read byte by byte: what the charset writes, damaged and
   * not, and any bytes.
   */
  static boolean readsInRuns(CoderForm shared, CoderStates states) {
    Random random = new Random(2);
    List<Integer> characters = shared.hasEncoder() ? characters(shared, random) : List.of();
    try {
      for (int round = 0; round < ROUNDS_OF_RUNS; round++) {
        byte[] bytes = bytes(shared.forStream(), characters, random);
        String singly = read(shared, CoderStates.UNKNOWN, bytes, random);
        for (int i = 0; i < RUNS_OF_EACH; i++) {
          if (!read(shared, states, bytes, random).equals(singly)) {
            return false;
          }
        }
      }
      return true;
    } catch (RuntimeException | CoderMalfunctionError broken) {
      // By bytes that the stream may never have.
      return false;
    }
  }

  /**
   * Whether what is written in runs is what is written character by character: any characters, and
   * each before the marks that an encoder may join to it.
   */
  static boolean writesInRuns(CoderForm shared) {
    Random random = new Random(3);
    List<Integer> characters = characters(shared, random);
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder text = new StringBuilder();
      for (int left = random.nextInt(10 * MOST_CHARACTERS); left > 0; left--) {
        text.appendCodePoint(characters.get(random.nextInt(characters.size())));
      }
      if (!isWrittenInARun(shared, text.toString())) {
        return false;
      }
    }
    return IntStream.of(MARKS)
        .filter(shared::maps)
        .allMatch(mark -> isWrittenInARun(shared, beforeEach(mark, shared)));
  }

  private static String beforeEach(int mark, CoderForm shared) {
    StringBuilder text = new StringBuilder();
    IntStream.range(0x80, Character.MIN_SURROGATE)
        .filter(shared::maps)
        .forEach(scalar -> text.append((char) scalar).append((char) mark));
    return text.toString();
  }

  private static boolean isWrittenInARun(CoderForm shared, String text) {
    byte[] singly = new byte[(text.length() + 1) * EncodingForm.MOST_WRITTEN];
    byte[] run = singly.clone();
    CoderWriter one = new CoderWriter(shared.charset());
    CoderWriter other = new CoderWriter(shared.charset());
    int length = 0;
    try {
      for (int scalar : text.codePoints().toArray()) {
        length = one.write(scalar, singly, length);
      }
      int inRun = other.writeRun(text.toCharArray(), 0, text.length(), run, 0, run.length);
      return inRun == length && Arrays.equals(run, singly);
    } catch (RuntimeException | CoderMalfunctionError broken) {
      return false;
    }
  }

  private static byte[] bytes(EncodingForm form, List<Integer> characters, Random random) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] one = new byte[EncodingForm.MOST_WRITTEN];
    int damage = random.nextInt(4);
    for (int left = random.nextInt(FROM_EACH_PAGE * FROM_EACH_PAGE); left > 0; left--) {
      if (characters.isEmpty() || random.nextInt(16) < damage) {
        bytes.write(random.nextInt(0x100));
      } else {
        int scalar = characters.get(random.nextInt(characters.size()));
        bytes.write(one, 0, form.write(scalar, one, 0));
      }
    }
    return bytes.toByteArray();
  }

  /** The text, and what is ill-formed, in pieces of some length with room for some chars. */
  private static String read(CoderForm shared, CoderStates states, byte[] bytes, Random random) {
    CoderReader reader =
        new CoderReader(shared.charset(), () -> states, shared.maps(CoderReader.REPLACEMENT));
    StringBuilder read = new StringBuilder();
    char[] chars = new char[bytes.length];
    int pos = 0;
    int end = 0;
    while (pos < bytes.length) {
      int room = random.nextInt(chars.length + 1);
      long run = reader.readRun(bytes, pos, end, chars, 0, room);
      if (run > 0 && random.nextInt(3) == 0) {
        reader.takeRunBack();
        run = 0;
      }
      pos += (int) (run >>> 32);
      read.append(chars, 0, (int) run);
      int step = pos == end ? Step.NEEDS_MORE : reader.step(bytes, pos, end, end == bytes.length);
      if (step == Step.NEEDS_MORE) {
        end += Math.min(1 + random.nextInt(bytes.length), bytes.length - end);
        continue;
      }
      read.append(Step.isText(step) ? reader.text() : Step.cause(step) + " " + Step.length(step));
      reader.taken();
      pos += Step.length(step);
    }
    return read.toString();
  }

  private static List<Integer> characters(CoderForm form, Random random) {
    List<Integer> characters = new ArrayList<>();
    IntStream.range(0, FIRST_GRAPHIC).filter(form::maps).forEach(characters::add);
    for (int page : PAGES) {
      for (int i = 0; i < FROM_EACH_PAGE; i++) {
        int scalar = page << 8 | random.nextInt(0x100);
        if (form.maps(scalar)) {
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

    /** Reads one sequence. False: there is none. */
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
