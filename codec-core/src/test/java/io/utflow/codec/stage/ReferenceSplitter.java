/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What lines and records are, by a regular expression over the whole text: another formulation than
 * the library's, and with none of its code.
 */
final class ReferenceSplitter {
  /** One line or record. The last has an empty terminator if the text ends without one. */
  record Part(int offset, String text, String terminator) {}

  private final Pattern terminator;

  /** What a terminator may grow to if more text follows. */
  private final List<String> unfinished;

  private ReferenceSplitter(String terminator, List<String> unfinished) {
    this.terminator = Pattern.compile(terminator, Pattern.DOTALL);
    this.unfinished = unfinished;
  }

  /**
   * @param prompt whether a CR ends a line without waiting for an LF
   */
  static ReferenceSplitter of(LineBreaks breaks, boolean prompt) {
    List<String> pairs = prompt ? List.of() : List.of("\r\n");
    return switch (breaks) {
      case LF_OR_CRLF -> new ReferenceSplitter("\r?\n", pairs);
      case LF_ONLY -> new ReferenceSplitter("\n", pairs);
      case CRLF -> new ReferenceSplitter("\r\n", pairs);
      case ANY -> new ReferenceSplitter("\r\n?|\n", pairs);
      // UAX #14 and §5.8, as java.util.regex has it.
      case UNICODE -> new ReferenceSplitter("\\R", pairs);
    };
  }

  static ReferenceSplitter of(List<String> delimiters) {
    String longestFirst =
        delimiters.stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    return new ReferenceSplitter(longestFirst, delimiters);
  }

  /** The parts of a text that has ended. */
  List<Part> split(String text) {
    List<Part> parts = new ArrayList<>();
    int from = 0;
    for (MatchResult match : terminator.matcher(text).results().toList()) {
      parts.add(new Part(from, text.substring(from, match.start()), match.group()));
      from = match.end();
    }
    if (from < text.length()) {
      parts.add(new Part(from, text.substring(from), ""));
    }
    return parts;
  }

  /** Law L10: what is left of a cut text, so that it makes no other terminator with its own. */
  String apart(String text, String end) {
    Matcher matcher = terminator.matcher(text + end);
    for (int at = 0; at < text.length(); at++) {
      matcher.region(at, text.length() + end.length());
      if (matcher.lookingAt() && matcher.end() > text.length()) {
        return apart(text.substring(0, at), end);
      }
    }
    return text;
  }

  /** The parts that are certain whatever follows {@code text}: what must be out by then. */
  List<Part> due(String text) {
    List<Part> due = new ArrayList<>();
    for (Part part : split(text)) {
      int end = part.offset() + part.text().length();
      if (part.terminator().isEmpty() || mayGrow(text, part.offset(), end)) {
        break;
      }
      due.add(part);
    }
    return due;
  }

  /** Whether at {@code [from, to]} a terminator has begun that the text does not finish. */
  private boolean mayGrow(String text, int from, int to) {
    for (int at = from; at <= to; at++) {
      String begun = text.substring(at);
      if (unfinished.stream().anyMatch(d -> d.length() > begun.length() && d.startsWith(begun))) {
        return true;
      }
    }
    return false;
  }
}
