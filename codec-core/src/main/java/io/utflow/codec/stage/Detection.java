/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.detection.Judge;
import io.utflow.codec.stage.detection.UnmarkedJudge;
import io.utflow.codec.stage.detection.Utf8Judge;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the encoding of a stream from its first bytes, when nothing else tells it. A byte order
 * mark that the first spec knows decides before all else. The answer never depends on how the
 * stream is cut. The stage keeps a bounded number of bytes until it is known; the end of the input
 * decides at the latest. {@link ByteStage#resolvedEncoding()} returns it. Immutable; thread-safe if
 * its detector is.
 *
 * <pre>{@code
 * DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.SNIFF);
 * ByteStage<String> text = Stages.decode(Detection.unmarkedElse(utf8));
 * }</pre>
 *
 * <p>The answer is a guess, and the sender of the bytes can steer it. If a protocol declares the
 * encoding, believe the protocol (The Unicode Standard, 23.8; UTR #36).
 */
public final class Detection {
  /** The largest number of waiting bytes, unless {@link #window} says otherwise. */
  private static final int DEFAULT_WINDOW = 8192;

  /** The first line of a peer that waits for an answer; six units of UTF-32. */
  private static final int GREETING = 24;

  /** The bytes of the longest unit. */
  private static final int UNIT = 4;

  private enum Kind {
    UNMARKED,
    UTF_8,
    ASKED
  }

  /** The settings of a detection; they do not change once it is made. */
  private static final class Settings {
    private final Kind kind;
    private final DecoderSpec first;
    private final DecoderSpec otherwise;
    private final @Nullable Function<byte[], Optional<Guess>> detector;
    private int window;
    private int sequences;
    private boolean looksForUnmarked;
    private @Nullable Consumer<? super Detected> observer;

    /** At how many bytes UTF-16 and UTF-32 are looked for before another detection. */
    private int greeting = GREETING;

    Settings(
        Kind kind,
        DecoderSpec first,
        DecoderSpec otherwise,
        @Nullable Function<byte[], Optional<Guess>> detector) {
      this.kind = kind;
      this.first = Objects.requireNonNull(first, "spec");
      this.otherwise = Objects.requireNonNull(otherwise, "otherwise");
      this.detector = detector;
      this.looksForUnmarked = kind == Kind.UNMARKED;
      this.window = looksForUnmarked ? GREETING : DEFAULT_WINDOW;
    }

    Settings copy() {
      Settings copy = new Settings(kind, first, otherwise, detector);
      copy.window = window;
      copy.sequences = sequences;
      copy.looksForUnmarked = looksForUnmarked;
      copy.greeting = greeting;
      copy.observer = observer;
      return copy;
    }

    List<Object> all() {
      return List.of(
          kind,
          first,
          otherwise,
          Optional.ofNullable(detector),
          window,
          sequences,
          looksForUnmarked,
          greeting,
          Optional.ofNullable(observer));
    }
  }

  private final Settings settings;

  private Detection(Settings settings) {
    this.settings = settings;
  }

  private Detection with(Consumer<Settings> change) {
    Settings copy = settings.copy();
    change.accept(copy);
    return new Detection(copy);
  }

  /**
   * {@return a detection of UTF-8 as long as it is valid, else of a legacy encoding} ASCII passes
   * at once. From the first other byte on, at most {@link #window} bytes wait. If an ill-formed
   * sequence is found among them, {@code legacy} reads the stream from that first byte on. If the
   * window fills up without one, UTF-8 is final, and the policy acts on ill-formed sequences after
   * the window. At the end of the input, a truncated sequence is ill-formed.
   *
   * <p>For lines whose terminators cannot be found in the bytes of the legacy encoding, such as
   * U+2028 in GB18030, the bytes wait from the beginning of the line that holds the first byte
   * beyond ASCII, and the chars that errors tell of are counted from there. A line in ASCII that is
   * longer than the window makes UTF-8 final.
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
    return new Detection(new Settings(Kind.UTF_8, utf8, legacy, null));
  }

  /**
   * {@return a detection of UTF-16 and UTF-32 without a byte order mark, else of another encoding}
   * The first bytes are read as code units of 16 and 32 bits in both byte orders and as UTF-8, side
   * by side, and weighed: by zero bytes, which text in UTF-8 hardly has, and by blocks of 256 code
   * points, because text stays in its script. The answer comes as soon as one reading is far ahead
   * of the others, mostly after 4 to 12 bytes, and at the latest at the {@link #window} or the end.
   * It depends on those bytes alone. A line in ASCII is mostly decided when it ends: from 3 bytes
   * on with CR LF, from 5 on with LF. A shorter first message ({@code 1} LF) waits for more, and so
   * does one without an end of line ({@code login:}).
   *
   * <p>Bytes that are well-formed UTF-8, without NUL and other controls that text does not have,
   * are never taken for UTF-16 or UTF-32, and with controls, but without NUL, only for letters of
   * one alphabet or symbols of one row. An occasional NUL in UTF-8 does not make it UTF-16 either.
   * A lone CR or FF at each second byte, three times in a row and with signs between, is such a
   * control: that is Malayalam or Telugu. A few kana, or words in Devanagari, whose bytes are all
   * ASCII and tabs, are read as UTF-8 until a byte comes that is neither.
   *
   * <p>If {@code otherwise} reads a legacy encoding and the bytes are well-formed in it, they are
   * taken for UTF-16 only on better evidence: an ASCII character, an emoji, a byte order mark, or
   * two letters in one script other than ideographs and Hangul. Ideographs alone might as well be
   * kanji in Shift_JIS or capital letters in IBM866.
   *
   * <p>If {@code otherwise} reads UTF-8, text in a legacy encoding is mostly read as ill-formed
   * UTF-8. These cannot be distinguished from UTF-16: kanji in Shift_JIS with lead bytes from 81 to
   * 9F, capital letters in IBM866, hiragana in EUC-JP, and columns of one letter. They are
   * ideographs, Yi and Gujarati there. Declare that encoding if you expect them.
   *
   * @param otherwise how the stream is read if neither is found; its policy, observer, listener and
   *     piece length are used for UTF-16 and UTF-32 too
   */
  public static Detection unmarkedElse(DecoderSpec otherwise) {
    return new Detection(new Settings(Kind.UNMARKED, otherwise, otherwise, null));
  }

  /**
   * {@return the usual detection if text is in Unicode or in one legacy encoding} The integrations
   * with engines use it for {@code encoding=auto}: {@link #unmarkedElse} where {@code otherwise}
   * reads UTF-8, else {@link #utf8Else} with {@link #unmarkedFirst}. If ASCII bytes are no
   * characters in {@code otherwise}, as in UTF-16 and EBCDIC, UTF-8 is found within the {@link
   * #window} of {@link #unmarkedElse}. If they may also be parts of other characters, as in
   * ISO-2022-JP, UTF-8 is found by characters beyond ASCII, so ASCII alone waits for the window or
   * the end.
   *
   * @param otherwise how a stream is read that is neither UTF-8 nor UTF-16 nor UTF-32; its policy,
   *     observer, listener and piece length are used for those too. With {@link BomPolicy#SNIFF}
   *     the byte order mark of each of them decides
   */
  public static Detection auto(DecoderSpec otherwise) {
    DecoderSpec utf8 = otherwise.encoding(TextEncoding.UTF_8);
    return otherwise.encoding() != TextEncoding.UTF_8 && Utf8Judge.hasAscii(otherwise)
        ? utf8Else(utf8, otherwise).unmarkedFirst()
        : new Detection(new Settings(Kind.UNMARKED, utf8, otherwise, null));
  }

  /**
   * {@return a detection by your own detector} It may wrap juniversalchardet or a rule of the
   * protocol. It is called once for each stream with the first bytes: as many as the {@link
   * #window}, or the whole stream if that is shorter. No text is delivered before. Its answer
   * counts as certain.
   *
   * @param detector answers with an encoding, or empty if it does not know. It must be thread-safe,
   *     because streams may share it. Its exceptions fail the stream
   * @param otherwise how the stream is read if it does not know; its policy, observer, listener and
   *     piece length are used for its answers too
   */
  public static Detection by(
      Function<byte[], Optional<TextEncoding>> detector, DecoderSpec otherwise) {
    Objects.requireNonNull(detector, "detector");
    return byGuess(new CertainDetector(detector), otherwise);
  }

  /**
   * {@return a detection as {@link #by}, with a detector that says how sure it is} {@code
   * utflow-icu} has one that uses ICU.
   *
   * @param detector answers with a guess, or empty if it does not know; thread-safe
   * @param otherwise how the stream is read if it does not know
   */
  public static Detection byGuess(
      Function<byte[], Optional<Guess>> detector, DecoderSpec otherwise) {
    Objects.requireNonNull(detector, "detector");
    return new Detection(new Settings(Kind.ASKED, otherwise, otherwise, detector));
  }

  /** Equal to another over the same detector. */
  private record CertainDetector(Function<byte[], Optional<TextEncoding>> detector)
      implements Function<byte[], Optional<Guess>> {
    @Override
    public Optional<Guess> apply(byte[] bytes) {
      return detector.apply(bytes).map(encoding -> new Guess(encoding, 100));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof CertainDetector that && detector.equals(that.detector);
    }

    @Override
    public int hashCode() {
      return detector.hashCode();
    }

    @Override
    public String toString() {
      return detector.toString();
    }
  }

  /**
   * {@return a detection with this bound for waiting bytes} By default it is 24 bytes for {@link
   * #unmarkedElse}, so that the greeting of a peer that waits for an answer is delivered at once,
   * and 8192 bytes for the others. A file does not wait for an answer, so {@code TextFile} looks at
   * 4096 bytes or more. Each stream may keep this number of bytes in memory.
   *
   * @param bytes the bound, at least 4
   * @throws IllegalArgumentException if below 4
   */
  public Detection window(int bytes) {
    if (bytes < UNIT) {
      throw new IllegalArgumentException(
          "a window of " + bytes + " bytes: give at least 4, the length of the longest character");
    }
    return with(it -> it.window = bytes);
  }

  /** {@return the bound for waiting bytes} */
  public int window() {
    return settings.window;
  }

  /**
   * {@return a detection that also takes UTF-8 as final after this number of well-formed characters
   * beyond ASCII} A peer that waits for an answer need not fill the window then. One character is
   * often enough: text in a single-byte encoding is seldom valid UTF-8 by chance. With 0, the
   * default, UTF-8 is final when the window is full.
   *
   * @param characters how many, 0 or more
   * @throws IllegalArgumentException if negative
   * @throws IllegalStateException unless this is {@link #utf8Else}
   */
  public Detection finalAfter(int characters) {
    if (characters < 0) {
      throw new IllegalArgumentException(characters + " characters: give 0 or more");
    }
    if (settings.kind != Kind.UTF_8) {
      throw new IllegalStateException("characters are counted by utf8Else only");
    }
    return with(it -> it.sequences = characters);
  }

  /**
   * {@return a detection that looks for UTF-16 and UTF-32 without a byte order mark in the first 24
   * bytes, or the window if it is smaller, before all else, as {@link #unmarkedElse} does} At the
   * head of a file, which waits for no answer, it looks at all of the window: {@link TextHead}.
   */
  public Detection unmarkedFirst() {
    return with(it -> it.looksForUnmarked = true);
  }

  /**
   * {@return a detection with an observer that is told what was found, once for each stream, on the
   * decoding thread, before the text that follows} It is not called if the stage is switched or
   * closed before. Its exceptions fail the stream.
   *
   * @param observer thread-safe if streams share the detection; replaces an earlier one
   */
  public Detection observer(Consumer<? super Detected> observer) {
    Objects.requireNonNull(observer, "observer");
    return with(it -> it.observer = observer);
  }

  /**
   * {@return the answer for a stream that begins with these bytes, the same as that of a stage
   * which has received them} Use it for the head of a file. The observer is called.
   *
   * @param firstBytes as many as the {@link #window} or more, or all there are; its position stays
   * @param isWhole whether the stream ends after them, which makes a truncated character ill-formed
   */
  public Detected detect(ByteBuffer firstBytes, boolean isWhole) {
    ByteBuffer rest = firstBytes.slice();
    for (Judge judge : judges(null)) {
      int safe = judge.safeBytes(rest);
      int length = Math.min(judge.window(), rest.remaining() - safe);
      byte[] bytes = new byte[length];
      rest.get(safe, bytes);
      boolean isEnd = isWhole && length < judge.window();
      Detected found = judge.judge(bytes, length, true, isEnd).found();
      if (found != null) {
        told().accept(found);
        return found;
      }
    }
    throw new IllegalStateException("the last judge always answers");
  }

  /**
   * {@return whether {@link Stages#splitLines} can read splits of any file, whatever its detected
   * encoding} {@link TextHead#of(Detection, ByteBuffer, boolean)} returns the spec for one file. It
   * is false with your own detector, which may return any encoding.
   *
   * @param lines the line breaks and bounds
   * @throws IllegalArgumentException if a spec begins in the middle of a stream, or counts from
   *     another byte than its first
   */
  public boolean canSplit(LineSpec lines) {
    return canSplit((DecoderSpec spec) -> Stages.canSplit(spec, lines));
  }

  /**
   * {@return as {@link #canSplit(LineSpec)}, for {@link Stages#splitRecords}}
   *
   * @param records what a record is
   * @throws IllegalArgumentException if a spec begins in the middle of a stream
   */
  public boolean canSplit(RecordSpec records) {
    return canSplit((DecoderSpec spec) -> Stages.canSplit(spec, records));
  }

  private boolean canSplit(Predicate<DecoderSpec> each) {
    Settings it = settings;
    if (Stream.of(it.first, it.otherwise)
        .anyMatch(spec -> spec.firstByte() != 0 || spec.beginsInTheMiddle())) {
      throw new IllegalArgumentException(
          "a file is read from its first byte; leave out startingAt and countingFrom");
    }
    return it.detector == null
        && Stream.of(it.first, it.otherwise)
            .map(spec -> TextHead.of(spec, ByteBuffer.allocate(0)).spec())
            .allMatch(each);
  }

  /** For the head of a file: all of the window, at least of so many bytes, may be looked at. */
  Detection ofFile(int least) {
    return with(
        it -> {
          it.window = Math.max(it.window, least);
          it.greeting = it.window;
        });
  }

  /** The spec for reading the stream until it is decided. */
  DecoderSpec first() {
    return settings.first;
  }

  /** The spec for reading the stream if nothing else is found. */
  DecoderSpec otherwise() {
    return settings.otherwise;
  }

  /** The observer. */
  Consumer<? super Detected> told() {
    return settings.observer == null ? found -> {} : settings.observer;
  }

  /**
   * The judges of a stream, one after the other; the last one always answers.
   *
   * @param terminators the line ends, if only whole lines may pass before the answer
   */
  List<Judge> judges(@Nullable List<String> terminators) {
    Settings it = settings;
    List<Judge> judges = new ArrayList<>();
    boolean isLast = it.kind == Kind.UNMARKED;
    boolean asksBoth = isLast || it.first.bom() == BomPolicy.REQUIRE;
    judges.add(Judge.ofMark(asksBoth ? List.of(it.first, it.otherwise) : List.of(it.first)));
    if (it.looksForUnmarked) {
      judges.add(
          new UnmarkedJudge(
              isLast ? it.window : Math.min(it.greeting, it.window),
              it.first,
              it.otherwise,
              isLast));
    }
    if (it.kind == Kind.UTF_8) {
      judges.add(new Utf8Judge(it.first, it.otherwise, it.window, it.sequences, terminators));
    } else if (it.detector != null) {
      judges.add(Judge.asked(it.window, it.detector, it.otherwise));
    }
    return judges;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Detection that && settings.all().equals(that.settings.all());
  }

  @Override
  public int hashCode() {
    return settings.all().hashCode();
  }

  @Override
  public String toString() {
    Settings it = settings;
    return "Detection["
        + it.kind
        + (it.looksForUnmarked && it.kind != Kind.UNMARKED ? ", unmarked first, " : ", ")
        + it.first
        + ", else "
        + it.otherwise
        + ", window "
        + it.window
        + " bytes"
        + (it.detector == null ? "" : ", by " + it.detector)
        + (it.observer == null ? "" : ", observed")
        + (it.sequences == 0 ? "]" : ", final after " + it.sequences + " characters]");
  }
}
