/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.CodingListener;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.packing.BrokenEscapeException;
import io.utflow.codec.sse.TooLongEventException;
import io.utflow.codec.stage.BareLineBreakException;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.ShortRecordException;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.codec.stage.TooLongTextException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All that a stream has yielded and told. */
final class Transcript implements CodingListener {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final List<String> outputs = new ArrayList<>();
  private final List<IllFormedSequence> found = new ArrayList<>();
  private final List<String> tooLong = new ArrayList<>();
  private boolean listsOutputs;
  private @Nullable Throwable failure;
  private long read;
  private long written;
  private long illFormed;
  private final Map<String, long[]> byEncoding = new TreeMap<>();
  private String resolved = "";
  private long position = -1;

  /** Called with each ill-formed sequence, behind the note of it. */
  Runnable withinObserver = () -> {};

  /** Where one output begins matters, as of lines. */
  void listsOutputs() {
    listsOutputs = true;
  }

  void output(String output) {
    outputs.add(output);
  }

  void found(IllFormedSequence sequence) {
    found.add(sequence);
    withinObserver.run();
  }

  void tooLong(String what) {
    tooLong.add(what);
  }

  @Override
  public void coded(TextEncoding encoding, long in, long out, long sequences) {
    read += in;
    written += out;
    illFormed += sequences;
    if (in != 0 || out != 0 || sequences != 0) {
      long[] sums = byEncoding.computeIfAbsent(encoding.name(), name -> new long[3]);
      sums[0] += in;
      sums[1] += out;
      sums[2] += sequences;
    }
  }

  /** Notes what ended the stream; what no stream may throw is a violation. */
  void fail(Throwable thrown) {
    boolean ofText =
        thrown instanceof IllFormedTextException
            || thrown instanceof TooLongLineException
            || thrown instanceof TooLongEventException
            || thrown instanceof TooLongTextException
            || thrown instanceof BareLineBreakException
            || thrown instanceof ShortRecordException
            || thrown instanceof FrameException
            || thrown instanceof BrokenEscapeException;
    if (!ofText) {
      throw new Violation("throws " + thrown, thrown);
    }
    failure = thrown;
  }

  void end(Optional<TextEncoding> encoding, long at) {
    resolved = encoding.map(TextEncoding::name).orElse("none");
    position = at;
  }

  /** The stream begins anew. */
  void reset() {
    outputs.clear();
    found.clear();
    tooLong.clear();
    read = 0;
    written = 0;
    illFormed = 0;
    byEncoding.clear();
  }

  boolean failed() {
    return failure != null;
  }

  boolean failedForLength() {
    return failure != null && !(failure instanceof IllFormedTextException);
  }

  List<String> outputs() {
    return outputs;
  }

  List<IllFormedSequence> sequences() {
    return found;
  }

  String text() {
    return String.join("", outputs);
  }

  long position() {
    return position;
  }

  long read() {
    return read;
  }

  long written() {
    return written;
  }

  long illFormed() {
    return illFormed;
  }

  String failure() {
    Throwable thrown = failure;
    if (thrown instanceof IllFormedTextException reported) {
      return "reports " + describe(reported.sequence());
    }
    return Objects.toString(thrown);
  }

  @Nullable Throwable thrown() {
    return failure;
  }

  static String describe(IllFormedSequence sequence) {
    return sequence + (sequence.endOfInput() ? " (end)" : "");
  }

  String described() {
    return found.stream().map(Transcript::describe).toList().toString();
  }

  String yielded() {
    return listsOutputs ? outputs.toString() : text();
  }

  /** What must not depend on the cut, by name. */
  Map<String, String> facets() {
    Map<String, String> facets = new LinkedHashMap<>();
    facets.put("output", yielded());
    facets.put("failure", failure());
    facets.put("what is too long", tooLong.toString());
    if (!failedForLength()) {
      // How much of what is too long was read depends on the cut.
      facets.put("ill-formed sequences", described());
      facets.put("sums of the listener", sums());
    }
    facets.put("resolved encoding", resolved);
    facets.put("position", Long.toString(position));
    return facets;
  }

  /** Read, written, ill-formed, of each encoding that the listener was told of. */
  private String sums() {
    StringJoiner sums = new StringJoiner("; ");
    byEncoding.forEach((name, of) -> sums.add(name + Arrays.toString(of)));
    return sums.toString();
  }

  /** What differs, or null. */
  static @Nullable String difference(String mine, Transcript one, String others, Transcript two) {
    Map<String, String> second = two.facets();
    for (Map.Entry<String, String> facet : one.facets().entrySet()) {
      String other = second.get(facet.getKey());
      if (other != null && !facet.getValue().equals(other)) {
        return "%s differs: %s [%s], %s [%s]"
            .formatted(facet.getKey(), mine, escape(facet.getValue()), others, escape(other));
      }
    }
    return null;
  }

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c >= 0x20 && c < 0x7F) {
        escaped.append(c);
      } else {
        escaped.append("\\u").append(HEX.toHexDigits(c));
      }
      if (escaped.length() > 600) {
        return escaped.append("..").toString();
      }
    }
    return escaped.toString();
  }
}
