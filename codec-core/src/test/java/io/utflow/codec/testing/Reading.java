/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a stream of bytes says, by {@link ReferenceDecoder}.
 *
 * @param resolved the encoding that was read, null while a byte order mark is undecided or missing
 * @param textFrom where text begins: behind a byte order mark that was dropped
 * @param tokens the sequences, in order
 */
public record Reading(@Nullable TextEncoding resolved, int textFrom, List<Token> tokens) {

  /** One sequence: a scalar value, or a cause; {@code scalar} is -1 where there is a cause. */
  public record Token(
      int offset, int length, int scalar, @Nullable IllFormedCause cause, boolean endOfInput) {

    static Token scalar(int offset, int length, int scalar) {
      return new Token(offset, length, scalar, null, false);
    }

    static Token illFormed(int offset, int length, IllFormedCause cause, boolean endOfInput) {
      return new Token(offset, length, -1, cause, endOfInput);
    }

    ExpectedSequence sequence(IllFormedCause known) {
      return new ExpectedSequence(offset, length, known, endOfInput);
    }
  }

  /** The text with every ill-formed sequence turned into what the function says. */
  public String text(Function<ExpectedSequence, String> replacement) {
    StringBuilder text = new StringBuilder();
    for (Token token : tokens) {
      if (token.cause() == null) {
        text.appendCodePoint(token.scalar());
      } else {
        text.append(replacement.apply(token.sequence(token.cause())));
      }
    }
    return text.toString();
  }

  /** The text with U+FFFD for every ill-formed sequence. */
  public String replaced() {
    return text(sequence -> "\uFFFD");
  }

  /** The text without the ill-formed sequences. */
  public String skipped() {
    return text(sequence -> "");
  }

  /** The ill-formed sequences. */
  public List<ExpectedSequence> sequences() {
    List<ExpectedSequence> sequences = new ArrayList<>();
    for (Token token : tokens) {
      if (token.cause() != null) {
        sequences.add(token.sequence(token.cause()));
      }
    }
    return sequences;
  }

  /** Whether a byte order mark was required and is not there; then nothing else was read. */
  public boolean markIsMissing() {
    return tokens.size() == 1
        && tokens.get(0).cause() == IllFormedCause.BYTE_ORDER_MARK
        && tokens.get(0).length() == 0;
  }

  /**
   * The reading up to the first {@code count} ill-formed sequences, the last one included: what a
   * budget lets through. All of it if there are fewer.
   */
  public Reading upToSequence(long count) {
    long seen = 0;
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).cause() != null && ++seen == count) {
        return new Reading(resolved, textFrom, tokens.subList(0, i + 1));
      }
    }
    return this;
  }
}
