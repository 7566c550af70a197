/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.engine.Encoding;
import io.utflow.codec.engine.EncodingNames;
import java.io.Serializable;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Objects;
import java.util.Optional;

/**
 * One of the seven Unicode encoding schemes (The Unicode Standard, §3.10). Immutable; the constants
 * are the only instances, also after serialization, so {@code ==} compares them.
 *
 * <p>{@link #UTF_16} and {@link #UTF_32} are the schemes whose byte order a byte order mark
 * decides; without one it is big-endian (RFC 2781 §4.3) unless {@link #withDefaultOrder} says
 * otherwise.
 *
 * <pre>{@code
 * TextEncoding encoding = TextEncoding.forName("utf-16le");
 * Optional<TextEncoding> perhaps = TextEncoding.find(nameFromSomewhere);
 * }</pre>
 */
public sealed interface TextEncoding extends Serializable permits Encoding {

  /** UTF-8, RFC 3629. */
  TextEncoding UTF_8 = Encoding.UTF_8;

  /** UTF-16 with the more significant byte first, RFC 2781 §3.3. */
  TextEncoding UTF_16BE = Encoding.UTF_16BE;

  /** UTF-16 with the less significant byte first, RFC 2781 §3.3. */
  TextEncoding UTF_16LE = Encoding.UTF_16LE;

  /** UTF-32 with the most significant byte first. */
  TextEncoding UTF_32BE = Encoding.UTF_32BE;

  /** UTF-32 with the least significant byte first. */
  TextEncoding UTF_32LE = Encoding.UTF_32LE;

  /** UTF-16 in the byte order its byte order mark says, big-endian without one, RFC 2781 §3.2. */
  TextEncoding UTF_16 = Encoding.UTF_16;

  /** UTF-32 in the byte order its byte order mark says, big-endian without one. */
  TextEncoding UTF_32 = Encoding.UTF_32;

  /**
   * The encoding of an IANA name or alias, in any case.
   *
   * @param ianaNameOrAlias such as {@code UTF-8}, {@code utf16le}
   * @return the encoding
   * @throws UnsupportedCharsetException if it names none of the seven; the message lists them
   */
  static TextEncoding forName(String ianaNameOrAlias) {
    return EncodingNames.named(Objects.requireNonNull(ianaNameOrAlias, "ianaNameOrAlias"));
  }

  /**
   * As {@link #forName}, but empty if it names none of the seven.
   *
   * @param ianaNameOrAlias such as {@code UTF-8}, {@code utf16le}
   * @return the encoding, or empty
   */
  static Optional<TextEncoding> find(String ianaNameOrAlias) {
    Objects.requireNonNull(ianaNameOrAlias, "ianaNameOrAlias");
    return Optional.ofNullable(EncodingNames.find(ianaNameOrAlias));
  }

  /**
   * The encoding of a label as browsers read it (WHATWG Encoding, "get an encoding"): {@code
   * utf-16} and {@code unicode} are little-endian, white space around the label is ignored.
   *
   * @param label such as the {@code charset} of a Content-Type
   * @return the encoding
   * @throws UnsupportedCharsetException if it names none of UTF-8, UTF-16BE and UTF-16LE
   */
  static TextEncoding forWebLabel(String label) {
    return EncodingNames.labelled(Objects.requireNonNull(label, "label"));
  }

  /**
   * The encoding of a charset of the JDK.
   *
   * @param charset looked up by its name
   * @return the encoding
   * @throws UnsupportedCharsetException if it is none of the seven
   */
  static TextEncoding of(Charset charset) {
    return forName(Objects.requireNonNull(charset, "charset").name());
  }

  /** {@return the IANA preferred MIME name, such as {@code UTF-16LE}} */
  String name();

  /**
   * The most bytes that one UTF-16 code unit becomes in this encoding, for the size of buffers; a
   * byte order mark is not counted.
   *
   * @return a number of bytes; a surrogate pair counts as two code units
   */
  int maxBytesPerChar();

  /**
   * UTF-16 or UTF-32 that is read, and by an encoder written, in this order when no byte order mark
   * says otherwise.
   *
   * @param order for streams without a mark
   * @return this encoding with that order
   * @throws IllegalStateException if the encoding has a byte order of its own
   */
  TextEncoding withDefaultOrder(ByteOrder order);
}
