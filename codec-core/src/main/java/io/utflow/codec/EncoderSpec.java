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
  private final @Nullable CodingListener listener;
  private final int pieceLength;

  private EncoderSpec(
      TextEncoding encoding,
      MalformedPolicy policy,
      BomOutput bom,
      @Nullable Consumer<? super IllFormedSequence> observer,
      @Nullable CodingListener listener,
      int pieceLength) {
    this.encoding = Objects.requireNonNull(encoding, "encoding");
    this.rule = (MalformedRule) Objects.requireNonNull(policy, "policy");
    this.bom = Objects.requireNonNull(bom, "bom");
    this.observer = observer;
    this.listener = listener;
    this.pieceLength = pieceLength;
  }

  /**
   * Writes {@code encoding}, U+FFFD for an unpaired surrogate, and a byte order mark as the
   * encoding prescribes. UTF-16 and UTF-32 are written big-endian unless {@link
   * TextEncoding#withDefaultOrder} says otherwise.
   *
   * @param encoding of the bytes to write
   * @return a spec to share or to change
   */
  public static EncoderSpec of(TextEncoding encoding) {
    return new EncoderSpec(
        encoding,
        MalformedPolicy.REPLACE,
        BomOutput.PER_ENCODING,
        null,
        null,
        DEFAULT_PIECE_LENGTH);
  }

  /**
   * With this policy for unpaired surrogates; {@link MalformedPolicy#REPLACE} by default.
   *
   * @param policy what becomes of unpaired surrogates
   * @return a new spec
   */
  public EncoderSpec onMalformed(MalformedPolicy policy) {
    return new EncoderSpec(encoding, policy, bom, observer, listener, pieceLength);
  }

  /**
   * With this policy for the byte order mark; {@link BomOutput#PER_ENCODING} by default.
   *
   * @param policy whether the output begins with a mark
   * @return a new spec
   */
  public EncoderSpec bom(BomOutput policy) {
    return new EncoderSpec(encoding, rule, policy, observer, listener, pieceLength);
  }

  /**
   * With an observer that sees every unpaired surrogate once, under every policy, on the encoding
   * thread, before the policy acts. A spec may serve many streams, so the observer must be
   * thread-safe. Its exceptions fail the stream, unchanged, after the text before the surrogate.
   *
   * @param observer replaces an earlier one
   * @return a new spec
   */
  public EncoderSpec observer(Consumer<? super IllFormedSequence> observer) {
    Objects.requireNonNull(observer, "observer");
    return new EncoderSpec(encoding, rule, bom, observer, listener, pieceLength);
  }

  /**
   * With a listener that is told of each input how much of it was read and what came out of it. A
   * transcoder tells that of its {@link DecoderSpec} instead. Must be thread-safe; see {@link
   * CodingListener}.
   *
   * @param listener who is told
   * @return a new spec
   */
  public EncoderSpec listener(CodingListener listener) {
    Objects.requireNonNull(listener, "listener");
    return new EncoderSpec(encoding, rule, bom, observer, listener, pieceLength);
  }

  /**
   * Without a listener: for whoever makes an encoder of this spec and tells the listener itself.
   *
   * @return a new spec, or this one
   */
  public EncoderSpec withoutListener() {
    return listener == null
        ? this
        : new EncoderSpec(encoding, rule, bom, observer, null, pieceLength);
  }

  /**
   * With this bound for each output buffer of stages and adapters, in bytes; 8192 by default.
   *
   * @param maxBytes the bound, at least 4
   * @return a new spec
   * @throws IllegalArgumentException if below 4, the longest character
   */
  public EncoderSpec pieceLength(int maxBytes) {
    if (maxBytes < EncodingForm.MOST_WRITTEN) {
      throw new IllegalArgumentException(
          "pieceLength " + maxBytes + ": give at least 4, the bytes of the longest character");
    }
    return new EncoderSpec(encoding, rule, bom, observer, listener, maxBytes);
  }

  /** {@return the encoding that streams are written in} */
  public TextEncoding encoding() {
    return encoding;
  }

  /** {@return what becomes of unpaired surrogates} */
  public MalformedPolicy onMalformed() {
    return rule;
  }

  /** {@return whether a byte order mark is written} */
  public BomOutput bom() {
    return bom;
  }

  /** {@return who sees unpaired surrogates, if there is an observer} */
  public Optional<Consumer<? super IllFormedSequence>> observer() {
    return Optional.ofNullable(observer);
  }

  /** {@return who is told of each input} */
  public Optional<CodingListener> listener() {
    return Optional.ofNullable(listener);
  }

  /** {@return the longest output buffer of stages and adapters, in bytes} */
  public int pieceLength() {
    return pieceLength;
  }

  /** {@return a new encoder, for one stream} */
  public TextEncoder newEncoder() {
    return new TextEncoder(this);
  }

  MalformedRule rule() {
    return rule;
  }

  @Nullable Consumer<? super IllFormedSequence> observerOrNull() {
    return observer;
  }

  @Nullable CodingListener listenerOrNull() {
    return listener;
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
