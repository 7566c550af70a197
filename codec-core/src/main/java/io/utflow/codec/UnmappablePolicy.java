/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.illformed.UnmappableRule;
import java.util.List;
import java.util.function.Function;

/**
 * The treatment of a character that the target encoding cannot encode, such as an emoji in
 * windows-1252. The Unicode encodings encode every character. Immutable.
 *
 * <p>Under every policy the {@linkplain EncoderSpec#observer observer} of the encoder is told of
 * the character first, with the cause {@link IllFormedCause#UNMAPPABLE}, and it is counted by
 * {@link TextEncoder#illFormedCount()}. No budget of a {@link MalformedPolicy} counts it.
 */
public sealed interface UnmappablePolicy permits UnmappableRule {

  /** The replacement of the charset, {@code ?} in most, as the JDK writes. The default. */
  UnmappablePolicy REPLACE = UnmappableRule.OWN_REPLACEMENT;

  /**
   * An {@link IllFormedTextException}, after the text before the character was delivered. Its
   * sequence tells the offset, and the character by {@link IllFormedSequence#diagnosticValue()}.
   */
  UnmappablePolicy REPORT = UnmappableRule.REPORT;

  /** Nothing: the character is left out. */
  UnmappablePolicy SKIP = UnmappableRule.replacing("");

  /**
   * A numeric character reference as HTML forms write it (WHATWG Encoding, error mode {@code
   * html}): {@code &#128512;}. Text that already looks like a reference is not escaped. For U+000E,
   * U+000F and U+001B in the ISO-2022-JP of a {@linkplain TextEncoding#forWebLabel label of the
   * web} it is {@code &#65533;}, as that standard has it.
   */
  UnmappablePolicy DECIMAL_REFERENCE = UnmappableRule.DECIMAL_REFERENCE;

  /** A numeric character reference in hexadecimal, for XML and HTML: {@code &#x1F600;}. */
  UnmappablePolicy HEX_REFERENCE = UnmappableRule.HEX_REFERENCE;

  /**
   * The same text for each character.
   *
   * @param replacement well-formed text of any length, which the encoding can encode: an {@link
   *     EncoderSpec} for one that cannot refuses it
   * @return the policy
   * @throws IllegalArgumentException if the replacement holds an unpaired surrogate
   */
  static UnmappablePolicy replaceWith(String replacement) {
    return UnmappableRule.replacing(replacement);
  }

  /**
   * A policy that writes what the handler returns for each character. It runs on the coding thread,
   * once for each character, after the observer; its exceptions fail the stream, as does a result
   * that is null or ill-formed ({@link IllegalStateException}). Characters of the result that the
   * encoding cannot encode either are replaced as by {@link #REPLACE}.
   *
   * <pre>{@code
   * UnmappablePolicy named =
   *     UnmappablePolicy.handledBy(it -> "{" + Character.getName((int) it.diagnosticValue()) + "}");
   * }</pre>
   *
   * <p>Beware: a text that was checked before it was encoded may say something else afterwards. A
   * handler that writes a quotation mark, {@code <} or a control where the text has another
   * character lets it pass a filter that stands before the encoder (UTR #36, §3.6).
   *
   * @param handler gets the character by {@link IllFormedSequence#diagnosticValue()}, answers with
   *     the text in its place; empty leaves it out. Thread-safe if streams share the spec
   * @return the policy
   */
  static UnmappablePolicy handledBy(Function<? super IllFormedSequence, String> handler) {
    return UnmappableRule.handledBy(handler);
  }

  /**
   * As {@link #handledBy}, of several texts the first that the encoding can encode: U+301C or
   * U+FF5E, whichever the table of the charset has, else a tilde. Where it can encode none, the
   * last is written, and what it cannot encode of it is replaced as by {@link #REPLACE}.
   *
   * @param handler answers with the texts, the best first, at least one
   * @return the policy
   */
  static UnmappablePolicy firstOf(Function<? super IllFormedSequence, List<String>> handler) {
    return UnmappableRule.firstOf(handler);
  }
}
