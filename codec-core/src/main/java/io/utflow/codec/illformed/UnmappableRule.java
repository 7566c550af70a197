/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.Quoted;
import io.utflow.codec.form.EncodingForm;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a user wants to become of characters that an encoding cannot encode; and decides it, for
 * encoders and transcoders: which text is written, whether an observer is told, whether the stream
 * fails. It is given each such character once. It leaves to the writer to count them, and to write
 * the text.
 */
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

  /**
   * What is written for the next character that cannot be encoded; or throws what fails the stream.
   *
   * @param observer is told first, if there is one
   * @param form of the encoding
   * @param describe the character, in the text to encode or in the bytes that are read; not called
   *     if nobody is to see that
   */
  public String replacementOf(
      int scalar,
      EncodingForm form,
      IllFormedPolicy stream,
      @Nullable Consumer<? super IllFormedSequence> observer,
      Supplier<IllFormedSequence> describe) {
    String written = textFor(scalar, form);
    if (written != null && observer == null) {
      return written;
    }
    IllFormedSequence sequence = describe.get();
    stream.tell(sequence, observer);
    if (written == null) {
      throw stream.report(sequence);
    }
    return written;
  }

  /** Whether the stream fails at some character of a text, if it is written. */
  public boolean reports(String replacement, EncodingForm form) {
    return kind == Kind.REPORTED && !replacement.codePoints().allMatch(form::canEncode);
  }

  /**
   * The replacement of ill-formed text, with its own replacements for what cannot be encoded: the
   * encoding's own for what would fail the stream.
   */
  public String writable(String replacement, EncodingForm form) {
    if (replacement.codePoints().allMatch(form::canEncode)) {
      return replacement;
    }
    StringBuilder written = new StringBuilder();
    replacement
        .codePoints()
        .forEach(
            scalar -> {
              if (form.canEncode(scalar)) {
                written.appendCodePoint(scalar);
              } else {
                written.append(
                    Objects.requireNonNullElse(textFor(scalar, form), form.replacement()));
              }
            });
    return written.toString();
  }

  /** What is written for a character; null if it fails the stream. */
  private @Nullable String textFor(int scalar, EncodingForm form) {
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
