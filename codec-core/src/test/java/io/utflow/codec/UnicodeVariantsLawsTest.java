/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.EncodeCheck;
import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.EncodeSurfaces;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.ReferenceVariants;
import io.utflow.codec.testing.StreamCheck;
import io.utflow.codec.testing.Surface;
import io.utflow.codec.testing.TextCuts;
import io.utflow.codec.testing.TextKind;
import io.utflow.codec.testing.TextSamples;
import io.utflow.codec.testing.TranscodeCheck;
import io.utflow.codec.testing.TranscodeSurface;
import io.utflow.codec.testing.TranscodeSurfaces;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of every encoding, for those with a purpose of their own and those of the web. */
@OverEncodings
class UnicodeVariantsLawsTest {
  private static final int ROUNDS = Product.sampled(250);
  private static final int SHORT = 6;
  private static final int[] PIECE_LENGTHS = {2, 3, 5, 100};

  static List<TextEncoding> variants() {
    return Encodings.VARIANTS;
  }

  static List<TextEncoding> full() {
    return Encodings.FULL_VARIANTS;
  }

  static List<TextEncoding> withSurrogates() {
    return Encodings.WITH_SURROGATES;
  }

  /** Those of which a stream is well-formed if it is so in any encoding. */
  static List<TextEncoding> withoutSurrogates() {
    return Encodings.VARIANTS.stream()
        .filter(encoding -> !Encodings.WITH_SURROGATES.contains(encoding))
        .toList();
  }

  private static List<Surface> surfaces() {
    return List.of(
        CoreSurfaces.charBuffer(BufferKind.HEAP, false),
        CoreSurfaces.charBufferEndingWithLastPiece(BufferKind.DIRECT),
        CoreSurfaces.pieces(BufferKind.SLICED),
        CoreSurfaces.strings(BufferKind.READ_ONLY),
        CoreSurfaces.chunks(BufferKind.HEAP));
  }

  private static List<TranscodeSurface> transcoders() {
    return List.of(
        TranscodeSurfaces.transcoder(BufferKind.HEAP, BufferKind.SLICED),
        TranscodeSurfaces.transcoderEndingWithLastPiece(BufferKind.DIRECT, BufferKind.HEAP),
        TranscodeSurfaces.starvingTranscoder(BufferKind.HEAP, BufferKind.DIRECT));
  }

  private static List<EncodeSurface> encoders() {
    return List.of(
        EncodeSurfaces.encoder(TextKind.STRING, BufferKind.HEAP),
        EncodeSurfaces.encoderEndingWithLastPiece(TextKind.STRING, BufferKind.DIRECT),
        EncodeSurfaces.stage(TextKind.STRING, BufferKind.HEAP));
  }

  private static PolicyCase anyPolicy(Random random) {
    return PolicyCase.ALL.get(random.nextInt(PolicyCase.ALL.size()));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void areDecodedTheSameHoweverTheyAreCut(TextEncoding encoding) {
    TextSamples samples = new TextSamples(41);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = ReferenceVariants.stream(encoding, samples, SHORT);
      int room = PIECE_LENGTHS[round % PIECE_LENGTHS.length];
      StreamCheck check =
          new StreamCheck(
              encoding, BomPolicy.PER_ENCODING, anyPolicy(samples.random()), room, bytes);
      for (Surface surface : surfaces()) {
        Cuts.hostile(bytes).forEach(pieces -> check.run(surface, pieces, false));
        check.run(surface, Cuts.random(bytes, samples.random()), false);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void areDecodedAcrossEveryWindow(TextEncoding encoding) {
    TextSamples samples = new TextSamples(42);
    for (int shift = 0; shift < 6; shift++) {
      byte[] bytes = new byte[6000 + shift];
      ByteBuffer all = ByteBuffer.wrap(bytes);
      all.position(shift);
      while (all.hasRemaining()) {
        byte[] some = ReferenceVariants.stream(encoding, samples, 200);
        all.put(some, 0, Math.min(some.length, all.remaining()));
      }
      StreamCheck check =
          new StreamCheck(encoding, BomPolicy.KEEP, PolicyCase.ALL.get(0), 100, bytes);
      for (Surface surface : surfaces()) {
        check.run(surface, Cuts.whole(bytes), false);
        check.run(surface, Cuts.every(bytes, 1460), false);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void areDecodedWithTheBytesThatDecide(TextEncoding encoding) {
    TextSamples samples = new TextSamples(43);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = ReferenceVariants.stream(encoding, samples, SHORT);
      StreamCheck check =
          new StreamCheck(
              encoding, BomPolicy.PER_ENCODING, PolicyCase.ALL.get(round % 3), 3, bytes);
      for (Surface surface : surfaces()) {
        check.runPromptly(surface, Cuts.bytewise(bytes));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("withoutSurrogates")
  void areTranscoded(TextEncoding encoding) {
    TextSamples samples = new TextSamples(44);
    List<TextEncoding> targets =
        List.of(
            TextEncoding.UTF_8, TextEncoding.UTF_16, UnicodeVariants.CESU_8, UnicodeVariants.WTF_8);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = ReferenceVariants.stream(encoding, samples, SHORT);
      TextEncoding target = targets.get(round % targets.size());
      TranscodeCheck.Pair pair =
          new TranscodeCheck.Pair(encoding, BomPolicy.KEEP, target, BomOutput.PER_ENCODING);
      TranscodeCheck check =
          new TranscodeCheck(pair, anyPolicy(samples.random()), 6 + round % 7, bytes);
      for (TranscodeSurface surface : transcoders()) {
        Cuts.hostile(bytes).forEach(pieces -> check.run(surface, pieces, false));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("full")
  void areTranscodedTo(TextEncoding encoding) {
    TextSamples samples = new TextSamples(45);
    List<TextEncoding> sources =
        List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE, TextEncoding.UTF_32BE);
    for (int round = 0; round < ROUNDS; round++) {
      TextEncoding source = sources.get(round % sources.size());
      byte[] bytes = samples.stream(source, round % 50 == 0 ? 4000 : SHORT);
      TranscodeCheck.Pair pair =
          new TranscodeCheck.Pair(source, BomPolicy.KEEP, encoding, BomOutput.PER_ENCODING);
      TranscodeCheck check =
          new TranscodeCheck(pair, anyPolicy(samples.random()), 6 + round % 7, bytes);
      for (TranscodeSurface surface : transcoders()) {
        check.run(surface, Cuts.whole(bytes), false);
        check.run(surface, Cuts.random(bytes, samples.random()), false);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("full")
  void areEncodedTheSameHoweverTheTextIsCut(TextEncoding encoding) {
    TextSamples samples = new TextSamples(46);
    for (int round = 0; round < ROUNDS; round++) {
      String text = textWithSurrogates(samples, round % 50 == 0 ? 3000 : SHORT);
      PolicyCase policy = anyPolicy(samples.random());
      EncodeCheck check =
          new EncodeCheck(encoding, BomOutput.values()[round % 3], policy, 6 + round % 7, text);
      for (EncodeSurface surface : encoders()) {
        if (text.length() < 50) {
          TextCuts.hostile(text).forEach(pieces -> check.run(surface, pieces, false));
        }
        if (text.length() < 50 && policy.budget() == Long.MAX_VALUE) {
          check.runPromptly(surface, TextCuts.unitwise(text));
        }
        check.run(surface, TextCuts.random(text, samples.random()), false);
      }
    }
  }

  /** Any UTF-16, well-formed or not, there and back. */
  @ParameterizedTest
  @MethodSource("withSurrogates")
  void anyUtf16ComesThroughUnharmed(TextEncoding encoding) {
    TextSamples samples = new TextSamples(47);
    for (int round = 0; round < ROUNDS; round++) {
      String text = textWithSurrogates(samples, round % 50 == 0 ? 3000 : SHORT);
      byte[] bytes = ReferenceEncoder.encode(encoding, text);
      EncoderSpec to = EncoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
      List<List<String>> cuts =
          text.length() < 50 ? TextCuts.hostile(text) : List.of(TextCuts.every(text, 2047));
      for (EncodeSurface surface : encoders()) {
        for (List<String> pieces : cuts) {
          assertThat(surface.run(to, pieces).bytes()).isEqualTo(bytes);
        }
      }
      DecoderSpec from = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
      assertThat(from.decode(bytes)).isEqualTo(text);
      assertThat(from.newValidator().validate(ByteBuffer.wrap(bytes), true)).isEmpty();
    }
  }

  /** To an encoding of the same kind as they are, to others as ill-formed sequences. */
  @ParameterizedTest
  @MethodSource("withSurrogates")
  void unpairedSurrogatesAreIllFormedWhereTheyHaveNoPlace(TextEncoding encoding) {
    TextSamples samples = new TextSamples(48);
    for (int round = 0; round < ROUNDS; round++) {
      String text = textWithSurrogates(samples, SHORT);
      byte[] bytes = ReferenceEncoder.encode(encoding, text);
      for (TextEncoding other : Encodings.WITH_SURROGATES) {
        assertThat(transcoded(encoding, other, bytes, samples.random()))
            .isEqualTo(ReferenceEncoder.encode(other, text));
      }
      String replaced =
          text.codePoints()
              .map(c -> Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      for (TextEncoding other : List.of(TextEncoding.UTF_8, UnicodeVariants.CESU_8)) {
        assertThat(transcoded(encoding, other, bytes, samples.random()))
            .isEqualTo(ReferenceEncoder.encode(other, replaced));
      }
    }
  }

  private static byte[] transcoded(
      TextEncoding from, TextEncoding to, byte[] bytes, Random random) {
    TextTranscoder transcoder = DecoderSpec.of(from).newTranscoder(EncoderSpec.of(to));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<byte[]> pieces = new ArrayList<>(Cuts.random(bytes, random));
    pieces.add(new byte[0]);
    ByteBuffer out = ByteBuffer.allocate(16);
    for (int i = 0; i < pieces.size(); i++) {
      ByteBuffer in = ByteBuffer.wrap(pieces.get(i));
      CoderStatus status;
      do {
        status = transcoder.transcode(in, out.clear(), i == pieces.size() - 1);
        all.write(out.array(), 0, out.position());
      } while (status == CoderStatus.OVERFLOW);
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void areValidated(TextEncoding encoding) {
    TextSamples samples = new TextSamples(49);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = ReferenceVariants.stream(encoding, samples, SHORT);
      List<ExpectedSequence> all = new ArrayList<>();
      DecoderSpec spec = DecoderSpec.of(encoding);
      spec.observer(sequence -> all.add(ExpectedSequence.of(sequence)))
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes), true);
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        TextValidator validator = spec.newValidator();
        pieces.forEach(piece -> validator.validate(ByteBuffer.wrap(piece), false));
        Optional<IllFormedSequence> found = validator.validate(ByteBuffer.allocate(0), true);
        assertThat(found.map(ExpectedSequence::of)).isEqualTo(all.stream().findFirst());
      }
    }
  }

  private static String textWithSurrogates(TextSamples samples, int characters) {
    Random random = samples.random();
    StringBuilder text = new StringBuilder(samples.text(random.nextInt(characters + 1)));
    for (int i = random.nextInt(4); i > 0; i--) {
      text.insert(random.nextInt(text.length() + 1), (char) (0xD800 + random.nextInt(0x800)));
    }
    return text.toString();
  }
}
