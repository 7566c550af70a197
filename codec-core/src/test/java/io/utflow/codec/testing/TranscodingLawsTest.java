/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.TranscodeCheck.Pair;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Transcoding is decoding, then encoding: asked of one {@link TranscodeSurface} with every
 * conformance vector and with random streams, from every encoding to every encoding, itself
 * included. Every surface inherits the laws.
 */
public abstract class TranscodingLawsTest {
  private static final int[] PIECE_LENGTHS = {4, 5, 7, 64, 8192};
  private static final int SHORT = 16;

  /** What is tested. */
  protected abstract TranscodeSurface surface();

  /** How many random streams for each pair; an expensive surface takes fewer. */
  protected int rounds() {
    return Product.streams(10);
  }

  /** How each vector is cut; an expensive surface takes fewer. */
  protected List<List<byte[]>> cuts(byte[] bytes) {
    return Cuts.hostile(bytes);
  }

  /** The encodings to write; an expensive surface takes fewer. */
  protected List<TextEncoding> targets() {
    return Encodings.ALL;
  }

  /** Whether outputs are bounded by {@code EncoderSpec.pieceBytes}. */
  protected boolean boundsPieces() {
    return true;
  }

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  /**
   * The text that the vector prescribes, encoded by the reference, for every policy that the vector
   * knows: the reference reads the vectors as they say, which has a test of its own. Every vector
   * goes to every encoding under every policy, whole and byte by byte; under one of the policies,
   * which take turns, it is cut everywhere.
   */
  @Test
  void vectors() {
    List<PolicyCase> policies =
        PolicyCase.ALL.stream()
            .filter(policy -> List.of("REPLACE", "SKIP", "REPORT").contains(policy.name()))
            .toList();
    assertThat(policies).hasSize(3);
    for (int to = 0; to < targets().size(); to++) {
      for (int i = 0; i < Vectors.decode().size(); i++) {
        DecodeVector vector = Vectors.decode().get(i);
        if (!Product.takes(i + to, 16)) {
          continue;
        }
        Pair pair =
            new Pair(vector.encoding(), vector.bom(), targets().get(to), BomOutput.PER_ENCODING);
        for (int policy = 0; policy < policies.size(); policy++) {
          boolean everyCut = Product.takes(i, to, policy, policies.size());
          runCuts(pair, policies.get(policy), vector.bytes(), everyCut);
        }
      }
    }
  }

  private void runCuts(Pair pair, PolicyCase policy, byte[] bytes, boolean everyCut) {
    TranscodeCheck check = new TranscodeCheck(pair, policy, 4, bytes);
    List<List<byte[]>> cuts = everyCut ? cuts(bytes) : List.of(Cuts.bytewise(bytes));
    cuts.forEach(pieces -> check.run(surface(), pieces, boundsPieces()));
    new TranscodeCheck(pair, policy, 64, bytes).run(surface(), Cuts.whole(bytes), boundsPieces());
  }

  @Test
  void byteOrderMarkVectors() {
    for (BomOutputVector vector : BomOutputVector.all()) {
      DecoderSpec from =
          DecoderSpec.of(TextEncoding.UTF_16BE).bom(BomPolicy.KEEP).onMalformed(vector.policy());
      byte[] bytes = vector.utf16BigEndian();
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        ByteOutcome outcome = surface().run(from, vector.spec().pieceBytes(4), pieces);
        if (!Arrays.equals(outcome.bytes(), vector.expected())) {
          assertThat(HexFormat.of().formatHex(outcome.bytes()))
              .as("%s, cut %s", vector, Cuts.describe(pieces))
              .isEqualTo(vector.expectHex());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyCutGivesTheSame(TextEncoding from) {
    TextSamples samples = new TextSamples(Product.seed(this, 31));
    for (TextEncoding to : targets()) {
      for (int round = 0; round < rounds(); round++) {
        byte[] bytes = samples.stream(from, SHORT);
        TranscodeCheck check = anyCheck(from, to, samples, bytes);
        for (List<byte[]> pieces : Cuts.hostile(bytes)) {
          check.run(surface(), pieces, boundsPieces());
        }
        check.run(surface(), Cuts.random(bytes, samples.random()), boundsPieces());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyPolicyHoldsUnderEveryPolicyForMarks(TextEncoding from) {
    TextSamples samples = new TextSamples(Product.seed(this, 32));
    for (TextEncoding to : sampled(from)) {
      for (int round = 0; round < rounds() / 20 + 1; round++) {
        byte[] bytes = samples.stream(from, SHORT);
        for (BomPolicy bom : BomPolicy.values()) {
          for (PolicyCase policy : PolicyCase.ALL) {
            BomOutput output = any(BomOutput.values(), samples);
            TranscodeCheck check =
                new TranscodeCheck(
                    new Pair(from, bom, to, output), policy, anyLength(samples), bytes);
            check.run(surface(), Cuts.bytewise(bytes), boundsPieces());
            check.run(surface(), Cuts.random(bytes, samples.random()), boundsPieces());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void textIsDeliveredWithTheBytesThatDecideIt(TextEncoding from) {
    TextSamples samples = new TextSamples(Product.seed(this, 33));
    List<PolicyCase> unfailing =
        PolicyCase.ALL.stream().filter(policy -> policy.budget() == Long.MAX_VALUE).toList();
    for (TextEncoding to : targets()) {
      for (int round = 0; round < rounds() / 2 + 1; round++) {
        byte[] bytes = samples.stream(from, SHORT);
        PolicyCase policy = unfailing.get(round % unfailing.size());
        Pair pair =
            new Pair(from, any(BomPolicy.values(), samples), to, any(BomOutput.values(), samples));
        TranscodeCheck check = new TranscodeCheck(pair, policy, anyLength(samples), bytes);
        check.runPromptly(surface(), Cuts.bytewise(bytes));
        check.runPromptly(surface(), Cuts.random(bytes, samples.random()));
      }
    }
  }

  /** Longer than every window, so that a sequence lies over the edge of each. */
  @ParameterizedTest
  @MethodSource("encodings")
  void longStreamsAreReadAcrossEveryWindow(TextEncoding from) {
    TextSamples samples = new TextSamples(Product.seed(this, 34));
    for (TextEncoding to : sampled(from)) {
      if (!Product.takes(Encodings.ALL.indexOf(from), 5, this)) {
        continue;
      }
      byte[] text = ReferenceEncoder.encode(from, samples.text(12_000));
      byte[] bytes = samples.damaged(text);
      TranscodeCheck check = anyCheck(from, to, samples, bytes);
      check.run(surface(), Cuts.whole(bytes), boundsPieces());
      check.run(surface(), Cuts.every(bytes, 8191), boundsPieces());
      check.run(surface(), Cuts.random(bytes, samples.random()), boundsPieces());
    }
  }

  /** All targets; where laws are sampled, one in four, others for each source. */
  private List<TextEncoding> sampled(TextEncoding from) {
    List<TextEncoding> all = targets();
    int shift = Encodings.ALL.indexOf(from) + getClass().getName().hashCode();
    return all.stream().filter(to -> Product.takes(all.indexOf(to) + shift, 4)).toList();
  }

  private static TranscodeCheck anyCheck(
      TextEncoding from, TextEncoding to, TextSamples samples, byte[] bytes) {
    Pair pair =
        new Pair(from, any(BomPolicy.values(), samples), to, any(BomOutput.values(), samples));
    PolicyCase policy = PolicyCase.ALL.get(samples.random().nextInt(PolicyCase.ALL.size()));
    return new TranscodeCheck(pair, policy, anyLength(samples), bytes);
  }

  private static int anyLength(TextSamples samples) {
    Random random = samples.random();
    return PIECE_LENGTHS[random.nextInt(PIECE_LENGTHS.length)];
  }

  private static <T> T any(T[] values, TextSamples samples) {
    return values[samples.random().nextInt(values.length)];
  }
}
