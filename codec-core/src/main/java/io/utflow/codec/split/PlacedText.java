/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Knows at which byte each char begins.
 *
 * <p>Given: what is known of the piece that was decoded last. Guarantees: a char begins where the
 * one before ends; of two that one sequence is, the second begins at the end of the sequence.
 * Leaves to {@link DecodedText}, which it is a part of, what is decoded.
 */
abstract class PlacedText extends LaidText {
  /** Null until the encoding is known. */
  @Nullable EncodedDelimiters encoded;

  /** Whether what a sequence is depends on those before it. */
  boolean isStateful;

  /** The form in the state in which the piece begins; null if the piece is one sequence. */
  @Nullable EncodingForm form;

  /** Whether each char of the piece is as many bytes as the form writes it with. */
  boolean isExact;

  /** Reads the bytes again; null if nothing is known of the piece but where it begins. */
  @Nullable EncodingForm walking;

  /** Up to which char they were read, and where that begins. */
  int knownChar;

  int known;

  /** The end of the char before that. */
  int knownPlace;

  /**
   * The delimiter that was found last in text and bytes, and where it begins; -1 before the first.
   */
  int markChar;

  int mark;

  /** The index of the first byte of a char. */
  final int index(int at) {
    if (at <= tail) {
      return first + tailPlaces[at];
    }
    if (isInBytes) {
      return from + at;
    }
    if (form == null) {
      return end;
    }
    EncodedDelimiters bytesOf = encoded;
    if (bytesOf == null || isStateful) {
      return walk(at);
    }
    if (at == length) {
      return end;
    }
    int width = bytesOf.bytesOfChar(end - from == length - tail);
    if (width > 0) {
      return Math.min(end, from + width * (at - tail));
    }
    return isExact ? count(at, bytesOf) : walk(at);
  }

  /** The index of the first byte of a char of the piece, not of what stands before it. */
  final int ownIndex(int at) {
    if (form == null) {
      // One sequence, with chars.
      return at == tail ? from : end;
    }
    EncodingForm reading = beginWalk();
    int own;
    do {
      own = known;
      step(reading);
    } while (knownChar <= at && known < end);
    return own;
  }

  /** Counts chars from the nearest place that is known. */
  private int count(int at, EncodedDelimiters bytesOf) {
    walkTo(at);
    if (at - knownChar > length - at) {
      known = end - bytesOf.length(chars, at, length);
      knownChar = at;
      return known;
    }
    known += bytesOf.length(chars, knownChar, at);
    knownChar = at;
    return known;
  }

  /** Reads sequences again up to a char. */
  private int walk(int at) {
    EncodingForm reading = walkTo(at);
    while (knownChar < at && known < end) {
      step(reading);
    }
    return knownPlace;
  }

  /** Goes to a char before {@code at}, or to that, whose place is known. */
  private EncodingForm walkTo(int at) {
    EncodingForm reading = walking;
    if (reading == null || at < knownChar) {
      reading = beginWalk();
    }
    if (knownChar < markChar && markChar <= at) {
      knownChar = markChar;
      known = mark;
      knownPlace = mark;
    }
    return reading;
  }

  final EncodingForm beginWalk() {
    EncodingForm reading = Objects.requireNonNull(Objects.requireNonNull(form).copy());
    walking = reading;
    knownChar = tail;
    known = from;
    knownPlace = from;
    return reading;
  }

  private void step(EncodingForm reading) {
    int step = reading.step(bytes, known, taken, false);
    // The decoder has seen that the last sequence ends here.
    step = step == Step.NEEDS_MORE ? reading.step(bytes, known, end, true) : step;
    int added = charsOf(reading, known, step);
    if (Step.isTold(step)) {
      reading.taken(bytes, known, step);
    }
    known += Step.length(step);
    knownChar += added;
    knownPlace = added > 0 ? known : knownPlace;
  }
}
