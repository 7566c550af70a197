/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.Quoted;
import io.utflow.codec.form.EncodingForm;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is written for characters that an encoding cannot encode. */
public final class UnmappableRule implements UnmappablePolicy {
  /** The kinds of rules. */
  private enum Kind {
    OWN("", "REPLACE"),
    REPORTED("", "REPORT"),
    FIXED("", ""),
    DECIMAL("&#0123456789;", "DECIMAL_REFERENCE"),
    HEXADECIMAL("&#x0123456789ABCDEF;", "HEX_REFERENCE");

    private final String alphabet;
    private final String title;

    Kind(String alphabet, String title) {
      this.alphabet = alphabet;
      this.title = title;
    }
  }

  public static final UnmappableRule OWN_REPLACEMENT = new UnmappableRule(Kind.OWN, "");
  public static final UnmappableRule REPORT = new UnmappableRule(Kind.REPORTED, "");
  public static final UnmappableRule DECIMAL_REFERENCE = new UnmappableRule(Kind.DECIMAL, "");
  public static final UnmappableRule HEX_REFERENCE = new UnmappableRule(Kind.HEXADECIMAL, "");

  private final Kind kind;
  private final String text;

  private UnmappableRule(Kind kind, String text) {
    this.kind = kind;
    this.text = text;
  }

  /** The rule that writes this text for each. */
  public static UnmappableRule replacing(String text) {
    MalformedRule.requireWellFormed(text);
    return new UnmappableRule(Kind.FIXED, text);
  }

  /** What a user's policy is. */
  public static UnmappableRule of(UnmappablePolicy policy) {
    return (UnmappableRule) policy;
  }

  /** What is written for a character; null if it is reported. */
  public @Nullable String textFor(int scalar, EncodingForm form) {
    return switch (kind) {
      case OWN -> form.replacement();
      case REPORTED -> null;
      case FIXED -> text;
      case DECIMAL -> "&#" + form.referenced(scalar) + ";";
      case HEXADECIMAL ->
          "&#x" + Integer.toHexString(form.referenced(scalar)).toUpperCase(Locale.ROOT) + ";";
    };
  }

  /**
   * Makes sure that an encoding can encode what this writes.
   *
   * @throws IllegalArgumentException if it cannot
   */
  public void requireEncodable(Encoding encoding) {
    encoding.requireEncodable(kind == Kind.FIXED ? text : kind.alphabet, this + " would write");
  }

  /** Not that of a record: the JDK keeps the class of one that was compared, and its loader. */
  @Override
  public boolean equals(Object other) {
    return other instanceof UnmappableRule that && kind == that.kind && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, text);
  }

  @Override
  public String toString() {
    if (kind != Kind.FIXED) {
      return kind.title;
    }
    return text.isEmpty() ? "SKIP" : "replaceWith(" + Quoted.of(text) + ")";
  }
}
