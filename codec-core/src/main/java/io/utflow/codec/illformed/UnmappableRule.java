/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.Quoted;
import io.utflow.codec.form.EncodingForm;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The user's rule for characters that an encoding cannot encode, and its decisions for encoders and
 * transcoders: which text is written, whether an observer is called, whether the stream fails. It
 * is given each such character once. It leaves to the writer to count them, and to write the text.
 */
public final class UnmappableRule implements UnmappablePolicy {
  /** The kinds of rules. */
  private enum Kind {
    OWN("", "REPLACE"),
    REPORTED("", "REPORT"),
    FIXED("", ""),
    HANDLED("", ""),
    DECIMAL("&#0123456789;", "DECIMAL_REFERENCE"),
    HEXADECIMAL("&#x0123456789ABCDEF;", "HEX_REFERENCE");

    private final String alphabet;
    private final String title;

    Kind(String alphabet, String title) {
      this.alphabet = alphabet;
      this.title = title;
    }
  }

  public static final UnmappableRule OWN_REPLACEMENT = new UnmappableRule(Kind.OWN, "", null);
  public static final UnmappableRule REPORT = new UnmappableRule(Kind.REPORTED, "", null);
  public static final UnmappableRule DECIMAL_REFERENCE = new UnmappableRule(Kind.DECIMAL, "", null);
  public static final UnmappableRule HEX_REFERENCE = new UnmappableRule(Kind.HEXADECIMAL, "", null);

  private final Kind kind;
  private final String text;

  /** Answers with texts, of which the first is written that can be encoded; else null. */
  private final @Nullable Function<? super IllFormedSequence, List<String>> handler;

  private UnmappableRule(
      Kind kind, String text, @Nullable Function<? super IllFormedSequence, List<String>> handler) {
    this.kind = kind;
    this.text = text;
    this.handler = handler;
  }

  /** The rule that writes this text for each. */
  public static UnmappableRule replacing(String text) {
    MalformedRule.requireWellFormed(text);
    return new UnmappableRule(Kind.FIXED, text, null);
  }

  /** The rule that asks the handler for texts, and writes the first that can be encoded. */
  public static UnmappableRule firstOf(Function<? super IllFormedSequence, List<String>> handler) {
    Objects.requireNonNull(handler, "handler");
    return new UnmappableRule(Kind.HANDLED, "", handler);
  }

  /** The rule that asks the handler for a text. */
  public static UnmappableRule handledBy(Function<? super IllFormedSequence, String> handler) {
    Objects.requireNonNull(handler, "handler");
    return firstOf(new OneText(handler));
  }

  /** Equal to another over the same handler. */
  private static final class OneText implements Function<IllFormedSequence, List<String>> {
    private final Function<? super IllFormedSequence, String> handler;

    OneText(Function<? super IllFormedSequence, String> handler) {
      this.handler = handler;
    }

    @Override
    public List<String> apply(IllFormedSequence sequence) {
      String text = handler.apply(sequence);
      return text == null ? List.of() : List.of(text);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof OneText that && handler.equals(that.handler);
    }

    @Override
    public int hashCode() {
      return handler.hashCode();
    }

    @Override
    public String toString() {
      return handler.toString();
    }
  }

  /** The rule of a user's policy. */
  public static UnmappableRule of(UnmappablePolicy policy) {
    return (UnmappableRule) policy;
  }

  /**
   * The replacement for the next character that cannot be encoded; or throws to fail the stream.
   *
   * @param observer is told first, if there is one
   * @param form the form of the encoding
   * @param describe the character, in the text to encode or in the bytes that are read; not called
   *     if no observer or exception needs it
   */
  public String replacementOf(
      int scalar,
      EncodingForm form,
      IllFormedPolicy stream,
      @Nullable Consumer<? super IllFormedSequence> observer,
      Supplier<IllFormedSequence> describe) {
    String written = textFor(scalar, form);
    if (written != null && observer == null && handler == null) {
      return written;
    }
    IllFormedSequence sequence = describe.get();
    stream.tell(sequence, observer);
    Function<? super IllFormedSequence, List<String>> user = handler;
    if (user != null) {
      return stream.ask(sequence, asked -> chosen(user, asked, form));
    }
    if (written == null) {
      throw stream.report(sequence);
    }
    return written;
  }

  private static String chosen(
      Function<? super IllFormedSequence, List<String>> handler,
      IllFormedSequence sequence,
      EncodingForm form) {
    String text = null;
    List<String> texts = handler.apply(sequence);
    for (String next : texts == null ? List.<String>of() : texts) {
      text = next;
      if (text == null || !MalformedRule.isWellFormed(text)) {
        break;
      }
      if (text.codePoints().allMatch(form::canEncode)) {
        return text;
      }
    }
    if (text == null || !MalformedRule.isWellFormed(text)) {
      throw new IllegalStateException(
          "the handler of unmappable characters returned "
              + (text == null ? "null" : "ill-formed text")
              + " for "
              + sequence);
    }
    return OWN_REPLACEMENT.writable(text, form);
  }

  /** Whether the stream fails at a character in this text if it is written. */
  public boolean reports(String replacement, EncodingForm form) {
    return kind == Kind.REPORTED && !replacement.codePoints().allMatch(form::canEncode);
  }

  /**
   * The replacement of ill-formed text in which characters that cannot be encoded are replaced
   * again: by the encoding's own replacement if they would fail the stream.
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

  /** The text that is written for a character; null if it fails the stream. */
  private @Nullable String textFor(int scalar, EncodingForm form) {
    return switch (kind) {
      case OWN, HANDLED -> form.replacement();
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

  /**
   * Written out, because the generated method of a record makes the JDK keep its class and loader.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof UnmappableRule that
        && kind == that.kind
        && text.equals(that.text)
        && Objects.equals(handler, that.handler);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, text, handler);
  }

  @Override
  public String toString() {
    if (handler != null) {
      return (handler instanceof OneText ? "handledBy(" : "firstOf(") + handler + ")";
    }
    if (kind != Kind.FIXED) {
      return kind.title;
    }
    return text.isEmpty() ? "SKIP" : "replaceWith(" + Quoted.of(text) + ")";
  }
}
