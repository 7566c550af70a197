/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Bytes, and what a standard says that they are. Immutable. */
public final class ConformanceVector {
  private final String id;
  private final Job job;
  private final String encoding;
  private final byte[] bytes;
  private final List<List<String>> answers;
  private final List<Place> illFormed;
  private final int longestSequence;
  private final @Nullable List<Integer> due;
  private final String clause;

  ConformanceVector(Map<String, Object> fields) {
    id = text(fields, "id");
    job = Job.of(text(fields, "job"));
    encoding = text(fields, "encoding");
    bytes = HexFormat.of().parseHex(text(fields, "bytes"));
    answers = Json.list(value(fields, "answers")).stream().map(ConformanceVector::answer).toList();
    illFormed =
        Json.list(fields.getOrDefault("illFormed", List.of())).stream()
            .map(Json::numbers)
            .map(place -> new Place(place.get(0), place.get(1)))
            .toList();
    longestSequence = ((Long) fields.getOrDefault("longest", 0L)).intValue();
    Object counts = fields.get("due");
    due = counts == null ? null : Json.numbers(counts);
    clause = text(fields, "clause");
  }

  private static Object value(Map<String, Object> fields, String name) {
    return Objects.requireNonNull(fields.get(name), name);
  }

  private static String text(Map<String, Object> fields, String name) {
    return (String) value(fields, name);
  }

  /** An answer is one string for the text job, a list of strings for other jobs. */
  private static List<String> answer(Object answer) {
    return answer instanceof String text
        ? List.of(text)
        : Json.list(answer).stream().map(String.class::cast).toList();
  }

  /** {@return a name that no other vector has: its family, a slash, and mostly its bytes} */
  public String id() {
    return id;
  }

  /** {@return the family of the vector, such as {@code utf-8/overlong}} */
  public String family() {
    return id.substring(0, id.lastIndexOf('/'));
  }

  /** {@return the job: how the bytes are to be decoded} */
  public Job job() {
    return job;
  }

  /** {@return the encoding: a name of RFC 2781 or RFC 3629, or a label of WHATWG} */
  public String encoding() {
    return encoding;
  }

  /** {@return a copy of the bytes of the stream} */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * {@return the answers that the standard permits, of text one string each, the first the usual}
   */
  public List<List<String>> answers() {
    return answers;
  }

  /** {@return where the first answer has ill-formed sequences; of text alone} */
  public List<Place> illFormed() {
    return illFormed;
  }

  /** {@return how many bytes the longest sequence of the encoding has; of text alone} */
  public int longestSequence() {
    return longestSequence;
  }

  /**
   * {@return for each number of bytes from one on how many outputs are due, of text how many
   * characters without U+FFFD and U+FEFF; null if that depends on the answer}
   */
  public @Nullable List<Integer> due() {
    return due;
  }

  /** {@return the clause of the standard that the answers follow} */
  public String clause() {
    return clause;
  }

  @Override
  public String toString() {
    return id;
  }
}
