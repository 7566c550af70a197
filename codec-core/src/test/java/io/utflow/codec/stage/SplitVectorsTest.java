/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.Vectors;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The line and record vectors in every encoding and kind of buffer: in one piece, cut in two
 * everywhere, byte by byte, with empty pieces between; without and with their terminators.
 */
class SplitVectorsTest {
  private static final List<SplitVector> LINES = Vectors.load("lines-own.jsonl", SplitVector.class);
  private static final List<SplitVector> CRLF = Vectors.load("crlf-own.jsonl", SplitVector.class);
  private static final List<SplitVector> RECORDS =
      Vectors.load("records-own.jsonl", SplitVector.class);

  static List<TextEncoding> encodings() {
    return Encodings.SCHEMES;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void lines(TextEncoding encoding) {
    for (LineBreaks breaks : List.of(LineBreaks.LF_OR_CRLF, LineBreaks.ANY, LineBreaks.UNICODE)) {
      for (SplitVector vector : Product.sampled(LINES, 3)) {
        assertLines(vector, encoding, breaks);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void linesOfStrictBreaks(TextEncoding encoding) {
    for (SplitVector vector : Product.sampled(CRLF, 3)) {
      assertLines(vector, encoding, LineBreaks.CRLF);
    }
  }

  private static void assertLines(SplitVector vector, TextEncoding encoding, LineBreaks breaks) {
    LineSpec spec = LineSpec.of(breaks);
    List<String> expected = vector.lines(breaks);
    Collection<String> terminators = breaks.terminators();
    assertSplits(vector, encoding, decoder -> Stages.lines(decoder, spec), expected);
    assertSplits(
        vector,
        encoding,
        decoder -> Stages.lines(decoder, spec.keepTerminator(true)),
        kept(vector.text(), expected, terminators));
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void records(TextEncoding encoding) {
    for (SplitVector vector : Product.sampled(RECORDS, 3)) {
      RecordSpec spec = RecordSpec.delimitedBy(vector.delimiters());
      List<String> expected = vector.records();
      List<String> delimiters = List.of(vector.delimiters());
      assertSplits(vector, encoding, decoder -> Stages.records(decoder, spec), expected);
      assertSplits(
          vector,
          encoding,
          decoder -> Stages.records(decoder, spec.keepDelimiter(true)),
          kept(vector.text(), expected, delimiters));
    }
  }

  /** The parts with what stands behind each in the text: the longest terminator, or the end. */
  private static List<String> kept(
      String text, List<String> parts, Collection<String> terminators) {
    int[] from = {0};
    List<String> kept =
        parts.stream()
            .map(
                part -> {
                  int end = from[0] + part.length();
                  int length =
                      terminators.stream()
                          .filter(terminator -> text.startsWith(terminator, end))
                          .mapToInt(String::length)
                          .max()
                          .orElse(0);
                  String with = text.substring(from[0], end + length);
                  from[0] = end + length;
                  return with;
                })
            .toList();
    assertThat(String.join("", kept)).isEqualTo(text);
    return kept;
  }

  private static void assertSplits(
      SplitVector vector,
      TextEncoding encoding,
      Function<DecoderSpec, Stage<ByteBuffer, String>> stages,
      List<String> expected) {
    String text = vector.text();
    byte[] bytes = ReferenceEncoder.encode(encoding, text);
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      for (BufferKind kind : BufferKind.values()) {
        Outcome outcome = Splitting.run(stages.apply(Splitting.spec(encoding, text)), kind, pieces);
        if (outcome.failure() != null || !Splitting.parts(outcome).equals(expected)) {
          assertThat(Splitting.parts(outcome) + " " + outcome.failure())
              .as("%s in %s, %s, cut %s", vector, encoding, kind, Cuts.describe(pieces))
              .isEqualTo(expected + " null");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void refusedBareBreaks(TextEncoding encoding) {
    LineSpec spec = LineSpec.of(LineBreaks.CRLF).refuseBareBreaks();
    for (SplitVector vector : Product.sampled(CRLF, 3)) {
      byte[] bytes = ReferenceEncoder.encode(encoding, vector.text());
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        for (BufferKind kind : BufferKind.values()) {
          Stage<ByteBuffer, String> stage =
              Stages.lines(Splitting.spec(encoding, vector.text()), spec);
          Outcome outcome = Splitting.run(stage, kind, pieces);
          Integer offset =
              outcome.failure() instanceof BareLineBreakException bare
                  ? (int) bare.charOffset()
                  : null;
          assertThat(Splitting.parts(outcome)).as("%s", vector).isEqualTo(vector.beforeRefused());
          assertThat(offset).as("%s", vector).isEqualTo(vector.expect().refused());
        }
      }
    }
  }

  /** The reference of the random tests is held to the same vectors. */
  @Test
  void theReferenceAgrees() {
    for (LineBreaks breaks : LineBreaks.values()) {
      ReferenceSplitter reference = ReferenceSplitter.of(breaks, false);
      for (SplitVector vector : breaks == LineBreaks.CRLF ? CRLF : LINES) {
        assertThat(texts(reference.split(vector.text()))).isEqualTo(vector.lines(breaks));
      }
    }
    for (SplitVector vector : RECORDS) {
      ReferenceSplitter reference = ReferenceSplitter.of(List.of(vector.delimiters()));
      assertThat(texts(reference.split(vector.text()))).isEqualTo(vector.records());
    }
  }

  private static List<String> texts(List<ReferenceSplitter.Part> parts) {
    return parts.stream().map(ReferenceSplitter.Part::text).toList();
  }

  @Test
  void vectorsAreThere() {
    assertThat(LINES).hasSizeGreaterThan(150);
    assertThat(CRLF).hasSizeGreaterThan(120);
    assertThat(RECORDS).hasSizeGreaterThan(350);
    assertThat(Stream.concat(CRLF.stream(), LINES.stream()).map(SplitVector::id))
        .doesNotHaveDuplicates();
    assertThat(RECORDS)
        .anyMatch(
            vector ->
                String.join("", vector.delimiters())
                    .codePoints()
                    .anyMatch(Character::isSupplementaryCodePoint));
  }
}
