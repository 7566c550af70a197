package io.utflow.codec;

import io.utflow.codec.form.EncodingForm;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How streams of text are written as bytes. Immutable and thread-safe: share one, and make an
 * encoder for each stream. The methods that change something return a new spec.
 */
public final class EncoderSpec {
  private static final int DEFAULT_PIECE_LENGTH = 8192;

  private final TextEncoding encoding;
  private final MalformedRule rule;
  private final BomOutput bom;
  private final @Nullable Consumer<? super IllFormedSequence> observer;
  private final int pieceLength;

  private EncoderSpec(
      TextEncoding encoding,
      MalformedPolicy policy,
      BomOutput bom,
      @Nullable Consumer<? super IllFormedSequence> observer,
      int pieceLength) {
    this.encoding = Objects.requireNonNull(encoding, "encoding");
    this.rule = (MalformedRule) Objects.requireNonNull(policy, "policy");
    this.bom = Objects.requireNonNull(bom, "bom");
    this.observer = observer;
    this.pieceLength = pieceLength;
  }

  /**
   * Writes {@code encoding}, U+FFFD for an unpaired surrogate, and a byte order mark as the
   * encoding prescribes. UTF-16 and UTF-32 are written big-endian unless {@link
   * TextEncoding#withDefaultOrder} says otherwise.
   */
  public static EncoderSpec of(TextEncoding encoding) {
    return new EncoderSpec(
        encoding, MalformedPolicy.REPLACE, BomOutput.PER_ENCODING, null, DEFAULT_PIECE_LENGTH);
  }

  /** With this policy for unpaired surrogates; {@link MalformedPolicy#REPLACE} by default. */
  public EncoderSpec onMalformed(MalformedPolicy policy) {
    return new EncoderSpec(encoding, policy, bom, observer, pieceLength);
  }

  /** With this policy for the byte order mark; {@link BomOutput#PER_ENCODING} by default. */
  public EncoderSpec bom(BomOutput policy) {
    return new EncoderSpec(encoding, rule, policy, observer, pieceLength);
  }

  /**
   * With an observer that sees every unpaired surrogate once, under every policy, on the encoding
   * thread, before the policy acts. A spec may serve many streams, so the observer must be
   * thread-safe. Its exceptions fail the stream, unchanged, after the text before the surrogate.
   */
  public EncoderSpec observer(Consumer<? super IllFormedSequence> observer) {
    Objects.requireNonNull(observer, "observer");
    return new EncoderSpec(encoding, rule, bom, observer, pieceLength);
  }

  /**
   * With this bound for each output buffer of stages and adapters, in bytes; 8192 by default.
   *
   * @throws IllegalArgumentException if below 4, the longest character
   */
  public EncoderSpec pieceLength(int maxBytes) {
    if (maxBytes < EncodingForm.MOST_WRITTEN) {
      throw new IllegalArgumentException(
          "pieceLength " + maxBytes + ": give at least 4, the bytes of the longest character");
    }
    return new EncoderSpec(encoding, rule, bom, observer, maxBytes);
  }

  /** The encoding that streams are written in. */
  public TextEncoding encoding() {
    return encoding;
  }

  /** What becomes of unpaired surrogates. */
  public MalformedPolicy onMalformed() {
    return rule;
  }

  /** Whether a byte order mark is written. */
  public BomOutput bom() {
    return bom;
  }

  /** Who sees unpaired surrogates. */
  public Optional<Consumer<? super IllFormedSequence>> observer() {
    return Optional.ofNullable(observer);
  }

  /** The longest output buffer of stages and adapters, in bytes. */
  public int pieceLength() {
    return pieceLength;
  }

  /** An encoder for one stream. */
  public TextEncoder newEncoder() {
    return new TextEncoder(this);
  }

  MalformedRule rule() {
    return rule;
  }

  @Nullable Consumer<? super IllFormedSequence> observerOrNull() {
    return observer;
  }

  boolean writesMark() {
    return switch (bom) {
      case PER_ENCODING -> !encoding.isFixed();
      case NEVER -> false;
      case ALWAYS -> true;
    };
  }

  @Override
  public String toString() {
    return "EncoderSpec[" + encoding + ", " + rule + ", BOM " + bom + "]";
  }
}
