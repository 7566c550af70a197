/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.detection.Judge;
import io.utflow.codec.stage.detection.UnmarkedJudge;
import io.utflow.codec.stage.detection.Utf8Judge;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the encoding of a stream is found out from its first bytes, when nothing else tells it. A
 * byte order mark that the first spec knows decides before all else. The answer never depends on
 * how the stream is cut: what waits is bounded in bytes, and the end of the input decides too.
 * {@link ByteStage#resolvedEncoding()} tells it. Immutable; thread-safe if its detector is.
 *
 * <pre>{@code
 * DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
 * ByteStage<String> text = Stages.decode(Detection.unmarkedElse(utf8));
 * }</pre>
 *
 * <p>What a detection answers is a guess, and who sends the bytes can steer it. Where a protocol
 * tells the encoding, believe the protocol (The Unicode Standard, 23.8; UTR #36).
 */
public final class Detection {
  /** How many bytes wait at most, unless {@link #window} says otherwise. */
  private static final int DEFAULT_WINDOW = 8192;

  /** The bytes of the longest unit. */
  private static final int UNMARKED = 4;

  private enum Kind {
    UNMARKED,
    UTF_8,
    ASKED
  }

  private final Kind kind;
  private final DecoderSpec first;
  private final DecoderSpec otherwise;
  private final @Nullable Function<byte[], Optional<TextEncoding>> detector;
  private final int window;
  private final int sequences;
  private final boolean looksForUnmarked;

  private Detection(
      Kind kind,
      DecoderSpec first,
      DecoderSpec otherwise,
      @Nullable Function<byte[], Optional<TextEncoding>> detector,
      int window,
      int sequences,
      boolean looksForUnmarked) {
    this.kind = kind;
    this.first = Objects.requireNonNull(first, "spec");
    this.otherwise = Objects.requireNonNull(otherwise, "otherwise");
    this.detector = detector;
    this.window = window;
    this.sequences = sequences;
    this.looksForUnmarked = looksForUnmarked;
  }

  /**
   * {@return a detection of UTF-8 as long as it is valid, else of a legacy encoding} ASCII passes
   * at once. From the first other byte on, at most {@link #window} bytes wait: if an ill-formed
   * sequence shows among them, {@code legacy} reads the stream from that first byte on; if they are
   * full, UTF-8 is final, and what is ill-formed behind them is the policy's. At the end of the
   * input, a truncated sequence is ill-formed.
   *
   * <p>For lines whose terminators cannot be found in the bytes of the legacy encoding, such as
   * U+2028 in GB18030, the bytes wait from the beginning of the line that holds the first byte
   * beyond ASCII, and the chars that errors tell of are counted from there.
   *
   * @param utf8 how UTF-8 is read
   * @param legacy how the rest is read if it is not UTF-8; its byte order mark policy acts only
   *     where no byte has passed
   * @throws IllegalArgumentException if {@code utf8} reads another encoding, or ASCII bytes are no
   *     characters in {@code legacy}
   */
  public static Detection utf8Else(DecoderSpec utf8, DecoderSpec legacy) {
    if (utf8.encoding() != TextEncoding.UTF_8) {
      throw new IllegalArgumentException(
          "the first spec reads " + utf8.encoding() + ", not UTF-8; give one that reads UTF-8");
    }
    Utf8Judge.requireAscii(legacy);
    return new Detection(Kind.UTF_8, utf8, legacy, null, DEFAULT_WINDOW, 0, false);
  }

  /**
   * {@return a detection of UTF-16 and UTF-32 without a byte order mark, else of another encoding}
   * The rule: text holds no U+0000, so a zero byte is a part of a longer unit. In the first four
   * bytes, UTF-32 shows by two zero bytes in front (big-endian) or behind (little-endian), or one
   * zero byte and a number from 1 to 3 next to it, the planes beyond U+FFFF that are in use. Else
   * the first zero byte tells UTF-16: big-endian if it is the first of a pair of bytes,
   * little-endian if it is the second.
   *
   * <p>So text that begins with ASCII is known, as by RFC 4627, section 3. To look further for a
   * zero byte, give a larger {@link #window} than four bytes. A character beyond ASCII whose last
   * byte is zero, such as U+4E00, misleads if it comes before all ASCII.
   *
   * @param otherwise how the stream is read where none of them shows; its policy, observer,
   *     listener and piece length hold for them too
   */
  public static Detection unmarkedElse(DecoderSpec otherwise) {
    return new Detection(Kind.UNMARKED, otherwise, otherwise, null, UNMARKED, 0, true);
  }

  /**
   * {@return a detection by a detector of the user} It is one of ICU or juniversalchardet, or a
   * rule of the protocol. It is asked once for each stream, with the first bytes: those of the
   * {@link #window}, or all if there are no more. Until then nothing passes.
   *
   * @param detector answers with an encoding, or empty if it does not know. It must be thread-safe,
   *     for streams may share it. What it throws fails the stream
   * @param otherwise how the stream is read if it does not know; its policy, observer, listener and
   *     piece length hold for what it knows too
   */
  public static Detection by(
      Function<byte[], Optional<TextEncoding>> detector, DecoderSpec otherwise) {
    Objects.requireNonNull(detector, "detector");
    return new Detection(Kind.ASKED, otherwise, otherwise, detector, DEFAULT_WINDOW, 0, false);
  }

  /**
   * {@return a detection with this bound for what waits; 8192 bytes by default}
   *
   * @param bytes the bound, at least 4
   * @throws IllegalArgumentException if below 4
   */
  public Detection window(int bytes) {
    if (bytes < UNMARKED) {
      throw new IllegalArgumentException(
          "a window of " + bytes + " bytes: give at least 4, the length of the longest character");
    }
    return new Detection(kind, first, otherwise, detector, bytes, sequences, looksForUnmarked);
  }

  /**
   * {@return a detection that also takes UTF-8 as final as soon as so many characters beyond ASCII
   * were well-formed} A peer who waits for an answer need not fill the window then. One is often
   * enough: text in a single-byte encoding is seldom valid UTF-8 by chance; 0, the default, waits
   * for the window.
   *
   * @param characters how many, 0 or more
   * @throws IllegalArgumentException if negative
   * @throws IllegalStateException unless this is {@link #utf8Else}
   */
  public Detection finalAfter(int characters) {
    if (characters < 0) {
      throw new IllegalArgumentException(characters + " characters: give 0 or more");
    }
    if (kind != Kind.UTF_8) {
      throw new IllegalStateException("characters are counted by utf8Else only");
    }
    return new Detection(kind, first, otherwise, detector, window, characters, looksForUnmarked);
  }

  /**
   * {@return a detection that looks for UTF-16 and UTF-32 without a byte order mark in the first
   * four bytes before all else, as {@link #unmarkedElse} does}
   */
  public Detection unmarkedFirst() {
    return new Detection(kind, first, otherwise, detector, window, sequences, true);
  }

  /** How the stream is read as long as nothing is decided. */
  DecoderSpec first() {
    return first;
  }

  /** How the stream is read if nothing else is found. */
  DecoderSpec otherwise() {
    return otherwise;
  }

  /**
   * Who judges a stream, one after the other.
   *
   * @param terminators what ends a line, if only whole ones may pass before the answer
   */
  List<Judge> judges(@Nullable List<String> terminators) {
    List<Judge> judges = new ArrayList<>();
    judges.add(Judge.ofMark(first));
    if (looksForUnmarked) {
      int bytes = kind == Kind.UNMARKED ? window : UNMARKED;
      judges.add(new UnmarkedJudge(bytes, encoding -> inEncoding(encoding, first)));
    }
    switch (kind) {
      case UTF_8 -> judges.add(new Utf8Judge(first, otherwise, window, sequences, terminators));
      case ASKED ->
          judges.add(
              Judge.whenFull(
                  window,
                  bytes ->
                      Objects.requireNonNull(detector)
                          .apply(bytes)
                          .map(encoding -> inEncoding(encoding, otherwise))
                          .orElse(otherwise)));
      case UNMARKED -> judges.add(Judge.whenFull(0, bytes -> otherwise));
    }
    return judges;
  }

  private static DecoderSpec inEncoding(TextEncoding encoding, DecoderSpec like) {
    BomPolicy bom = like.bom() == BomPolicy.REQUIRE ? BomPolicy.PER_ENCODING : like.bom();
    return like.countingFrom(like.firstByte()).bom(bom).encoding(encoding);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Detection that
        && kind == that.kind
        && first.equals(that.first)
        && otherwise.equals(that.otherwise)
        && Objects.equals(detector, that.detector)
        && window == that.window
        && sequences == that.sequences
        && looksForUnmarked == that.looksForUnmarked;
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, first, otherwise, detector, window, sequences, looksForUnmarked);
  }

  @Override
  public String toString() {
    return "Detection["
        + kind
        + (looksForUnmarked && kind != Kind.UNMARKED ? ", unmarked first, " : ", ")
        + first
        + ", else "
        + otherwise
        + ", window "
        + window
        + " bytes"
        + (detector == null ? "" : ", by " + detector)
        + (sequences == 0 ? "]" : ", final after " + sequences + " characters]");
  }
}
