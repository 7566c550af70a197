/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.ByteOutcome;
import io.utflow.codec.testing.CodingCounts;
import io.utflow.codec.testing.CodingCounts.Sums;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.EncodeSurfaces;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.ReferenceText;
import io.utflow.codec.testing.Surface;
import io.utflow.codec.testing.TextCuts;
import io.utflow.codec.testing.TextKind;
import io.utflow.codec.testing.TextSamples;
import io.utflow.codec.testing.TranscodeSurface;
import io.utflow.codec.testing.TranscodeSurfaces;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a listener is told of a stream sums up to what the reference counts, for every cut, and to
 * what came out; and a stage tells once for each input.
 */
class CodingListenerLawsTest {
  private static final int ROUNDS = Product.sampled(40);
  private static final int SHORT = 16;

  /** Those that decode: what the reference reads is what comes out. */
  private static final List<Surface> DECODING =
      List.of(
          CoreSurfaces.charBuffer(BufferKind.HEAP, false),
          CoreSurfaces.charBuffer(BufferKind.DIRECT, true),
          CoreSurfaces.charBufferEndingWithLastPiece(BufferKind.HEAP),
          CoreSurfaces.pieces(BufferKind.HEAP),
          CoreSurfaces.pieces(BufferKind.DIRECT),
          CoreSurfaces.strings(BufferKind.HEAP),
          CoreSurfaces.chunks(BufferKind.HEAP),
          CoreSurfaces.chunks(BufferKind.DIRECT));

  private static final List<Surface> SPLITTING =
      List.of(
          splitting(BufferKind.HEAP, spec -> Stages.lines(spec, LineSpec.of(LineBreaks.ANY))),
          splitting(
              BufferKind.DIRECT, spec -> Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF))),
          splitting(
              BufferKind.HEAP, spec -> Stages.records(spec, RecordSpec.delimitedBy("\u0000"))));

  private static final List<TranscodeSurface> TRANSCODING =
      List.of(
          TranscodeSurfaces.transcoder(BufferKind.HEAP, BufferKind.HEAP),
          TranscodeSurfaces.transcoder(BufferKind.DIRECT, BufferKind.DIRECT),
          TranscodeSurfaces.starvingTranscoder(BufferKind.HEAP, BufferKind.DIRECT),
          TranscodeSurfaces.stage(BufferKind.HEAP, BufferKind.HEAP));

  private static final List<EncodeSurface> ENCODING =
      List.of(
          EncodeSurfaces.encoder(TextKind.STRING, BufferKind.HEAP),
          EncodeSurfaces.encoder(TextKind.STRING, BufferKind.DIRECT),
          EncodeSurfaces.starvingEncoder(TextKind.STRING, BufferKind.HEAP),
          EncodeSurfaces.stage(TextKind.STRING, BufferKind.HEAP));

  private interface Making {
    Stage<ByteBuffer, String> stage(DecoderSpec spec);
  }

  private static Surface splitting(BufferKind kind, Making making) {
    return (spec, pieces) -> Splitting.run(making.stage(spec), kind, pieces);
  }

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  /** A stream under a policy, as the reference reads it up to where it fails, if it does. */
  private record Read(Reading seen, boolean fails, PolicyCase policy, int length) {
    static Read of(Reading whole, PolicyCase policy, int length) {
      boolean beyond = whole.sequences().size() > policy.budget();
      Reading seen = beyond ? whole.upToSequence(policy.budget() + 1) : whole;
      return new Read(seen, beyond || whole.markIsMissing(), policy, length);
    }

    long read() {
      if (!fails) {
        return length;
      }
      ExpectedSequence last = seen.sequences().get(seen.sequences().size() - 1);
      return last.offset() + last.length();
    }

    String text() {
      List<ExpectedSequence> sequences = seen.sequences();
      ExpectedSequence last = fails ? sequences.get(sequences.size() - 1) : null;
      return seen.text(o -> o.equals(last) ? "" : policy.text().apply(o));
    }

    MalformedPolicy makePolicy() {
      return policy.policy().apply(sequence -> policy.text().apply(ExpectedSequence.of(sequence)));
    }

    Sums sums(long written) {
      return new Sums(read(), written, seen.sequences().size());
    }
  }

  private static <T> T any(List<T> some, TextSamples samples) {
    return some.get(samples.random().nextInt(some.size()));
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void decodedText(TextEncoding encoding) {
    TextSamples samples = new TextSamples(21);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = samples.stream(encoding, SHORT);
      BomPolicy bom = any(List.of(BomPolicy.values()), samples);
      Reading whole = ReferenceDecoder.read(encoding, bom, bytes);
      for (PolicyCase policy : PolicyCase.ALL) {
        Read read = Read.of(whole, policy, bytes.length);
        DecoderSpec spec =
            DecoderSpec.of(encoding).bom(bom).onMalformed(read.makePolicy()).pieceChars(7);
        for (List<byte[]> pieces : Cuts.hostile(bytes)) {
          Surface decoding = any(DECODING, samples);
          CodingCounts counts = new CodingCounts();
          Outcome outcome = decoding.run(spec.listener(counts), pieces);
          assertThat(outcome.text()).isEqualTo(read.text());
          check(counts, read, read.text().length());
          CodingCounts ofLines = new CodingCounts();
          Outcome lines = any(SPLITTING, samples).run(spec.listener(ofLines), pieces);
          check(ofLines, read, lines.text().length());
        }
      }
    }
  }

  private static void check(CodingCounts counts, Read read, long written) {
    assertThat(counts.sums())
        .as("%s, fails: %s", read.policy, read.fails)
        .isEqualTo(read.sums(written));
    if (read.read() > 0) {
      assertThat(counts.encodings()).containsExactly(read.seen.resolved());
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void validatedText(TextEncoding encoding) {
    TextSamples samples = new TextSamples(22);
    PolicyCase report =
        PolicyCase.ALL.stream().filter(p -> p.name().equals("REPORT")).findFirst().orElseThrow();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = samples.stream(encoding, SHORT);
      BomPolicy bom = any(List.of(BomPolicy.values()), samples);
      Read read = Read.of(ReferenceDecoder.read(encoding, bom, bytes), report, bytes.length);
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        CodingCounts counts = new CodingCounts();
        TextValidator validator = DecoderSpec.of(encoding).bom(bom).listener(counts).newValidator();
        pieces.forEach(piece -> validator.validate(ByteBuffer.wrap(piece), false));
        validator.validate(ByteBuffer.allocate(0), true);
        check(counts, read, 0);
        // What has passed may be told under another encoding: CodingListener.
        CodingCounts ofStage = new CodingCounts();
        int passed = passed(DecoderSpec.of(encoding).bom(bom).listener(ofStage), pieces);
        check(ofStage, read, passed);
        assertThat(passed).isLessThanOrEqualTo(bytes.length);
        if (!read.fails()) {
          assertThat(passed).isEqualTo(bytes.length);
        }
      }
    }
  }

  private static int passed(DecoderSpec spec, List<byte[]> pieces) {
    ByteStage<Integer> stage = Stages.validate(spec);
    int passed = 0;
    try {
      for (byte[] piece : pieces) {
        stage.offer(ByteBuffer.wrap(piece));
        for (Integer some; (some = stage.poll()) != null; ) {
          passed += some;
        }
      }
      stage.endOfInput();
      assertThat(stage.poll()).isNull();
    } catch (IllFormedTextException e) {
      // What has passed before is the matter here.
    }
    return passed;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void transcodedBytes(TextEncoding encoding) {
    TextSamples samples = new TextSamples(23);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = samples.stream(encoding, SHORT);
      BomPolicy bom = any(List.of(BomPolicy.values()), samples);
      EncoderSpec to =
          EncoderSpec.of(any(Encodings.ALL, samples))
              .pieceBytes(8)
              .listener(
                  (e, in, out, illFormed) -> {
                    throw new AssertionError("a transcoder tells the listener of its source");
                  });
      for (PolicyCase policy : PolicyCase.ALL) {
        Read read = Read.of(ReferenceDecoder.read(encoding, bom, bytes), policy, bytes.length);
        DecoderSpec from = DecoderSpec.of(encoding).bom(bom).onMalformed(read.makePolicy());
        for (List<byte[]> pieces : Cuts.hostile(bytes)) {
          CodingCounts counts = new CodingCounts();
          ByteOutcome outcome = any(TRANSCODING, samples).run(from.listener(counts), to, pieces);
          check(counts, read, outcome.bytes().length);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void encodedText(TextEncoding encoding) {
    TextSamples samples = new TextSamples(24);
    for (int round = 0; round < ROUNDS; round++) {
      String text = samples.of("aé中\uD83D\uDE00\uDC00\uD801x", samples.random().nextInt(SHORT));
      for (PolicyCase policy : PolicyCase.ALL) {
        Read read = Read.of(ReferenceText.read(text), policy, text.length());
        EncoderSpec spec =
            EncoderSpec.of(encoding)
                .bom(any(List.of(BomOutput.values()), samples))
                .onMalformed(read.makePolicy())
                .pieceBytes(8);
        for (List<String> pieces : TextCuts.hostile(text)) {
          CodingCounts counts = new CodingCounts();
          ByteOutcome outcome = any(ENCODING, samples).run(spec.listener(counts), pieces);
          assertThat(counts.sums()).isEqualTo(read.sums(outcome.bytes().length));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void stagesTellOnceForEachInput(TextEncoding encoding) {
    TextSamples samples = new TextSamples(25);
    List<Making> makings =
        List.of(
            Stages::decode,
            spec -> Stages.lines(spec, LineSpec.of(LineBreaks.ANY)),
            spec -> Stages.records(spec, RecordSpec.delimitedBy("\u0000")));
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = samples.stream(encoding, SHORT);
      for (PolicyCase policy : PolicyCase.ALL) {
        Read read =
            Read.of(
                ReferenceDecoder.read(encoding, BomPolicy.PER_ENCODING, bytes),
                policy,
                bytes.length);
        CodingCounts counts = new CodingCounts();
        DecoderSpec spec =
            DecoderSpec.of(encoding).onMalformed(read.makePolicy()).pieceChars(3).listener(counts);
        try (Stage<ByteBuffer, String> stage = any(makings, samples).stage(spec)) {
          Outcome outcome =
              Splitting.run(
                  stage,
                  BufferKind.HEAP,
                  Cuts.withEmptyPieces(Cuts.random(bytes, samples.random())));
          int drained = outcome.outputs().size();
          // The end tells only if something was read or made of it; the failing input tells.
          assertThat(counts.tellings()).isBetween(drained - 1, drained);
        }
      }
    }
  }
}
