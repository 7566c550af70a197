package io.utflow.codec;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How streams of bytes are read as text. Immutable and thread-safe: share one, and make a decoder
 * for each stream. The methods that change something return a new spec.
 *
 * <pre>{@code
 * DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
 * TextDecoder decoder = spec.newDecoder();
 * }</pre>
 */
public final class DecoderSpec {
  private static final int DEFAULT_PIECE_LENGTH = 8192;
  private static final long AT_THE_START = -1;

  private final TextEncoding encoding;
  private final MalformedRule rule;
  private final BomPolicy bom;
  private final @Nullable Consumer<? super IllFormedSequence> observer;
  private final int pieceLength;
  private final long start;
  private final List<ByteOrderMarks.Mark> marks;

  private DecoderSpec(
      TextEncoding encoding,
      MalformedPolicy policy,
      BomPolicy bom,
      @Nullable Consumer<? super IllFormedSequence> observer,
      int pieceLength,
      long start) {
    this.encoding = Objects.requireNonNull(encoding, "encoding");
    this.rule = (MalformedRule) Objects.requireNonNull(policy, "policy");
    this.bom = Objects.requireNonNull(bom, "bom");
    this.observer = observer;
    this.pieceLength = pieceLength;
    this.start = start;
    this.marks = start == AT_THE_START ? ByteOrderMarks.of(encoding, bom) : List.of();
    if (bom == BomPolicy.REQUIRE && start == AT_THE_START && marks.isEmpty()) {
      throw new IllegalArgumentException(
          encoding + " has no byte order mark that could be required; choose another BomPolicy");
    }
  }

  /**
   * Reads {@code encoding}, replaces what is ill-formed by U+FFFD, treats a byte order mark as the
   * encoding prescribes.
   */
  public static DecoderSpec of(TextEncoding encoding) {
    return new DecoderSpec(
        encoding,
        MalformedPolicy.REPLACE,
        BomPolicy.PER_ENCODING,
        null,
        DEFAULT_PIECE_LENGTH,
        AT_THE_START);
  }

  /** With this policy for ill-formed sequences; {@link MalformedPolicy#REPLACE} by default. */
  public DecoderSpec onMalformed(MalformedPolicy policy) {
    return new DecoderSpec(encoding, policy, bom, observer, pieceLength, start);
  }

  /** With this policy for byte order marks; {@link BomPolicy#PER_ENCODING} by default. */
  public DecoderSpec bom(BomPolicy policy) {
    return new DecoderSpec(encoding, rule, policy, observer, pieceLength, start);
  }

  /**
   * With an observer that sees every ill-formed sequence once, under every policy, on the decoding
   * thread, before the policy acts. A spec may serve many streams, so the observer must be
   * thread-safe. Its exceptions fail the stream, unchanged, after the text before the sequence.
   */
  public DecoderSpec observer(Consumer<? super IllFormedSequence> observer) {
    Objects.requireNonNull(observer, "observer");
    return new DecoderSpec(encoding, rule, bom, observer, pieceLength, start);
  }

  /**
   * With this bound for each {@code String} of stages and adapters, in UTF-16 code units; 8192 by
   * default.
   *
   * @throws IllegalArgumentException if below 2, the room of a supplementary character
   */
  public DecoderSpec pieceLength(int maxChars) {
    if (maxChars < 2) {
      throw new IllegalArgumentException(
          "pieceLength " + maxChars + ": give at least 2, the length of a supplementary character");
    }
    return new DecoderSpec(encoding, rule, bom, observer, maxChars, start);
  }

  /**
   * Begins in the middle of a stream: at a byte offset at which a sequence begins. No byte order
   * mark is looked for, U+FEFF is text, and positions and offsets count from the start of the whole
   * stream. How a file is read in parts, or a stream is resumed.
   *
   * @throws IllegalArgumentException if the offset is negative
   * @throws IllegalStateException if the encoding has no byte order of its own: give {@link
   *     TextEncoding#UTF_16LE}, not {@link TextEncoding#UTF_16}, as the mark of the stream says; or
   *     if the encoding has state, which the bytes before the offset decide
   */
  public DecoderSpec startingAt(long byteOffset) {
    if (byteOffset < 0) {
      throw new IllegalArgumentException("byte offset " + byteOffset + ": give 0 or more");
    }
    if (!encoding.isFixed()) {
      throw new IllegalStateException(
          encoding + " has no byte order in the middle of a stream; give the one its mark told");
    }
    if (encoding.form().forStream() != encoding.form()) {
      throw new IllegalStateException(
          encoding + " has state, so its streams can be read from their start only");
    }
    return new DecoderSpec(encoding, rule, bom, observer, pieceLength, byteOffset);
  }

  /** Where streams begin, in bytes; empty where that is their start, with its byte order mark. */
  public OptionalLong startingAt() {
    return start == AT_THE_START ? OptionalLong.empty() : OptionalLong.of(start);
  }

  /** The encoding that streams are read in. */
  public TextEncoding encoding() {
    return encoding;
  }

  /** What becomes of ill-formed sequences. */
  public MalformedPolicy onMalformed() {
    return rule;
  }

  /** What becomes of byte order marks. */
  public BomPolicy bom() {
    return bom;
  }

  /** Who sees ill-formed sequences. */
  public Optional<Consumer<? super IllFormedSequence>> observer() {
    return Optional.ofNullable(observer);
  }

  /** The longest {@code String} of stages and adapters, in UTF-16 code units. */
  public int pieceLength() {
    return pieceLength;
  }

  /** A decoder for one stream. */
  public TextDecoder newDecoder() {
    return new TextDecoder(this);
  }

  /** A validator for one stream. It ignores the policy and the piece length. */
  public TextValidator newValidator() {
    return new TextValidator(this);
  }

  /** A transcoder for one stream, to the encoding of {@code to}. */
  public TextTranscoder newTranscoder(EncoderSpec to) {
    return new TextTranscoder(this, to);
  }

  long firstByte() {
    return Math.max(start, 0);
  }

  boolean isAtTheStart() {
    return start == AT_THE_START;
  }

  MalformedRule rule() {
    return rule;
  }

  List<ByteOrderMarks.Mark> marks() {
    return marks;
  }

  @Nullable Consumer<? super IllFormedSequence> observerOrNull() {
    return observer;
  }

  @Override
  public String toString() {
    return "DecoderSpec[" + encoding + ", " + rule + ", BOM " + bom + "]";
  }
}
