/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.Reading.Token;
import io.utflow.codec.testing.ReferenceDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the lines of ill-formed text are, in another formulation than the library's: the whole
 * stream is decoded with a mark for each ill-formed sequence, split by a regular expression that
 * knows no mark (law L9), and only then each mark becomes what the policy says. Where sequences are
 * left out, a delimiter is looked for by an expression that allows marks between its characters
 * (law L10).
 */
final class ReferenceLines {
  /** A low surrogate, which stands alone in no text. */
  private static final String MARK = "\uDFFF";

  /** Another, for sequences that are left out. */
  static final String LEFT_OUT = "\uDFFE";

  /**
   * One line.
   *
   * @param begin the byte offset of its first byte
   * @param textEnd the byte offset behind its text
   * @param behindFirst the byte offset behind the first character of its terminator
   * @param next the byte offset behind its terminator
   * @param rest the text of the sequence in which it ends, behind it
   */
  record Line(
      String text,
      String terminator,
      int begin,
      int textEnd,
      int behindFirst,
      int next,
      String rest) {}

  private final List<Line> lines = new ArrayList<>();
  private @Nullable ExpectedSequence reported;
  private String prefix = "";
  private final List<ExpectedSequence> sequences;

  ReferenceLines(
      TextEncoding encoding,
      BomPolicy bom,
      byte[] bytes,
      PolicyCase policy,
      ReferenceSplitter splitter,
      List<String> delimiters) {
    Reading reading = ReferenceDecoder.read(encoding, bom, bytes);
    sequences = reading.sequences();
    String marked = reading.text(sequence -> MARK);
    int[] byteEnds = byteEnds(reading, marked);
    int told = 0;
    int begin = 0;
    for (ReferenceSplitter.Part part : splitter.split(marked)) {
      int textEnd = part.offset() + part.text().length();
      int end = textEnd + part.terminator().length();
      int textEndByte = textEnd == 0 ? reading.textFrom() : byteEnds[textEnd - 1];
      int next = part.terminator().isEmpty() ? textEndByte : byteEnds[end - 1];
      int behindFirst = part.terminator().isEmpty() ? textEndByte : byteEnds[textEnd];
      StringBuilder text = new StringBuilder();
      for (int c : part.text().codePoints().toArray()) {
        if (c != MARK.charAt(0)) {
          text.appendCodePoint(c);
          continue;
        }
        if (told == policy.budget()) {
          reported = sequences.get(told);
          prefix = separated(text.toString(), "", delimiters);
          return;
        }
        String replacement = policy.text().apply(sequences.get(told++));
        text.append(replacement.isEmpty() ? LEFT_OUT : replacement);
      }
      String line = separated(text.toString(), part.terminator(), delimiters);
      if (!part.terminator().isEmpty() || !line.isEmpty()) {
        int last = end;
        while (last > 0 && last < byteEnds.length && byteEnds[last] == byteEnds[end - 1]) {
          last++;
        }
        String rest = marked.substring(end, last);
        lines.add(new Line(line, part.terminator(), begin, textEndByte, behindFirst, next, rest));
      }
      begin = next;
    }
  }

  private static int[] byteEnds(Reading reading, String marked) {
    int[] ends = new int[marked.length()];
    int chars = 0;
    for (Token token : reading.tokens()) {
      int length = token.cause() != null ? 1 : Character.charCount(token.scalar());
      for (int i = 0; i < length; i++) {
        ends[chars++] = token.offset() + token.length();
      }
    }
    return ends;
  }

  /** U+FFFD for each run that a delimiter, its terminator's characters included, would span. */
  static String separated(String text, String terminator, List<String> delimiters) {
    String run = LEFT_OUT + "+";
    String once = text.replaceAll(run, LEFT_OUT);
    String all = once + terminator;
    StringBuilder result = new StringBuilder(once);
    for (String delimiter : delimiters) {
      Pattern spread =
          Pattern.compile(
              delimiter
                  .codePoints()
                  .mapToObj(c -> Pattern.quote(Character.toString(c)))
                  .collect(Collectors.joining(LEFT_OUT + "?")));
      Matcher matcher = spread.matcher(all);
      for (int from = 0; from <= all.length() && matcher.find(from); ) {
        for (int i = matcher.start(); i < Math.min(matcher.end(), once.length()); i++) {
          if (all.charAt(i) == LEFT_OUT.charAt(0)) {
            result.setCharAt(i, '\uFFFD');
          }
        }
        from = matcher.start() + 1;
      }
    }
    return result.toString().replace(LEFT_OUT, "");
  }

  /** The lines that are delivered. */
  List<Line> lines() {
    return lines;
  }

  /** The sequence that fails the stream, or null. */
  @Nullable ExpectedSequence reported() {
    return reported;
  }

  /** The text of the line that fails, before that sequence. */
  String prefix() {
    return prefix;
  }

  /** The sequences before a byte of the stream. */
  List<ExpectedSequence> sequencesBefore(long offset) {
    return sequences.stream().filter(sequence -> sequence.offset() < offset).toList();
  }

  /** The sequences that are told of in all. */
  List<ExpectedSequence> told() {
    ExpectedSequence last = reported;
    return last == null ? sequences : sequences.subList(0, sequences.indexOf(last) + 1);
  }
}
