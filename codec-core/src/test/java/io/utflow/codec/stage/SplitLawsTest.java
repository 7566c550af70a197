/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ReferenceSplitter.Part;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random texts, cut at random, against {@link ReferenceSplitter}: what comes out, when it comes out
 * (law L3), what becomes of what is too long, and where that stood.
 */
@OverEncodings
class SplitLawsTest {
  private static final int ROUNDS = Product.sampled(1500);
  private static final int UNBOUNDED = 65_536;

  /** Terminators and parts of them in plenty, among characters of every length in UTF-8. */
  private static final String[] ALPHABET = {
    "a",
    "a",
    "b",
    "\r",
    "\r",
    "\n",
    "\n",
    "\r\n",
    "\r\n",
    "\u000B",
    "\f",
    "\u0085",
    "\u2028",
    "\u2029",
    "\u00E9",
    "\u4E2D",
    "\u0A0D",
    "\u0D0A",
    "\uD83D\uDE00",
    "\uD83D\uDE01"
  };

  private static final List<List<String>> DELIMITERS =
      List.of(
          List.of("\n"),
          List.of("\r\n", "\r\n\r\n"),
          List.of("ab", "b"),
          List.of("\uD83D\uDE00", "\uD83D\uDE01\uD83D\uDE00a"),
          List.of("a\u4E2D", "\u2028\n\n", "\r"),
          List.of("\u00E9", "\r\na\r\nb"));

  static List<TextEncoding> encodings() {
    return Stream.of(Encodings.SCHEMES, Encodings.FULL_VARIANTS, Encodings.WITH_SURROGATES)
        .flatMap(List::stream)
        .toList();
  }

  /** What a stage must do: which stage, by which reference, within which bound. */
  private record Law(
      ReferenceSplitter reference, boolean keep, int maxChars, TooLongPolicy onTooLong) {

    boolean passesBound(Part part) {
      return part.text().length() > maxChars;
    }

    /** What comes out for a part, null if nothing does. */
    @Nullable String output(Part part) {
      String terminator = keep ? part.terminator() : "";
      if (!passesBound(part)) {
        return part.text() + terminator;
      }
      if (onTooLong != TooLongPolicy.TRUNCATE) {
        return null;
      }
      boolean insidePair = part.text().codePointAt(maxChars - 1) > 0xFFFF;
      String cut = part.text().substring(0, insidePair ? maxChars - 1 : maxChars);
      return reference.apart(cut, part.terminator()) + terminator;
    }

    /** What comes out before the failure, if there is one. */
    List<String> outputs(List<Part> parts) {
      List<String> outputs = new ArrayList<>();
      for (Part part : parts) {
        if (onTooLong == TooLongPolicy.FAIL && passesBound(part)) {
          break;
        }
        String output = output(part);
        if (output != null) {
          outputs.add(output);
        }
      }
      return outputs;
    }

    /** What observers are told: all of them, but only the first where it fails the stream. */
    List<TooLongLine> told(List<Part> parts, TextEncoding encoding, String text) {
      List<TooLongLine> told = new ArrayList<>();
      int chars = 0;
      int bytes = 0;
      for (Part part : parts) {
        bytes += ReferenceEncoder.encode(encoding, text.substring(chars, part.offset())).length;
        chars = part.offset();
        if (passesBound(part)) {
          told.add(new TooLongLine(chars, bytes, maxChars));
          if (onTooLong == TooLongPolicy.FAIL) {
            break;
          }
        }
      }
      return told;
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void linesAreTheSameHoweverTheyAreCut(TextEncoding encoding) {
    Random random = new Random(4);
    for (int round = 0; round < ROUNDS; round++) {
      LineBreaks breaks = LineBreaks.values()[random.nextInt(LineBreaks.values().length)];
      boolean keep = random.nextBoolean();
      Law law = law(ReferenceSplitter.of(breaks, !keep), keep, random);
      List<TooLongLine> told = new ArrayList<>();
      LineSpec spec =
          LineSpec.of(breaks)
              .keepTerminator(keep)
              .maxChars(law.maxChars)
              .onTooLong(law.onTooLong)
              .observer(told::add);
      String text = text(random);
      assertHolds(
          law, Stages.lines(Splitting.spec(encoding, text), spec), told, encoding, text, random);
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void recordsAreTheSameHoweverTheyAreCut(TextEncoding encoding) {
    Random random = new Random(5);
    for (int round = 0; round < ROUNDS; round++) {
      List<String> delimiters = DELIMITERS.get(random.nextInt(DELIMITERS.size()));
      boolean keep = random.nextBoolean();
      Law law = law(ReferenceSplitter.of(delimiters), keep, random);
      List<TooLongLine> told = new ArrayList<>();
      RecordSpec spec =
          RecordSpec.delimitedBy(delimiters.toArray(String[]::new))
              .keepDelimiter(keep)
              .maxChars(law.maxChars)
              .onTooLong(law.onTooLong)
              .observer(told::add);
      String text = text(random);
      assertHolds(
          law, Stages.records(Splitting.spec(encoding, text), spec), told, encoding, text, random);
    }
  }

  private static Law law(ReferenceSplitter reference, boolean keep, Random random) {
    int maxChars = random.nextInt(3) == 0 ? UNBOUNDED : 1 + random.nextInt(6);
    TooLongPolicy onTooLong = TooLongPolicy.values()[random.nextInt(TooLongPolicy.values().length)];
    return new Law(reference, keep, maxChars, onTooLong);
  }

  /** Now and then longer than the windows of a stage. */
  private static String text(Random random) {
    int length = random.nextInt(100) == 0 ? 9000 : random.nextInt(40);
    int variety = 1 + random.nextInt(ALPHABET.length);
    int skip = random.nextInt(ALPHABET.length);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET[(skip + random.nextInt(variety)) % ALPHABET.length]);
    }
    return text.toString();
  }

  private static void assertHolds(
      Law law,
      Stage<ByteBuffer, String> stage,
      List<TooLongLine> told,
      TextEncoding encoding,
      String text,
      Random random) {
    byte[] bytes = ReferenceEncoder.encode(encoding, text);
    List<byte[]> pieces =
        random.nextInt(4) == 0 && text.length() < 100
            ? Cuts.bytewise(bytes)
            : Cuts.random(bytes, random);
    BufferKind kind = BufferKind.values()[random.nextInt(BufferKind.values().length)];
    Outcome outcome = Splitting.run(stage, kind, pieces);
    Supplier<String> what =
        () ->
            "%s, %s in %s, %s cut %s"
                .formatted(
                    text.codePoints().boxed().map(Integer::toHexString).toList(),
                    law,
                    encoding,
                    kind,
                    Cuts.describe(pieces));
    List<Part> parts = law.reference.split(text);
    assertThat(Splitting.parts(outcome)).as(what).isEqualTo(law.outputs(parts));
    assertThat(told).as(what).isEqualTo(law.told(parts, encoding, text));
    boolean fails = law.onTooLong == TooLongPolicy.FAIL && !told.isEmpty();
    if (fails) {
      assertThat(outcome.failure())
          .as(what)
          .isInstanceOfSatisfying(
              TooLongLineException.class, e -> assertThat(e.line()).isEqualTo(told.get(0)));
    } else {
      assertThat(outcome.failure()).as(what).isNull();
    }
    if (text.length() < 100) {
      assertPrompt(law, outcome, encoding, text, pieces, what);
    }
  }

  /**
   * After each piece all is out that was certain then, and nothing else is. Where a piece ends
   * within a character, its first byte may have told already that it is not what was waited for.
   */
  private static void assertPrompt(
      Law law,
      Outcome outcome,
      TextEncoding encoding,
      String text,
      List<byte[]> pieces,
      Supplier<String> what) {
    List<String> out = new ArrayList<>();
    int read = 0;
    for (int i = 0; i < pieces.size() && i < outcome.outputs().size(); i++) {
      read += pieces.get(i).length;
      out.addAll(outcome.outputs().get(i));
      List<String> due = law.outputs(law.reference.due(prefix(encoding, text, read, false)));
      List<String> known = law.outputs(law.reference.due(prefix(encoding, text, read, true)));
      boolean between = out.size() >= due.size() && out.size() <= known.size();
      if (!between || !out.equals(known.subList(0, out.size()))) {
        throw new AssertionError(
            "after piece %d: %s: %s, of %s to %s".formatted(i, what.get(), out, due, known));
      }
    }
  }

  /** The characters that are complete, or those that have begun, in the first bytes. */
  private static String prefix(TextEncoding encoding, String text, int bytes, boolean begun) {
    int end = 0;
    int left = bytes;
    while (end < text.length() && left > 0) {
      int scalar = text.codePointAt(end);
      left -= ReferenceEncoder.encode(encoding, scalar).length;
      if (left >= 0 || begun) {
        end += Character.charCount(scalar);
      }
    }
    return text.substring(0, end);
  }

  @Test
  void anyIsWhatABufferedReaderReads() throws IOException {
    Random random = new Random(6);
    for (int round = 0; round < ROUNDS; round++) {
      String text = text(random);
      List<byte[]> pieces = Cuts.random(ReferenceEncoder.encode(TextEncoding.UTF_8, text), random);
      Outcome outcome =
          Splitting.run(
              Stages.lines(Splitting.spec(TextEncoding.UTF_8, text), LineSpec.of(LineBreaks.ANY)),
              BufferKind.HEAP,
              pieces);
      List<String> expected = new ArrayList<>();
      try (BufferedReader reader = new BufferedReader(new StringReader(text))) {
        collect(reader, expected::add);
      }
      assertThat(Splitting.parts(outcome)).isEqualTo(expected);
    }
  }

  private static void collect(BufferedReader reader, Consumer<String> lines) throws IOException {
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      lines.accept(line);
    }
  }
}
