/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges one decoder by one vector. */
final class Judge {
  private final ConformanceVector vector;
  private final DecoderUnderTest decoder;
  private final Verdict verdict;

  private Judge(ConformanceVector vector, DecoderUnderTest decoder) {
    this.vector = vector;
    this.decoder = decoder;
    verdict = new Verdict(vector);
  }

  /** Null if the decoder takes no part. */
  static @Nullable Verdict judge(ConformanceVector vector, DecoderUnderTest decoder) {
    return new Judge(vector, decoder).judge();
  }

  private @Nullable Verdict judge() {
    byte[] bytes = vector.bytes();
    List<byte[]> onePiece = List.of(bytes);
    Answer whole = decoder.run(vector.job(), vector.encoding(), onePiece);
    if (whole == null) {
      return null;
    }
    List<String> outputs = whole.all(vector.job());
    boolean right = whole.failure() == null && vector.answers().contains(outputs);
    verdict.judge(Level.WHOLE, right, () -> got(onePiece, whole) + ", not " + permitted());
    if (right) {
      count(outputs, onePiece, whole);
    }
    judgeAnswer(whole, onePiece, right);
    for (List<byte[]> pieces : bytes.length > 1 ? Cuts.of(bytes) : List.<List<byte[]>>of()) {
      Answer cut = decoder.run(vector.job(), vector.encoding(), pieces);
      boolean same =
          cut != null
              && (cut.failure() == null) == (whole.failure() == null)
              && cut.all(vector.job()).equals(outputs);
      verdict.judge(
          Level.CUTS,
          same,
          () -> got(pieces, cut) + ", not " + shown(outputs) + " as in one piece");
      if (cut != null) {
        judgeAnswer(cut, pieces, same && right);
      }
    }
    return verdict;
  }

  private void count(List<String> outputs, List<byte[]> pieces, Answer whole) {
    if (!vector.illFormed().isEmpty()) {
      long replaced = outputs.get(0).chars().filter(c -> c == '\uFFFD').count();
      verdict.judge(
          Level.COUNT,
          replaced == vector.illFormed().size(),
          () -> got(pieces, whole) + ", not " + vector.illFormed().size() + " U+FFFD");
    }
  }

  /** Judges the answer for one piece and for each cut. */
  private void judgeAnswer(Answer answer, List<byte[]> pieces, boolean right) {
    if (right) {
      judgePromptness(answer, pieces);
      judgeHalves(answer, pieces);
    }
    List<Place> places = answer.illFormed();
    if (places != null && !vector.illFormed().isEmpty()) {
      verdict.judge(
          Level.PLACES,
          places.equals(vector.illFormed()),
          () -> shownPieces(pieces) + ": ill-formed at " + places + ", not " + vector.illFormed());
    }
    List<Integer> pending = answer.pending();
    if (pending != null && vector.job() == Job.TEXT) {
      boolean bounded = pending.stream().allMatch(bytes -> bytes < vector.longestSequence());
      verdict.judge(
          Level.PENDING,
          bounded,
          () ->
              shownPieces(pieces)
                  + ": "
                  + pending
                  + " bytes pending, a sequence has at most "
                  + vector.longestSequence());
    }
  }

  private void judgePromptness(Answer answer, List<byte[]> pieces) {
    List<Integer> due = vector.due();
    if (due == null || due.isEmpty() || due.get(due.size() - 1) == 0) {
      return;
    }
    int read = 0;
    long sum = 0;
    for (int i = 0; i < pieces.size(); i++) {
      read += pieces.get(i).length;
      for (String output : answer.outputs().get(i)) {
        sum += vector.job() == Job.TEXT ? characters(output) : 1;
      }
      int bytes = read;
      int expected = bytes == 0 ? 0 : due.get(bytes - 1);
      long came = sum;
      verdict.judge(
          Level.PROMPT,
          came >= expected,
          () ->
              shownPieces(pieces)
                  + ": after "
                  + bytes
                  + " bytes "
                  + came
                  + " of "
                  + expected
                  + " that are complete");
    }
  }

  /**
   * Counts characters, except those that another permitted answer may lack. A pair counts by its
   * second half, because the halves may arrive separately.
   */
  private static long characters(String output) {
    long characters = 0;
    for (int i = 0; i < output.length(); i++) {
      char c = output.charAt(i);
      if (c != 0xFFFD && c != 0xFEFF && !Character.isHighSurrogate(c)) {
        characters++;
      }
    }
    return characters;
  }

  private void judgeHalves(Answer answer, List<byte[]> pieces) {
    if (vector.job() != Job.TEXT
        || vector.answers().get(0).get(0).codePoints().noneMatch(c -> c > 0xFFFF)) {
      return;
    }
    List<String> outputs = answer.outputs().stream().flatMap(List::stream).toList();
    boolean half =
        outputs.stream()
            .filter(output -> !output.isEmpty())
            .anyMatch(
                output ->
                    Character.isLowSurrogate(output.charAt(0))
                        || Character.isHighSurrogate(output.charAt(output.length() - 1)));
    verdict.judge(Level.HALVES, !half, () -> got(pieces, answer) + ": half a pair");
  }

  private String permitted() {
    List<List<String>> answers = vector.answers();
    return shown(answers.get(0)) + (answers.size() == 1 ? "" : " or another that is permitted");
  }

  private String got(List<byte[]> pieces, @Nullable Answer answer) {
    String outcome = "no answer";
    if (answer != null) {
      outcome = shown(answer.all(vector.job()));
      outcome += answer.failure() == null ? "" : " and then " + answer.failure();
    }
    return shownPieces(pieces) + ": " + outcome;
  }

  private static String shownPieces(List<byte[]> pieces) {
    HexFormat hex = HexFormat.of().withUpperCase();
    return String.join("|", pieces.stream().map(hex::formatHex).toList());
  }

  /** Shows controls and characters beyond ASCII as escapes: a report is read on any terminal. */
  private static String shown(List<String> outputs) {
    return String.join(", ", outputs.stream().map(Judge::quoted).toList());
  }

  private static String quoted(String output) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < output.length(); i++) {
      char c = output.charAt(i);
      quoted.append(c < ' ' || c > '~' ? String.format("\\u%04X", (int) c) : String.valueOf(c));
    }
    return quoted.append('"').toString();
  }
}
