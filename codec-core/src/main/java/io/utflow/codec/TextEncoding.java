/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.EncodingNames;
import io.utflow.codec.encodings.MediaTypes;
import java.io.Serializable;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One of the seven Unicode encoding schemes (The Unicode Standard, §3.10), which are the constants,
 * or a charset of this JVM. Immutable; there is one instance of each, also after serialization, so
 * {@code ==} compares them.
 *
 * <p>The core has the constants, those of {@link UnicodeVariants}, US-ASCII, ISO-8859-1, and what
 * browsers read by the labels {@code ascii} and {@code latin1}. All others are in the artifact
 * {@code io.utflow:utflow-charsets}, which is put beside the core, on the same path (class path or
 * module path); nothing has to be called. Without it they are not found, and the message of the
 * {@link UnsupportedCharsetException} names the artifact. One that was serialized is then an {@link
 * java.io.InvalidObjectException} with that message.
 *
 * <p>Charsets such as windows-1252, Shift_JIS, GB18030 or ISO-2022-JP decode well-formed text as
 * the JDK does; ill-formed text is decided sequence by sequence, the same for every cut. HZ and
 * ISO-2022-CN are read and written by RFC 1843 and RFC 1922. Those that cannot be had are the ones
 * that guess ({@code x-JISAutoDetect}), {@code x-ISCII91}, and charsets of other providers whose
 * coders do not read back what they write. A charset has no byte order mark, and cannot encode
 * every character: {@link EncoderSpec#onUnmappable} says what becomes of the others.
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
   * The encoding of an IANA name or alias, or of a name or alias of a charset of this JVM, in any
   * case.
   *
   * <p>A name means what those mean who write it: {@code cp949}, {@code cp932}, {@code cp950} and
   * {@code cp874}, and these numbers alone, are the tables of Windows, as to Windows, glibc and
   * Python, though {@link Charset#forName} finds those of IBM, which are {@code ibm-949} and so on.
   * Its meaning depends neither on other charsets beside the JDK's, nor on earlier lookups.
   *
   * <p>A peer may send names: an unknown one takes some tens of microseconds, however long it is,
   * and nothing keeps it. For that the names of all charsets are gathered once, by a thread of its
   * own that begins at the first lookup of a charset that is not of Unicode and takes some tenths
   * of a second. No lookup waits for it: until then {@link Charset} is asked, which takes some
   * tenths of a millisecond, and the message proposes none of the names of the JVM. A server that
   * lets peers choose calls {@link #names} when it starts.
   *
   * @param ianaNameOrAlias such as {@code UTF-8}, {@code utf16le}, {@code windows-1252}
   * @return the encoding
   * @throws UnsupportedCharsetException if it names none, or a charset that cannot be read as a
   *     stream; the message says which, and proposes names; without the artifact, its name
   */
  static TextEncoding forName(String ianaNameOrAlias) {
    return EncodingNames.named(Objects.requireNonNull(ianaNameOrAlias, "ianaNameOrAlias"));
  }

  /**
   * {@return the names of all encodings that are found here, each once: those of Unicode first,
   * then their relatives, those of the web ({@code web-}), and the charsets} {@link #forName} finds
   * each. Left out are charsets of other providers by whose canonical name the JVM finds another,
   * and which have an alias for a name. The first call takes some tenths of a second, for it
   * gathers the names of the charsets; lookups from then on ask no provider of charsets.
   */
  static List<String> names() {
    return EncodingNames.names();
  }

  /**
   * {@return as {@link #forName}, but empty if it names none}
   *
   * @param ianaNameOrAlias such as {@code UTF-8}, {@code utf16le}
   */
  static Optional<TextEncoding> find(String ianaNameOrAlias) {
    Objects.requireNonNull(ianaNameOrAlias, "ianaNameOrAlias");
    return Optional.ofNullable(EncodingNames.find(ianaNameOrAlias));
  }

  /**
   * {@return as {@link #of}, but empty, and as fast, where a charset has no encoding here}
   *
   * @param charset of the JDK or of another provider
   */
  static Optional<TextEncoding> find(Charset charset) {
    return Optional.ofNullable(EncodingNames.find(Objects.requireNonNull(charset, "charset")));
  }

  /**
   * The encoding of a label as browsers read it (WHATWG Encoding, "get an encoding"): {@code
   * utf-16} and {@code unicode} are little-endian, {@code iso-8859-1} is windows-1252, {@code
   * gb2312} is GBK; white space around the label is ignored.
   *
   * <p>All are what the indexes of that standard say, in both directions, and an ill-formed
   * sequence is what its decoder has read where it returns an error, without the bytes that it
   * restores. Where the JDK's charset is not, it is an encoding of its own: its {@link #name} is
   * {@code web-} and the name in the standard, and {@link #nameForPeers} that of the standard. In
   * {@code web-windows-1252} byte 81 is U+0081, to the JDK it is no character; {@code
   * web-Shift_JIS} is windows-31j of the JDK, except for byte 80, and does not write U+00A3, U+00AC
   * and eight more for which that takes others like them. {@code web-GBK} and {@code web-gb18030}
   * have the euro sign at byte 80; what is written in {@code web-GBK} is at most two bytes a
   * character. As in browsers some is read that is not written: the characters of Hong Kong in
   * {@code web-Big5}, private use in {@code web-Shift_JIS}, JIS X 0212 in {@code web-EUC-JP}.
   *
   * <p>Without the artifact {@code io.utflow:utflow-charsets} only the labels of UTF-8, UTF-16BE,
   * UTF-16LE and windows-1252 are known.
   *
   * @param label such as the {@code charset} of a Content-Type, see {@link #ofContentType}
   * @return the encoding
   * @throws UnsupportedCharsetException if it is no label of that standard, or the JVM does not
   *     have the legacy charset that it means; the message proposes labels, or names the artifact
   *     that is missing
   */
  static TextEncoding forWebLabel(String label) {
    return EncodingNames.labelled(Objects.requireNonNull(label, "label"));
  }

  /**
   * {@return as {@link #forWebLabel}, but empty if it is no label}
   *
   * @param label such as the {@code charset} of a Content-Type
   */
  static Optional<TextEncoding> findWebLabel(String label) {
    return Optional.ofNullable(EncodingNames.findLabelled(Objects.requireNonNull(label, "label")));
  }

  /**
   * The encoding that a peer means by the {@code charset} of a Content-Type. The header is read as
   * browsers do (WHATWG MIME Sniffing, "parse a MIME type", which knows quotes, any case and all
   * that RFC 9110, §8.3 allows), and also with single quotes, or with blanks around the equals
   * sign; of several charset parameters the first that has a value counts. The charset is read as
   * browsers do, too, by {@link #forWebLabel}: {@code Shift_JIS} is what pages have by that name,
   * {@code iso-8859-1} is windows-1252. But {@code utf-16} is {@link #UTF_16}, in the order of its
   * mark or big-endian (RFC 2781, §4.3); and a word that is no label, such as {@code utf-32} or
   * {@code IBM037}, is looked up by {@link #forName}.
   *
   * <pre>{@code
   * // As browsers: a byte order mark before the header, the header before a guess.
   * String header = "text/html; charset=utf-8";
   * TextEncoding encoding = TextEncoding.ofContentType(header).orElse(TextEncoding.UTF_8);
   * DecoderSpec spec = DecoderSpec.of(encoding).bom(BomPolicy.SNIFF);
   * }</pre>
   *
   * <p>{@link DecoderSpec#declared} reads a body in it as our adapters do.
   *
   * @param contentType such as {@code text/html; charset="utf-8"}
   * @return the encoding; empty if the header has no charset, or is no media type
   * @throws UnsupportedCharsetException if the charset is neither a label nor a name that is known
   */
  static Optional<TextEncoding> ofContentType(String contentType) {
    Objects.requireNonNull(contentType, "contentType");
    return Optional.ofNullable(MediaTypes.charset(contentType)).map(EncodingNames::declared);
  }

  /**
   * The encoding of a charset: what this charset reads, also where {@link #forName} or the JVM
   * finds another by its name. Unicode, HZ and ISO-2022-CN are Utflow's own whose charset it is.
   *
   * @param charset of the JDK or of another provider
   * @return the encoding
   * @throws UnsupportedCharsetException if it cannot be read as a stream, or needs the artifact;
   *     the message says which, and why
   */
  static TextEncoding of(Charset charset) {
    return EncodingNames.of(Objects.requireNonNull(charset, "charset"));
  }

  /**
   * {@return the unique name, by which {@link #forName} finds this encoding: of Unicode the IANA
   * name, such as {@code UTF-16LE}; of a charset its name, or where another charset is found by
   * that name, an alias; of an encoding in which {@link #forWebLabel} differs from the JDK, {@code
   * web-} and the name in the standard of the web, as {@code web-Shift_JIS}}
   */
  String name();

  /**
   * {@return the name for peers, as in the {@code charset} of a Content-Type: the IANA preferred
   * MIME name, and of an encoding of the web, without {@code web-}, the name in its standard, by
   * which browsers read it; UTF-8 of {@link UnicodeVariants#UTF_8_OR_CESU_8}, which writes that; of
   * all else the {@link #name}} Two encodings may have the same, as {@code Shift_JIS} and {@code
   * web-Shift_JIS}.
   */
  String nameForPeers();

  /**
   * {@return the most bytes that one UTF-16 code unit becomes in this encoding, for the size of
   * buffers} A byte order mark, and what replaces characters that it cannot encode, are not
   * counted.
   */
  int maxBytesPerChar();

  /**
   * {@return whether bytes are well-formed text of this encoding} A byte order mark at their
   * beginning is read as {@link BomPolicy#PER_ENCODING} says. {@link TextValidator} reads a stream
   * in pieces, and says where it is ill-formed.
   *
   * @param bytes the whole text
   */
  boolean isWellFormed(byte[] bytes);

  /**
   * {@return UTF-16, UTF-32 or UCS-2 that is read, and by an encoder written, in this order when no
   * byte order mark says otherwise}
   *
   * @param order for streams without a mark
   * @throws IllegalStateException if the encoding has a byte order of its own
   */
  TextEncoding withDefaultOrder(ByteOrder order);
}
