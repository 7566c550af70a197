/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.kernel.ascii.Ascii;

/**
 * Decoded chars beside the bytes that they come from. ASCII is not decoded: its chars are its
 * bytes.
 *
 * <p>Given: chars, or that the text is in the bytes. Guarantees: a char is read in the same way
 * from either. Its subclass {@link DecodedText} decides when chars are forgotten, and knows where
 * they begin.
 */
abstract class LaidText extends LaidBytes {
  static final char[] NO_CHARS = {};
  static final int[] NO_PLACES = {0};

  /** The tail, which are chars of earlier pieces; then those of the last piece. */
  char[] chars = NO_CHARS;

  /** Whether the text is ASCII, in the bytes from {@link #first} on, and nothing in the chars. */
  boolean isInBytes;

  int length;
  int tail;

  /**
   * Where the chars of the tail begin, and where the last one ends, counted from {@link #first}.
   */
  int[] tailPlaces = NO_PLACES;

  /**
   * The same in the stream, counted from {@link #begin}: not the same numbers where sequences
   * without characters were dropped between.
   */
  int[] tailOffsets = NO_PLACES;

  /** The byte offset in the stream of the first char. */
  long begin;

  /** The byte offset in the stream of {@link #from}. */
  long fromOffset;

  /** Begins with chars that have no bytes. */
  final void beginWith(String text) {
    chars = text.toCharArray();
    length = chars.length;
    tail = length;
    tailPlaces = new int[length + 1];
    tailOffsets = tailPlaces;
  }

  /** The number of chars that are not forgotten. */
  final int length() {
    return length;
  }

  final char charAt(int at) {
    return isInBytes ? (char) bytes[first + at] : chars[at];
  }

  /** Some of it. */
  final String substring(int at, int to) {
    return isInBytes ? Ascii.text(bytes, first + at, to - at) : new String(chars, at, to - at);
  }

  final void appendTo(StringBuilder target, int at, int to) {
    if (isInBytes) {
      target.append(Ascii.text(bytes, first + at, to - at));
    } else {
      target.append(chars, at, to - at);
    }
  }

  /** The index after the character at an index. */
  final int behind(int at) {
    boolean isPair = at + 1 < length && Character.isSurrogatePair(charAt(at), charAt(at + 1));
    return isPair ? at + 2 : at + 1;
  }

  /** The number of chars in the text of a sequence. */
  final int charsOf(EncodingForm reading, int at, int step) {
    return Step.isText(step)
        ? reading.text(bytes, at, step).length()
        : Step.isScalar(step) ? Character.charCount(Step.scalar(step)) : 1;
  }

  /**
   * Takes sequences without characters from the first char of the tail, before which they stand.
   */
  final void passEmpty(int bytesOfThem) {
    int own = tailPlaces[1] - bytesOfThem;
    int passed = tailOffsets[1] - own;
    int[] places = new int[tailPlaces.length];
    int[] offsets = new int[tailPlaces.length];
    for (int i = 1; i < places.length; i++) {
      places[i] = tailPlaces[i] - bytesOfThem;
      offsets[i] = tailOffsets[i] - passed;
    }
    first += bytesOfThem;
    begin += passed;
    tailPlaces = places;
    tailOffsets = offsets;
  }
}
