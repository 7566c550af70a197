/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.ReferenceForms;
import io.utflow.codec.testing.ReferenceVariants;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lines and records of ill-formed text, cut anywhere, under every policy: what they are (laws L9
 * and L10), whom observers are told of and when, and what is handed over behind each of them, all
 * against {@link ReferenceLines}.
 */
@OverEncodings
class IllFormedLinesTest {
  private static final int ROUNDS = Product.sampled(700);

  private static final String[] PARTS = {
    "a", "a", "\u00E9", "\uD83D\uDE00", "\u2028", "\r", "\n", "\r\n", "\r\n"
  };

  /** Beginnings of one another, and one that goes on with what begins none. */
  private static final String[] DELIMITERS = {"\n", "\r\n", "\r\n\r\n", "\u00E9a", "\u00E9"};

  static List<TextEncoding> encodings() {
    return Encodings.SCHEMES;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void damagedText(TextEncoding encoding) {
    TextSamples samples = new TextSamples(12);
    Random random = samples.random();
    for (int round = 0; round < ROUNDS; round++) {
      // Now and then longer than a window.
      String text = text(random, round % 40 == 0 ? 8160 + random.nextInt(40) : 0);
      byte[] bytes = samples.damaged(samples.damaged(ReferenceEncoder.encode(encoding, text)));
      randomStream(encoding, bytes, random).assertHolds();
    }
  }

  static List<TextEncoding> formEncodings() {
    return FormEncodings.ALL;
  }

  /** What is not self-synchronizing: a second byte may be LF, an escape changes what bytes are. */
  @ParameterizedTest
  @MethodSource("formEncodings")
  void textThatIsDecodedBeforeItIsSplit(TextEncoding encoding) {
    Random random = new Random(14);
    for (int round = 0; round < ROUNDS; round++) {
      // Now and then longer than a window.
      int length = round % 100 == 0 ? 2040 + random.nextInt(20) : random.nextInt(30);
      byte[] bytes = ReferenceForms.stream(encoding, random, length);
      randomStream(encoding, bytes, random).assertHolds();
    }
  }

  /** The reference marks places by surrogates, so not of those in which surrogates are text. */
  static List<TextEncoding> variants() {
    return Encodings.VARIANTS.stream()
        .filter(encoding -> !Encodings.WITH_SURROGATES.contains(encoding))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void damagedTextInVariants(TextEncoding encoding) {
    TextSamples samples = new TextSamples(15);
    Random random = samples.random();
    for (int round = 0; round < ROUNDS / 2; round++) {
      // Of bytes that are no text, as nearly all are of this one, 1 KiB is handed over.
      boolean isLong = round % 40 == 0 && !Encodings.isReplacement(encoding);
      byte[] text = ReferenceEncoder.encode(encoding, text(random, isLong ? 2040 : 0));
      byte[] more = ReferenceVariants.stream(encoding, samples, 10);
      byte[] bytes = Arrays.copyOf(text, text.length + more.length);
      System.arraycopy(more, 0, bytes, text.length, more.length);
      randomStream(encoding, samples.damaged(bytes), random).assertHolds();
    }
  }

  /** Where a policy makes nothing of a sequence, so that CR LF may arise. */
  @ParameterizedTest
  @MethodSource("encodings")
  void sequencesInsideDelimiters(TextEncoding encoding) {
    Random random = new Random(13);
    // As many bytes as the longest code unit has; ill-formed in any encoding, whatever its length.
    String[] parts = {"a", "\r", "\n", "\r\n", "\u00E9", "ill-formed", "ill-formed"};
    for (int round = 0; round < ROUNDS; round++) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      for (int i = 1 + random.nextInt(8); i > 0; i--) {
        String part = parts[random.nextInt(parts.length)];
        text.writeBytes(
            part.equals("ill-formed")
                ? new byte[] {(byte) 0xDF, (byte) 0xDF, (byte) 0xDF, (byte) 0xDF}
                : ReferenceEncoder.encode(encoding, part));
      }
      randomStream(encoding, text.toByteArray(), random).assertHolds();
    }
  }

  /**
   * Law L10 of a line that is cut at its bound, though sequences behind the bound are left out too.
   */
  @ParameterizedTest
  @MethodSource("encodings")
  void placesBeforeTheBoundAreKept(TextEncoding encoding) {
    byte[] ill = {(byte) 0xDF, (byte) 0xDF, (byte) 0xDF, (byte) 0xDF};
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String text : List.of("a\r", "\nb0123456789", "c", "d\r\n")) {
      bytes.writeBytes(ReferenceEncoder.encode(encoding, text));
      bytes.writeBytes(text.endsWith("\r\n") ? new byte[0] : ill);
    }
    DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.SKIP);
    LineSpec lines = LineSpec.of(LineBreaks.CRLF).maxChars(10).onTooLong(TooLongPolicy.TRUNCATE);
    for (List<byte[]> cut : Cuts.hostile(bytes.toByteArray())) {
      Outcome outcome = Splitting.run(Stages.lines(spec, lines), BufferKind.HEAP, cut);
      assertThat(Splitting.parts(outcome))
          .as("%s, %s", encoding, Cuts.describe(cut))
          .containsExactly("a\r\uFFFD\nb01234");
    }
  }

  private static Stream randomStream(TextEncoding encoding, byte[] bytes, Random random) {
    int breaks = random.nextInt(LineBreaks.values().length + 1);
    return new Stream(
        encoding,
        LinePolicies.ALL.get(random.nextInt(LinePolicies.ALL.size())),
        breaks == LineBreaks.values().length ? null : LineBreaks.values()[breaks],
        random.nextBoolean(),
        BufferKind.values()[random.nextInt(BufferKind.values().length)],
        random.nextInt(3) == 0 ? Cuts.whole(bytes) : Cuts.random(bytes, random),
        random.nextBoolean(),
        bytes);
  }

  /** Also where the CR is the last that a window holds. */
  @ParameterizedTest
  @EnumSource
  void aSequenceBehindTheCarriageReturnThatEndedALineIsNotTold(BufferKind kind) {
    for (int length : new int[] {0, 1, 2045, 2046, 4094, 8190, 8191, 8192, 16383}) {
      String line = "\u00E9" + "\u0416".repeat(length);
      byte[] head = ReferenceEncoder.encode(TextEncoding.UTF_16BE, line + "\r");
      byte[] bytes = Arrays.copyOf(head, head.length + 4);
      bytes[head.length] = (byte) 0xDC;
      bytes[head.length + 3] = 'z';
      List<IllFormedSequence> told = new ArrayList<>();
      ByteStage<String> stage =
          Stages.lines(
              DecoderSpec.of(TextEncoding.UTF_16BE).observer(told::add),
              LineSpec.of(LineBreaks.ANY));
      stage.offer(kind.of(bytes));
      assertThat(stage.poll()).isEqualTo(line);
      assertThat(told).isEmpty();
      assertThat(stage.takeUndelivered()).containsExactly(0xDC, 0, 0, 'z');
    }
  }

  private static String text(Random random, int before) {
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
    text.append("\u0416".repeat(before));
    for (int parts = random.nextInt(25); parts > 0; parts--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
    }
    return text.toString();
  }

  /**
   * One stream, cut one way, split one way.
   *
   * @param breaks null for records
   * @param endsWithLast whether the stage is told of the end before it drains the last piece
   */
  private record Stream(
      TextEncoding encoding,
      PolicyCase policy,
      @Nullable LineBreaks breaks,
      boolean keep,
      BufferKind kind,
      List<byte[]> pieces,
      boolean endsWithLast,
      byte[] bytes) {

    private ReferenceLines reference() {
      List<String> delimiters = breaks == null ? ending() : List.copyOf(breaks.terminators());
      ReferenceSplitter splitter =
          breaks == null ? ReferenceSplitter.of(delimiters) : ReferenceSplitter.of(breaks, !keep);
      return new ReferenceLines(
          encoding, BomPolicy.PER_ENCODING, bytes, policy, splitter, delimiters);
    }

    private ByteStage<String> stage(@Nullable List<IllFormedSequence> told) {
      DecoderSpec spec = told == null ? spec() : spec().observer(told::add);
      return breaks == null ? Stages.records(spec, records()) : Stages.lines(spec, lines(breaks));
    }

    void assertHolds() {
      ReferenceLines reference = reference();
      assertLocated(reference);
      assertAll(reference, null);
      assertAll(reference, new ArrayList<>());
      for (int lines = 1; lines <= reference.lines().size(); lines++) {
        giveUpBehind(lines, reference, new ArrayList<>());
        giveUpBehind(lines, reference, null);
      }
    }

    private DecoderSpec spec() {
      return DecoderSpec.of(encoding)
          .onMalformed(policy.policy().apply(s -> policy.text().apply(ExpectedSequence.of(s))));
    }

    private RecordSpec records() {
      return RecordSpec.delimitedBy(ending().toArray(String[]::new))
          .keepDelimiter(keep)
          .maxChars(Integer.MAX_VALUE);
    }

    /** Those that the encoding can encode; others are refused. */
    private List<String> ending() {
      boolean all = !encoding.name().equals("x-user-defined");
      return Arrays.stream(DELIMITERS).filter(text -> all || text.charAt(0) < 0x80).toList();
    }

    private LineSpec lines(LineBreaks known) {
      return LineSpec.of(known).keepTerminator(keep).maxChars(Integer.MAX_VALUE);
    }

    /** Where each line stands, and that the rest can be gone on with behind each. */
    private void assertLocated(ReferenceLines reference) {
      ByteStage<LocatedLine> stage =
          breaks == null
              ? Stages.locatedRecords(spec(), records())
              : Stages.locatedLines(spec(), lines(breaks));
      List<LocatedLine> located = new ArrayList<>();
      try {
        for (byte[] piece : pieces) {
          stage.offer(kind.of(piece));
          drain(stage, located);
        }
        stage.endOfInput();
        drain(stage, located);
      } catch (IllFormedTextException reported) {
        assertThat(reference.reported()).isNotNull();
      }
      Supplier<String> what = this::toString;
      assertThat(located).as(what).hasSize(reference.lines().size());
      for (int i = 0; i < located.size(); i++) {
        LocatedLine line = located.get(i);
        ReferenceLines.Line expected = reference.lines().get(i);
        boolean betweenCrLf =
            line.next().behindCarriageReturn() && expected.terminator().equals("\r\n");
        int next = betweenCrLf ? expected.behindFirst() : expected.next();
        boolean right =
            line.begin() == expected.begin()
                && line.textEnd() == expected.textEnd()
                && line.next().byteOffset() == next;
        if (!right) {
          throw new AssertionError("%s: %s, expected %s".formatted(this, line, expected));
        }
        if (breaks != null && policy.budget() == Long.MAX_VALUE && keepsNoOffsets()) {
          assertGoesOn(stage.resolvedEncoding().orElse(encoding), line, i, located);
        }
      }
    }

    /** Whether a stream can be begun anywhere: it has no state, and no line ends in a sequence. */
    private boolean hasMiddle() {
      return encoding != FormEncodings.SHIFTED
          && !Encodings.isReplacement(encoding)
          && (encoding != FormEncodings.TWO_BYTE
              || !HexFormat.of().formatHex(bytes).contains("880a"));
    }

    /** Whether what replaces a sequence is the same wherever the stream is begun. */
    private boolean keepsNoOffsets() {
      return !policy.name().startsWith("handledBy") && hasMiddle();
    }

    private static void drain(ByteStage<LocatedLine> stage, List<LocatedLine> out) {
      LocatedLine line;
      while ((line = stage.poll()) != null) {
        out.add(line);
      }
    }

    private void assertGoesOn(
        TextEncoding resolved, LocatedLine line, int index, List<LocatedLine> all) {
      DecoderSpec spec = DecoderSpec.of(resolved).onMalformed(spec().onMalformed());
      ByteStage<LocatedLine> stage = Stages.locatedLines(spec, lines(breaks), line.next());
      int from = (int) line.next().byteOffset();
      List<LocatedLine> rest = new ArrayList<>();
      stage.offer(kind.of(Arrays.copyOfRange(bytes, from, bytes.length)));
      drain(stage, rest);
      stage.endOfInput();
      drain(stage, rest);
      List<LocatedLine> expected = all.subList(index + 1, all.size());
      boolean same = rest.size() == expected.size();
      for (int i = 0; same && i < rest.size(); i++) {
        same =
            rest.get(i).text().equals(expected.get(i).text())
                && rest.get(i).begin() == expected.get(i).begin()
                && rest.get(i).textEnd() == expected.get(i).textEnd();
      }
      if (!same) {
        throw new AssertionError(
            "%s on from %s: %s, expected %s".formatted(this, line, rest, expected));
      }
    }

    private List<String> texts(ReferenceLines reference, int count) {
      return reference.lines().subList(0, count).stream()
          .map(line -> line.text() + (keep ? line.terminator() : ""))
          .toList();
    }

    /** The lines, the sequences, the failure. */
    private void assertAll(ReferenceLines reference, @Nullable List<IllFormedSequence> told) {
      Outcome outcome = Splitting.run(stage(told), kind, pieces);
      Supplier<String> what = () -> this + (told == null ? ", unobserved" : "");
      assertThat(Splitting.parts(outcome))
          .as(what)
          .isEqualTo(texts(reference, reference.lines().size()));
      ExpectedSequence reported = reference.reported();
      if (reported == null) {
        assertThat(outcome.failure()).as(what).isNull();
      } else {
        assertThat(outcome.failure())
            .as(what)
            .isInstanceOfSatisfying(
                IllFormedTextException.class,
                e -> {
                  assertThat(ExpectedSequence.of(e.sequence())).as(what).isEqualTo(reported);
                  assertThat(e.decodedPrefix()).as(what).isEqualTo(reference.prefix());
                });
      }
      if (told != null) {
        assertThat(ExpectedSequence.of(told)).as(what).isEqualTo(reference.told());
      }
    }

    /** Nothing behind the line has been told, and its bytes are handed over. */
    private void giveUpBehind(
        int lines, ReferenceLines reference, @Nullable List<IllFormedSequence> told) {
      ByteStage<String> stage = stage(told);
      List<String> out = new ArrayList<>();
      int offered = 0;
      for (int i = 0; i < pieces.size() && out.size() < lines; i++) {
        stage.offer(kind.of(pieces.get(i)));
        offered += pieces.get(i).length;
        if (endsWithLast && i == pieces.size() - 1) {
          stage.endOfInput();
        }
        poll(stage, lines, out);
      }
      if (out.size() < lines) {
        stage.endOfInput();
        poll(stage, lines, out);
      }
      Supplier<String> what =
          () -> this + " behind " + lines + (told == null ? ", unobserved" : "");
      assertThat(out).as(what).isEqualTo(texts(reference, lines));
      ReferenceLines.Line last = reference.lines().get(lines - 1);
      // Where the LF of a CR LF is not there yet, the line has ended behind the CR.
      int from = last.next() <= offered ? last.next() : last.behindFirst();
      ByteArrayOutputStream unread = new ByteArrayOutputStream();
      unread.writeBytes(last.rest().getBytes(StandardCharsets.US_ASCII));
      unread.write(bytes, from, offered - from);
      byte[] rest = unread.toByteArray();
      byte[] taken = stage.takeUndelivered();
      if (!Arrays.equals(taken, rest)) {
        assertThat(HexFormat.of().formatHex(taken))
            .as(what)
            .isEqualTo(HexFormat.of().formatHex(rest));
      }
      if (told != null) {
        assertThat(ExpectedSequence.of(told))
            .as(what)
            .isEqualTo(reference.sequencesBefore(last.textEnd()));
      }
    }

    private static void poll(ByteStage<String> stage, int lines, List<String> out) {
      String line;
      while (out.size() < lines && (line = stage.poll()) != null) {
        out.add(line);
      }
    }

    @Override
    public String toString() {
      return "%s %s %s keep=%s %s cut %s of %s"
          .formatted(
              encoding,
              policy,
              breaks,
              keep,
              kind,
              Cuts.describe(pieces),
              HexFormat.of().formatHex(bytes));
    }
  }
}
