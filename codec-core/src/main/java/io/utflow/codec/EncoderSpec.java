/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.engine.Encoder;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.illformed.UnmappableRule;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Settings for writing streams of text as bytes. Immutable and thread-safe: share one, and make an
 * encoder for each stream. The methods that change something return a new spec.
 *
 * <pre>{@code
 * EncoderSpec spec = EncoderSpec.of(TextEncoding.UTF_16LE).bom(BomOutput.ALWAYS);
 * byte[] whole = spec.encode("caf\u00E9");
 * TextEncoder encoder = spec.newEncoder();
 * }</pre>
 */
public final class EncoderSpec {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  /** The settings of a spec. They do not change once the spec is made. */
  private static final class Settings {
    private TextEncoding encoding;
    private MalformedPolicy policy = MalformedPolicy.REPLACE;
    private UnmappablePolicy unmappable = UnmappablePolicy.REPLACE;
    private BomOutput bom = BomOutput.PER_ENCODING;
    private Optional<Consumer<? super IllFormedSequence>> observer = Optional.empty();
    private Optional<CodingListener> listener = Optional.empty();
    private int pieceBytes = 8192;

    Settings(TextEncoding encoding) {
      this.encoding = encoding;
    }

    Settings copy() {
      Settings copy = new Settings(encoding);
      copy.policy = policy;
      copy.unmappable = unmappable;
      copy.bom = bom;
      copy.observer = observer;
      copy.listener = listener;
      copy.pieceBytes = pieceBytes;
      return copy;
    }

    List<Object> all() {
      return List.of(encoding, policy, unmappable, bom, observer, listener, pieceBytes);
    }
  }

  private final Settings settings;

  private EncoderSpec(Settings settings) {
    this.settings = settings;
    Encoding target = Encoding.of(settings.encoding);
    if (!target.form().canEncodeAll()) {
      requireWritable(target);
    }
    int longest = target.form().longestWritten();
    if (settings.pieceBytes < longest) {
      throw new IllegalArgumentException(
          "pieceBytes %d: give at least %d, the bytes of the longest character of %s"
              .formatted(settings.pieceBytes, longest, target));
    }
  }

  private EncoderSpec with(Consumer<Settings> change) {
    Settings copy = settings.copy();
    change.accept(copy);
    return new EncoderSpec(copy);
  }

  /** Makes sure that what the policies and the byte order mark write can be encoded. */
  private void requireWritable(Encoding target) {
    if (!target.form().writes()) {
      throw new IllegalArgumentException(
          target + " can be read but not written; choose another encoding to write");
    }
    if (bom() == BomOutput.ALWAYS && !target.form().canEncode(BYTE_ORDER_MARK)) {
      throw new IllegalArgumentException(
          target + " has no byte order mark that could be written; choose another BomOutput");
    }
    UnmappableRule.of(onUnmappable()).requireEncodable(target);
    target.requireEncodable(
        MalformedRule.of(onMalformed()).chosenText(),
        "onMalformed(" + onMalformed() + ") would write");
  }

  /**
   * {@return a spec that writes {@code encoding}, U+FFFD for an unpaired surrogate, and a byte
   * order mark as the encoding prescribes} UTF-16 and UTF-32 are written big-endian unless {@link
   * TextEncoding#withDefaultOrder} says otherwise.
   *
   * @param encoding of the bytes to write
   * @throws IllegalArgumentException if the encoding can be read but not written
   */
  public static EncoderSpec of(TextEncoding encoding) {
    return new EncoderSpec(new Settings(Objects.requireNonNull(encoding, "encoding")));
  }

  /**
   * {@return the same as {@link #of(TextEncoding)}, with the encoding of a charset}
   *
   * @param charset of the bytes to write
   * @throws UnsupportedCharsetException if there is no encoding for it
   */
  public static EncoderSpec of(Charset charset) {
    return of(TextEncoding.of(charset));
  }

  /**
   * {@return a spec in another encoding, and all the rest as here: for a charset that a peer asks
   * for}
   *
   * @param encoding of the bytes to write
   * @throws IllegalArgumentException if the encoding cannot be written, or not what the policies of
   *     this spec would write; or if {@link #pieceBytes()} has no room for its longest character
   */
  public EncoderSpec encoding(TextEncoding encoding) {
    return with(it -> it.encoding = Objects.requireNonNull(encoding, "encoding"));
  }

  /**
   * {@return a spec with this policy for unpaired surrogates; {@link MalformedPolicy#REPLACE} by
   * default}
   *
   * @param policy what becomes of unpaired surrogates
   */
  public EncoderSpec onMalformed(MalformedPolicy policy) {
    return with(it -> it.policy = Objects.requireNonNull(policy, "policy"));
  }

  /**
   * {@return a spec with this policy for characters that the encoding cannot encode; {@link
   * UnmappablePolicy#REPLACE} by default, which writes the replacement of the charset as the JDK
   * does} The Unicode encodings encode every character. Most charsets cannot encode what replaces
   * an unpaired surrogate either, as U+FFFD: this policy replaces it again, or the replacement of
   * the charset does where this policy reports.
   *
   * @param policy what becomes of such characters
   * @throws IllegalArgumentException if the encoding cannot encode what the policy writes
   */
  public EncoderSpec onUnmappable(UnmappablePolicy policy) {
    return with(it -> it.unmappable = Objects.requireNonNull(policy, "unmappable"));
  }

  /**
   * {@return a spec with this policy for the byte order mark; {@link BomOutput#PER_ENCODING} by
   * default}
   *
   * @param policy whether the output begins with a mark
   */
  public EncoderSpec bom(BomOutput policy) {
    return with(it -> it.bom = Objects.requireNonNull(policy, "bom"));
  }

  /**
   * {@return a spec with an observer that sees every unpaired surrogate, and every character that
   * the encoding cannot encode, once, under every policy, on the encoding thread, before the policy
   * acts} A spec may serve many streams, so the observer must be thread-safe. Its exceptions fail
   * the stream, unchanged, after the text before the surrogate.
   *
   * @param observer replaces an earlier one
   */
  public EncoderSpec observer(Consumer<? super IllFormedSequence> observer) {
    Objects.requireNonNull(observer, "observer");
    return with(it -> it.observer = Optional.of(observer));
  }

  /**
   * {@return a spec with a listener that is told of each input how much of it was read and what
   * came out of it} A transcoder tells that of its {@link DecoderSpec} instead. Must be
   * thread-safe; see {@link CodingListener}.
   *
   * @param listener who is told
   */
  public EncoderSpec listener(CodingListener listener) {
    Objects.requireNonNull(listener, "listener");
    return with(it -> it.listener = Optional.of(listener));
  }

  /**
   * {@return a spec with this bound for each output buffer of stages and adapters, in bytes; 8192
   * by default}
   *
   * @param maxBytes the bound, at least 4; in an encoding that has longer characters at least that,
   *     5 in UTF-EBCDIC, 6 in CESU-8 and Modified UTF-8, 8 in an encoding with state
   * @throws IllegalArgumentException if below the longest character
   */
  public EncoderSpec pieceBytes(int maxBytes) {
    return with(it -> it.pieceBytes = maxBytes);
  }

  /** {@return the encoding that streams are written in} */
  public TextEncoding encoding() {
    return settings.encoding;
  }

  /** {@return the policy for unpaired surrogates} */
  public MalformedPolicy onMalformed() {
    return settings.policy;
  }

  /** {@return the policy for characters that the encoding cannot encode} */
  public UnmappablePolicy onUnmappable() {
    return settings.unmappable;
  }

  /** {@return whether a byte order mark is written} */
  public BomOutput bom() {
    return settings.bom;
  }

  /** {@return the observer of unpaired surrogates, if one is set} */
  public Optional<Consumer<? super IllFormedSequence>> observer() {
    return settings.observer;
  }

  /** {@return the listener, if one is set} */
  public Optional<CodingListener> listener() {
    return settings.listener;
  }

  /** {@return the longest output buffer of stages and adapters, in bytes} */
  public int pieceBytes() {
    return settings.pieceBytes;
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
    return other instanceof EncoderSpec that && settings.all().equals(that.settings.all());
  }

  @Override
  public int hashCode() {
    return settings.all().hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("EncoderSpec[").append(encoding());
    text.append(", ").append(onMalformed()).append(", BOM ").append(bom());
    if (!onUnmappable().equals(UnmappablePolicy.REPLACE)) {
      text.append(", unmappable ").append(onUnmappable());
    }
    if (observer().isPresent()) {
      text.append(", observed");
    }
    if (listener().isPresent()) {
      text.append(", with a listener");
    }
    return text.append(", pieces of ").append(pieceBytes()).append(" bytes]").toString();
  }
}
