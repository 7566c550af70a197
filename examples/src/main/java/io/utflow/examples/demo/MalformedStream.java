/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;

/**
 * A stream with ill-formed sequences in it, and what Utflow must report of them.
 *
 * @param replaced the text under {@link MalformedPolicy#REPLACE}
 * @param sequences what the observer must see then, each as {@link IllFormedSequence#toString()}
 *     writes it; the first is also what {@link MalformedPolicy#REPORT} must report
 */
record MalformedStream(
    TextEncoding encoding, byte[] bytes, String replaced, List<String> sequences) {

  private static final MalformedStream IN_UTF_8 =
      new MalformedStream(
          TextEncoding.UTF_8,
          joined(
              TextEncoding.UTF_8,
              List.of("Grüße aus Z", "rich, ..", " ", " und bald: "),
              List.of("FC", "C0 AF", "ED A0 80", "F0 9F 98")),
          "Grüße aus Z\uFFFDrich, ..\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD und bald: \uFFFD",
          List.of(
              "INVALID_BYTE at byte 13 of UTF-8 text: FC",
              "OVERLONG at byte 22 of UTF-8 text: C0",
              "UNEXPECTED_CONTINUATION at byte 23 of UTF-8 text: AF",
              "SURROGATE at byte 25 of UTF-8 text: ED",
              "UNEXPECTED_CONTINUATION at byte 26 of UTF-8 text: A0",
              "UNEXPECTED_CONTINUATION at byte 27 of UTF-8 text: 80",
              "TRUNCATED at byte 39 of UTF-8 text: F0 9F 98, at the end of the input"));

  private static final MalformedStream IN_UTF_16LE =
      new MalformedStream(
          TextEncoding.UTF_16LE,
          joined(
              TextEncoding.UTF_16LE,
              List.of("half a smile ", ", lost ", " byte"),
              List.of("3D D8", "00 DE", "21")),
          "half a smile \uFFFD, lost \uFFFD byte\uFFFD",
          List.of(
              "UNPAIRED_HIGH_SURROGATE at byte 26 of UTF-16LE text: 3D D8",
              "UNPAIRED_LOW_SURROGATE at byte 42 of UTF-16LE text: 00 DE",
              "TRUNCATED at byte 54 of UTF-16LE text: 21, at the end of the input"));

  static final List<MalformedStream> EXAMPLES = List.of(IN_UTF_8, IN_UTF_16LE);

  /** Each text followed by ill-formed bytes, in hexadecimal digits. */
  private static byte[] joined(TextEncoding encoding, List<String> texts, List<String> illFormed) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < texts.size(); i++) {
      bytes.writeBytes(texts.get(i).getBytes(Charset.forName(encoding.name())));
      bytes.writeBytes(HexFormat.ofDelimiter(" ").parseHex(illFormed.get(i)));
    }
    return bytes.toByteArray();
  }

  /** The results of the two servers for a stream under the two policies. */
  record Findings(
      MalformedStream stream,
      Diagnosis replacedOnNetty,
      Diagnosis replacedOnReactor,
      Diagnosis reportedOnNetty,
      Diagnosis reportedOnReactor) {

    boolean areAsExpected() {
      return stream.isReplacedIn(replacedOnNetty)
          && stream.isReplacedIn(replacedOnReactor)
          && stream.isReportedIn(reportedOnNetty)
          && stream.isReportedIn(reportedOnReactor);
    }
  }

  /** Sends it to both servers, to be replaced and to be reported. */
  Findings send(Loopback loopback) {
    DecoderSpec replace = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPLACE);
    DecoderSpec report = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
    return new Findings(
        this,
        Diagnosis.onNetty(loopback, replace, bytes),
        Diagnosis.onReactor(loopback, replace, bytes),
        Diagnosis.onNetty(loopback, report, bytes),
        Diagnosis.onReactor(loopback, report, bytes));
  }

  /** Whether all text was delivered and the observer saw every sequence. */
  boolean isReplacedIn(Diagnosis diagnosis) {
    return !diagnosis.failed()
        && diagnosis.text().equals(replaced)
        && described(diagnosis).equals(sequences);
  }

  /**
   * Whether the text before the first ill-formed sequence was delivered, then that one reported.
   */
  boolean isReportedIn(Diagnosis diagnosis) {
    return diagnosis.failed()
        && diagnosis.text().equals(replaced.substring(0, replaced.indexOf('\uFFFD')))
        && described(diagnosis).equals(sequences.subList(0, 1));
  }

  private static List<String> described(Diagnosis diagnosis) {
    return diagnosis.sequences().stream().map(IllFormedSequence::toString).toList();
  }
}
