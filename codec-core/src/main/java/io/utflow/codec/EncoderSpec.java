/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.engine.Encoder;
import io.utflow.codec.form.EncodingForm;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How streams of text are written as bytes. Immutable and thread-safe: share one, and make an
 * encoder for each stream. The methods that change something return a new spec.
 *
 * <pre>{@code
 * EncoderSpec spec = EncoderSpec.of(TextEncoding.UTF_16LE).bom(BomOutput.ALWAYS);
 * byte[] whole = spec.encode("caf\u00E9");
 * TextEncoder encoder = spec.newEncoder();
 * }</pre>
 */
public final class EncoderSpec {
  private static final int DEFAULT_PIECE_LENGTH = 8192;

  private final TextEncoding encoding;
  private final MalformedPolicy policy;
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
    this.policy = Objects.requireNonNull(policy, "policy");
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
    return new EncoderSpec(encoding, this.policy, policy, observer, listener, pieceLength);
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
    return new EncoderSpec(encoding, policy, bom, observer, listener, pieceLength);
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
    return new EncoderSpec(encoding, policy, bom, observer, listener, pieceLength);
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
    return new EncoderSpec(encoding, policy, bom, observer, listener, maxBytes);
  }

  /** {@return the encoding that streams are written in} */
  public TextEncoding encoding() {
    return encoding;
  }

  /** {@return what becomes of unpaired surrogates} */
  public MalformedPolicy onMalformed() {
    return policy;
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

  /**
   * Encodes a whole text at once.
   *
   * @param text all of it
   * @return the bytes, a byte order mark included where this spec writes one
   * @throws IllFormedTextException if the policy reports
   */
  public byte[] encode(CharSequence text) {
    TextEncoder encoder = newEncoder();
    byte[] bytes = encoder.encode(text);
    byte[] end = encoder.finish();
    if (end.length == 0) {
      return bytes;
    }
    byte[] all = Arrays.copyOf(bytes, bytes.length + end.length);
    System.arraycopy(end, 0, all, bytes.length, end.length);
    return all;
  }

  /** {@return a new encoder, for one stream} */
  public TextEncoder newEncoder() {
    return new Encoder(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EncoderSpec that
        && encoding.equals(that.encoding)
        && policy.equals(that.policy)
        && bom == that.bom
        && Objects.equals(observer, that.observer)
        && Objects.equals(listener, that.listener)
        && pieceLength == that.pieceLength;
  }

  @Override
  public int hashCode() {
    return Objects.hash(encoding, policy, bom, observer, listener, pieceLength);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("EncoderSpec[").append(encoding);
    text.append(", ").append(policy).append(", BOM ").append(bom);
    if (observer != null) {
      text.append(", observed");
    }
    if (listener != null) {
      text.append(", with a listener");
    }
    return text.append(", pieces of ").append(pieceLength).append(" bytes]").toString();
  }
}
