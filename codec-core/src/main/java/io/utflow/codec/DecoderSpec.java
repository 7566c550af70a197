/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.engine.Decoder;
import io.utflow.codec.engine.Transcoder;
import io.utflow.codec.engine.Validator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Settings for reading streams of bytes as text. Immutable and thread-safe: share one, and make a
 * decoder for each stream. The methods that change something return a new spec.
 *
 * <pre>{@code
 * DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
 * String whole = spec.decode(bytes);
 * TextDecoder decoder = spec.newDecoder();
 * }</pre>
 */
public final class DecoderSpec {
  /** The settings of a spec. They do not change once the spec is made. */
  private static final class Settings {
    private TextEncoding encoding;
    private MalformedPolicy policy = MalformedPolicy.REPLACE;
    private BomPolicy bom = BomPolicy.PER_ENCODING;
    private Optional<Consumer<? super IllFormedSequence>> observer = Optional.empty();
    private Optional<CodingListener> listener = Optional.empty();
    private int pieceChars = 8192;
    private long firstByte;
    private boolean inTheMiddle;

    Settings(TextEncoding encoding) {
      this.encoding = encoding;
    }

    Settings copy() {
      Settings copy = new Settings(encoding);
      copy.policy = policy;
      copy.bom = bom;
      copy.observer = observer;
      copy.listener = listener;
      copy.pieceChars = pieceChars;
      copy.firstByte = firstByte;
      copy.inTheMiddle = inTheMiddle;
      return copy;
    }

    List<Object> all() {
      return List.of(encoding, policy, bom, observer, listener, pieceChars, firstByte, inTheMiddle);
    }
  }

  private final Settings settings;

  private DecoderSpec(Settings settings) {
    this.settings = settings;
    BomPolicy bom = settings.bom;
    if (bom == BomPolicy.REQUIRE
        && !settings.inTheMiddle
        && Encoding.of(settings.encoding).marks(bom).isEmpty()) {
      throw new IllegalArgumentException(
          settings.encoding
              + " has no byte order mark that could be required; choose another BomPolicy");
    }
  }

  private DecoderSpec with(Consumer<Settings> change) {
    Settings copy = settings.copy();
    change.accept(copy);
    return new DecoderSpec(copy);
  }

  /**
   * {@return a spec that reads {@code encoding}, replaces ill-formed sequences by U+FFFD, and
   * treats a byte order mark as the encoding prescribes}
   *
   * @param encoding of the bytes
   */
  public static DecoderSpec of(TextEncoding encoding) {
    return new DecoderSpec(new Settings(Objects.requireNonNull(encoding, "encoding")));
  }

  /**
   * {@return the same as {@link #of(TextEncoding)}, with the encoding of a charset}
   *
   * @param charset of the bytes
   * @throws UnsupportedCharsetException if there is no encoding for it
   */
  public static DecoderSpec of(Charset charset) {
    return of(TextEncoding.of(charset));
  }

  /**
   * {@return a spec in another encoding, and all the rest as here: for a charset that a header or a
   * declaration names}
   *
   * @param encoding of the bytes
   * @throws IllegalArgumentException if a byte order mark is required, and the encoding has no mark
   */
  public DecoderSpec encoding(TextEncoding encoding) {
    Objects.requireNonNull(encoding, "encoding");
    if (settings.inTheMiddle) {
      requireStartInTheMiddle(encoding);
    }
    return encoding.equals(settings.encoding) ? this : with(it -> it.encoding = encoding);
  }

  /**
   * {@return a spec in the encoding that a peer declares, and all the rest as here} As {@link
   * #encoding(TextEncoding)}; but where a byte order mark is dropped by rule, one at the start of
   * UTF-16 decides the order, whichever order the peer names, and is dropped, as in browsers: a
   * label of the web such as {@code utf-16le} names an order, and servers that take it for that of
   * RFC 2781 write the other one after a mark. That holds for {@link BomPolicy#PER_ENCODING} and
   * {@link BomPolicy#STRIP}, where a stream begins at its start.
   *
   * <pre>{@code
   * String header = "text/plain; charset=utf-16le";
   * DecoderSpec body = TextEncoding.ofContentType(header).map(spec::declared).orElse(spec);
   * }</pre>
   *
   * @param encoding of the bytes, as {@link TextEncoding#ofContentType} finds it
   * @throws IllegalArgumentException if a byte order mark is required, and the encoding has no mark
   */
  public DecoderSpec declared(TextEncoding encoding) {
    boolean markDecides =
        !settings.inTheMiddle
            && (settings.bom == BomPolicy.PER_ENCODING || settings.bom == BomPolicy.STRIP);
    if (markDecides && encoding.equals(TextEncoding.UTF_16LE)) {
      return encoding(TextEncoding.UTF_16.withDefaultOrder(ByteOrder.LITTLE_ENDIAN));
    }
    if (markDecides && encoding.equals(TextEncoding.UTF_16BE)) {
      return encoding(TextEncoding.UTF_16);
    }
    return encoding(encoding);
  }

  /**
   * {@return a spec with this policy for ill-formed sequences; {@link MalformedPolicy#REPLACE} by
   * default}
   *
   * @param policy what becomes of ill-formed sequences
   */
  public DecoderSpec onMalformed(MalformedPolicy policy) {
    return with(it -> it.policy = Objects.requireNonNull(policy, "policy"));
  }

  /**
   * {@return a spec with this policy for byte order marks; {@link BomPolicy#PER_ENCODING} by
   * default}
   *
   * @param policy what becomes of a mark at the start of the stream
   */
  public DecoderSpec bom(BomPolicy policy) {
    return with(it -> it.bom = Objects.requireNonNull(policy, "bom"));
  }

  /**
   * {@return a spec with an observer that sees every ill-formed sequence once, under every policy,
   * on the decoding thread, before the policy acts} A spec may serve many streams, so the observer
   * must be thread-safe. Its exceptions fail the stream, unchanged, after the text before the
   * sequence.
   *
   * @param observer replaces an earlier one
   */
  public DecoderSpec observer(Consumer<? super IllFormedSequence> observer) {
    Objects.requireNonNull(observer, "observer");
    return with(it -> it.observer = Optional.of(observer));
  }

  /**
   * {@return a spec with a listener that is told of each input how much of it was read and what
   * came out of it} A spec may serve many streams, so it must be thread-safe; see {@link
   * CodingListener}.
   *
   * @param listener who is told
   */
  public DecoderSpec listener(CodingListener listener) {
    Objects.requireNonNull(listener, "listener");
    return with(it -> it.listener = Optional.of(listener));
  }

  /**
   * {@return a spec with this bound for each {@code String} of stages and adapters, in UTF-16 code
   * units; 8192 by default}
   *
   * @param maxChars the bound, at least 2
   * @throws IllegalArgumentException if below 2, the room of a supplementary character
   */
  public DecoderSpec pieceChars(int maxChars) {
    if (maxChars < 2) {
      throw new IllegalArgumentException(
          "pieceChars " + maxChars + ": give at least 2, the length of a supplementary character");
    }
    return with(it -> it.pieceChars = maxChars);
  }

  /**
   * {@return a spec that begins in the middle of a stream: at a byte offset at which a sequence
   * begins} No byte order mark is looked for, U+FEFF is text, and positions and offsets count from
   * the start of the whole stream. Use it to read a file in parts, or to resume a stream.
   *
   * @param byteOffset of the first byte that is given, 0 or more
   * @throws IllegalArgumentException if the offset is negative
   * @throws IllegalStateException if the encoding has no byte order of its own: give {@link
   *     TextEncoding#UTF_16LE}, not {@link TextEncoding#UTF_16}, as the mark of the stream says; or
   *     if the encoding has state, which the bytes before the offset decide
   */
  public DecoderSpec startingAt(long byteOffset) {
    DecoderSpec spec = from(byteOffset, true);
    requireStartInTheMiddle(encoding());
    return spec;
  }

  /**
   * {@return a spec that counts positions and offsets from this one on: for a stream that begins
   * inside another, whose first bytes may be a byte order mark of its own}
   *
   * @param byteOffset of the first byte that is given, 0 or more
   * @throws IllegalArgumentException if the offset is negative
   */
  public DecoderSpec countingFrom(long byteOffset) {
    return from(byteOffset, false);
  }

  private static void requireStartInTheMiddle(TextEncoding encoding) {
    if (!Encoding.of(encoding).isFixed()) {
      throw new IllegalStateException(
          encoding + " has no byte order in the middle of a stream; give the one its mark told");
    }
    if (Encoding.of(encoding).hasState()) {
      throw new IllegalStateException(
          encoding + " has state, so its streams can be read from their start only");
    }
  }

  private DecoderSpec from(long byteOffset, boolean inTheMiddle) {
    if (byteOffset < 0) {
      throw new IllegalArgumentException("byte offset " + byteOffset + ": give 0 or more");
    }
    return with(
        it -> {
          it.firstByte = byteOffset;
          it.inTheMiddle = inTheMiddle;
        });
  }

  /** {@return the byte offset of the first byte of streams: 0 unless it was set} */
  public long firstByte() {
    return settings.firstByte;
  }

  /**
   * {@return whether streams begin where no byte order mark can stand, as by {@link #startingAt}}
   */
  public boolean beginsInTheMiddle() {
    return settings.inTheMiddle;
  }

  /** {@return the encoding that streams are read in} */
  public TextEncoding encoding() {
    return settings.encoding;
  }

  /** {@return the policy for ill-formed sequences} */
  public MalformedPolicy onMalformed() {
    return settings.policy;
  }

  /** {@return the policy for byte order marks} */
  public BomPolicy bom() {
    return settings.bom;
  }

  /** {@return the observer of ill-formed sequences, if one is set} */
  public Optional<Consumer<? super IllFormedSequence>> observer() {
    return settings.observer;
  }

  /** {@return the listener, if one is set} */
  public Optional<CodingListener> listener() {
    return settings.listener;
  }

  /** {@return the longest {@code String} of stages and adapters, in UTF-16 code units} */
  public int pieceChars() {
    return settings.pieceChars;
  }

  /**
   * {@return the text of all the bytes}
   *
   * @param bytes all of it, a byte order mark included
   * @throws IllFormedTextException if the policy reports; its {@link
   *     IllFormedTextException#decodedPrefix()} is the text before
   */
  public String decode(byte[] bytes) {
    return newDecoder().decode(ByteBuffer.wrap(bytes), true);
  }

  /** {@return a new decoder, for one stream} */
  public TextDecoder newDecoder() {
    return new Decoder(this);
  }

  /** {@return a new validator, for one stream} It ignores the policy and the piece length. */
  public TextValidator newValidator() {
    return new Validator(this);
  }

  /**
   * {@return a new transcoder, for one stream} Of this spec it ignores the piece length.
   *
   * @param to the encoding to write, and whether with a byte order mark
   */
  public TextTranscoder newTranscoder(EncoderSpec to) {
    return new Transcoder(this, to);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DecoderSpec that && settings.all().equals(that.settings.all());
  }

  @Override
  public int hashCode() {
    return settings.all().hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("DecoderSpec[").append(encoding());
    text.append(", ").append(onMalformed()).append(", BOM ").append(bom());
    if (observer().isPresent()) {
      text.append(", observed");
    }
    if (listener().isPresent()) {
      text.append(", with a listener");
    }
    text.append(", pieces of ").append(pieceChars()).append(" chars");
    if (firstByte() != 0 || beginsInTheMiddle()) {
      text.append(beginsInTheMiddle() ? ", starting at byte " : ", counting from byte ");
      text.append(firstByte());
    }
    return text.append("]").toString();
  }
}
