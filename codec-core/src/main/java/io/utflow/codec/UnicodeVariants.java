/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.encodings.EncodingNames;

/**
 * Encodings of Unicode that have one purpose each and are not for interchange. {@link
 * TextEncoding#forName} knows them by their names. They are apart from the constants of {@link
 * TextEncoding} so that no reader mistakes one for an encoding with a similar name. SCSU, BOCU-1
 * and UTF-EBCDIC are in the artifact {@code io.utflow:utflow-charsets}, whose class {@code
 * UnicodeCharsets} has constants for them.
 *
 * <p>In each but {@link #UCS_2}, U+FEFF at the start is text unless {@link BomPolicy#STRIP} or
 * {@link BomPolicy#REQUIRE} is asked for.
 *
 * <pre>{@code
 * DecoderSpec spec = DecoderSpec.of(UnicodeVariants.WTF_8);
 * TextEncoding same = TextEncoding.forName("WTF-8");
 * }</pre>
 */
public final class UnicodeVariants {
  /**
   * CESU-8, UTR #26: each UTF-16 surrogate as three bytes. Some databases keep text so, for it
   * sorts as UTF-16 does.
   *
   * <p>Not for interchange, and never to be taken for UTF-8: a supplementary character has other
   * bytes there. Surrogates without a partner and the four-byte sequences of UTF-8 are ill-formed.
   */
  public static final TextEncoding CESU_8 = EncodingNames.named("CESU-8");

  /**
   * UTF-8 and CESU-8 in one text, as in the dump of a database that some programs wrote UTF-8 to,
   * and others {@link #CESU_8}: a supplementary character is read from the four bytes of UTF-8 and
   * from the six of CESU-8. It is written as UTF-8. Surrogates without a partner are ill-formed.
   *
   * <p>Only for the repair of such texts, and never after a filter that reads UTF-8: the filter
   * sees other characters.
   */
  public static final TextEncoding UTF_8_OR_CESU_8 = EncodingNames.named("UTF-8-or-CESU-8");

  /**
   * Modified UTF-8, as {@link java.io.DataInput}, class files, serialized objects and JNI have it:
   * as CESU-8, but U+0000 is {@code C0 80}. The length that {@code writeUTF} puts in front is no
   * part of it. The bytes that these write for an unpaired surrogate are ill-formed here.
   *
   * <p>Not for files or the network: other programs take {@code C0 80} for an attack. A byte {@code
   * 00} is ill-formed.
   */
  public static final TextEncoding MODIFIED_UTF_8 = EncodingNames.named("Modified-UTF-8");

  /**
   * WTF-8: UTF-8 in which an unpaired surrogate is a character of three bytes, so that the file
   * names of Windows and the strings of JavaScript come through unharmed. A pair written as two
   * such sequences is ill-formed: texts are joined as text, where a high and a low surrogate become
   * one character, not as bytes.
   *
   * <p>Never on the network, in a file for others, or declared as UTF-8: it is for use within one
   * program (WTF-8, §1 "Intended audience").
   *
   * <p>The one exception to the law that text is well-formed: what is decoded may hold unpaired
   * surrogates. A transcoder to an encoding without them treats each as an ill-formed sequence.
   */
  public static final TextEncoding WTF_8 = EncodingNames.named("WTF-8");

  /**
   * WTF-16 with the more significant byte first: UTF-16 that may be ill-formed, where an unpaired
   * surrogate is a character. The description of {@link #WTF_8} holds here too.
   */
  public static final TextEncoding WTF_16BE = EncodingNames.named("WTF-16BE");

  /**
   * WTF-16 with the less significant byte first, as Windows has it; also by the name {@code
   * WTF-16}. The description of {@link #WTF_8} holds here too.
   */
  public static final TextEncoding WTF_16LE = EncodingNames.named("WTF-16LE");

  /**
   * UCS-2 in the byte order that its byte order mark says, big-endian without one. A mark is
   * dropped where text is read, and not written unless {@link BomOutput#ALWAYS} is asked for:
   * devices would show it. The description of {@link #UCS_2BE} holds here too.
   */
  public static final TextEncoding UCS_2 = EncodingNames.named("UCS-2");

  /**
   * UCS-2 with the more significant byte first. Two bytes a character, no surrogates: each is
   * ill-formed. For devices and protocols that never learnt surrogate pairs, as the short messages
   * of some gateways.
   *
   * <p>Not for new protocols: it cannot encode supplementary characters, of which {@link
   * EncoderSpec#onUnmappable} says what becomes, and its standard was withdrawn. The web's label
   * {@code ucs-2} is UTF-16LE, see {@link TextEncoding#forWebLabel}.
   */
  public static final TextEncoding UCS_2BE = EncodingNames.named("UCS-2BE");

  /**
   * UCS-2 with the less significant byte first. The description of {@link #UCS_2BE} holds here too.
   */
  public static final TextEncoding UCS_2LE = EncodingNames.named("UCS-2LE");

  private UnicodeVariants() {}
}
