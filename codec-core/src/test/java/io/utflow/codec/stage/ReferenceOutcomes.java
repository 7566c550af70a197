/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.Reading.Token;
import io.utflow.codec.testing.ReferenceDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of each line of a stream that may be too long, in chars or bytes, or refused, in
 * another formulation than the library's: the whole stream is read to tokens, these are put into
 * lines by the terminators in their text, and each line is judged alone, token by token.
 */
final class ReferenceOutcomes {
  /** A low surrogate, which stands alone in no text: an ill-formed sequence. */
  private static final String MARK = "\uDFFF";

  /**
   * What a spec says.
   *
   * @param policy what stands for a sequence: U+FFFD or nothing
   * @param budget how many sequences of the stream are not reported
   * @param refused what comes in the place of a refused line; null if the stream fails there
   */
  record Rules(
      int maxChars,
      int maxBytes,
      TooLongPolicy onTooLong,
      String policy,
      long budget,
      boolean keep,
      @Nullable Function<Refused, @Nullable String> refused) {}

  /** What a refused line tells. */
  record Refused(long byteOffset, long byteLength, ExpectedSequence sequence) {}

  /** What an observer is told: a bound that is not passed is 0. */
  record TooLong(long byteOffset, int maxChars, int maxBytes) {}

  /** The tokens of a line, and where it stands. */
  private record Line(List<Token> tokens, String terminator, long begin, long textEnd) {}

  private final Rules rules;
  private final ReferenceSplitter splitter;
  private final List<String> delimiters;
  private long count;

  /** What comes out, each with its place. */
  final List<String> outputs = new ArrayList<>();

  final List<TooLong> tooLong = new ArrayList<>();

  /** How the stream fails: a {@link TooLong} or an {@link ExpectedSequence}; null if it ends. */
  @Nullable Record failure;

  ReferenceOutcomes(
      TextEncoding encoding,
      byte[] bytes,
      ReferenceSplitter splitter,
      List<String> delimiters,
      Rules rules) {
    this.rules = rules;
    this.splitter = splitter;
    this.delimiters = delimiters;
    Reading reading = ReferenceDecoder.read(encoding, BomPolicy.PER_ENCODING, bytes);
    for (Line line : lines(reading, splitter.split(reading.text(sequence -> MARK)))) {
      if (failure == null) {
        judge(line);
      }
    }
  }

  private static List<Line> lines(Reading reading, List<ReferenceSplitter.Part> parts) {
    List<Line> lines = new ArrayList<>();
    List<Token> all = reading.tokens();
    int token = 0;
    long begin = 0;
    long end = reading.textFrom();
    for (ReferenceSplitter.Part part : parts) {
      List<Token> tokens = new ArrayList<>();
      for (int chars = 0; chars < part.text().length(); token++) {
        tokens.add(all.get(token));
        chars += length(all.get(token));
        end = end(all.get(token));
      }
      lines.add(new Line(tokens, part.terminator(), begin, end));
      for (int chars = 0; chars < part.terminator().length(); token++) {
        chars += length(all.get(token));
        end = end(all.get(token));
      }
      begin = end;
    }
    return lines;
  }

  private static int length(Token token) {
    return token.cause() == null ? Character.charCount(token.scalar()) : 1;
  }

  private static long end(Token token) {
    return token.offset() + token.length();
  }

  private void judge(Line line) {
    StringBuilder kept = new StringBuilder();
    ExpectedSequence reported = null;
    TooLong passed = null;
    int chars = 0;
    for (Token token : line.tokens()) {
      String text = token.cause() == null ? Character.toString(token.scalar()) : rules.policy();
      if (token.cause() != null && count++ >= rules.budget()) {
        ExpectedSequence sequence =
            new ExpectedSequence(token.offset(), token.length(), token.cause(), token.endOfInput());
        if (rules.refused() == null) {
          failure = sequence;
          return;
        }
        text = "\uFFFD";
        reported = reported == null ? sequence : reported;
      }
      chars += text.length();
      if (passed == null) {
        passed = passed(line, chars, end(token));
        if (passed != null && pass(passed)) {
          return;
        }
        if (passed == null || text.isEmpty()) {
          kept.append(text.isEmpty() ? ReferenceLines.LEFT_OUT : text);
        }
      }
    }
    if (line.terminator().isEmpty() && chars == 0) {
      return;
    }
    if (passed == null && line.textEnd() - line.begin() > rules.maxBytes()) {
      passed = new TooLong(line.begin(), 0, rules.maxBytes());
      if (pass(passed)) {
        return;
      }
    }
    String text = ReferenceLines.separated(kept.toString(), line.terminator(), delimiters);
    if (text.length() > rules.maxChars()) {
      // By what stands for sequences that were left out.
      if (passed == null) {
        passed = new TooLong(line.begin(), rules.maxChars(), 0);
        if (pass(passed)) {
          return;
        }
      }
      boolean insidePair = text.codePointAt(rules.maxChars() - 1) > 0xFFFF;
      text = text.substring(0, rules.maxChars() - (insidePair ? 1 : 0));
    }
    if (passed != null) {
      text = splitter.apart(text, line.terminator());
    }
    deliver(line, text, passed != null, reported);
  }

  private void deliver(
      Line line, String text, boolean isTooLong, @Nullable ExpectedSequence reported) {
    String content = isTooLong && rules.onTooLong() == TooLongPolicy.DISCARD ? null : text;
    if (!isTooLong && reported != null && rules.refused() != null) {
      Refused refused = new Refused(line.begin(), line.textEnd() - line.begin(), reported);
      content = rules.refused().apply(refused);
    }
    if (content != null) {
      String end = rules.keep() ? line.terminator() : "";
      outputs.add(content + end + "@" + line.begin() + "-" + line.textEnd());
    }
  }

  private @Nullable TooLong passed(Line line, int chars, long end) {
    if (chars > rules.maxChars()) {
      return new TooLong(line.begin(), rules.maxChars(), 0);
    }
    return end - line.begin() > rules.maxBytes()
        ? new TooLong(line.begin(), 0, rules.maxBytes())
        : null;
  }

  /** Whether the stream fails by it. */
  private boolean pass(TooLong passed) {
    tooLong.add(passed);
    if (rules.onTooLong() == TooLongPolicy.FAIL) {
      failure = passed;
    }
    return failure != null;
  }
}
