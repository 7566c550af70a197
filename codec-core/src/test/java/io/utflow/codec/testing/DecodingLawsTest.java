/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The laws of decoding that can be seen from outside, asked of one {@link Surface}: split
 * invariance (L1), well-formedness (L2), promptness (L3), the prefix before the error (L7), and
 * what every policy owes. Every surface inherits them.
 */
public abstract class DecodingLawsTest {
  private static final int[] PIECE_LENGTHS = {2, 3, 64, 8192, 20_000};
  private static final int SHORT = 24;
  private static final List<String> ALPHABETS =
      List.of("a\u00E9", "aaaa\u00E9", "\u00E9", "\u0416", "a\u0416", "\u4E2D", "\uD83D\uDE42a");

  /** What is tested. */
  protected abstract Surface surface();

  /** How many random streams of each encoding; an expensive surface takes fewer. */
  protected int rounds() {
    return Product.streams(200);
  }

  /** Whether outputs are bounded by {@code DecoderSpec.pieceChars}. */
  protected boolean boundsPieces() {
    return true;
  }

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyCutGivesTheSame(TextEncoding encoding) {
    TextSamples samples = new TextSamples(Product.seed(this, 1));
    for (int round = 0; round < rounds(); round++) {
      byte[] bytes = samples.stream(encoding, SHORT);
      StreamCheck check = check(encoding, anyOf(BomPolicy.values(), samples), samples, bytes);
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        check.run(surface(), pieces, boundsPieces());
      }
      check.run(surface(), Cuts.random(bytes, samples.random()), boundsPieces());
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyPolicyHoldsUnderEveryByteOrderMarkPolicy(TextEncoding encoding) {
    TextSamples samples = new TextSamples(Product.seed(this, 2));
    for (int round = 0; round < (Product.isSampled() ? 1 : rounds() / 10 + 1); round++) {
      byte[] bytes = samples.stream(encoding, SHORT);
      for (BomPolicy bom : BomPolicy.values()) {
        for (PolicyCase policy : PolicyCase.ALL) {
          int third = bom.ordinal() + PolicyCase.ALL.indexOf(policy);
          if (!Product.takes(third + Encodings.ALL.indexOf(encoding), 3, this)) {
            continue;
          }
          StreamCheck check =
              new StreamCheck(encoding, bom, policy, anyPieceLength(samples), bytes);
          check.run(surface(), Cuts.whole(bytes), boundsPieces());
          check.run(surface(), Cuts.bytewise(bytes), boundsPieces());
          check.run(surface(), Cuts.random(bytes, samples.random()), boundsPieces());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void textIsDeliveredWithTheBytesThatDecideIt(TextEncoding encoding) {
    TextSamples samples = new TextSamples(Product.seed(this, 3));
    List<PolicyCase> unfailing =
        PolicyCase.ALL.stream().filter(policy -> policy.budget() == Long.MAX_VALUE).toList();
    for (int round = 0; round < rounds(); round++) {
      byte[] bytes = samples.stream(encoding, SHORT);
      PolicyCase policy = unfailing.get(round % unfailing.size());
      BomPolicy bom = anyOf(BomPolicy.values(), samples);
      StreamCheck check = new StreamCheck(encoding, bom, policy, anyPieceLength(samples), bytes);
      check.runPromptly(surface(), Cuts.bytewise(bytes));
      check.runPromptly(surface(), Cuts.random(bytes, samples.random()));
    }
  }

  /** Longer than every window, so that a sequence lies over the edge of each. */
  @ParameterizedTest
  @MethodSource("encodings")
  void longStreamsAreReadAcrossEveryWindow(TextEncoding encoding) {
    if (!Product.takes(Encodings.ALL.indexOf(encoding), 5, this)) {
      return;
    }
    TextSamples samples = new TextSamples(Product.seed(this, 4));
    for (int round = 0; round < rounds() / 50 + 1; round++) {
      byte[] bytes =
          samples.damaged(ReferenceEncoder.encode(encoding, samples.text(12_000 + round)));
      StreamCheck check = check(encoding, BomPolicy.PER_ENCODING, samples, bytes);
      check.run(surface(), Cuts.whole(bytes), boundsPieces());
      check.run(surface(), Cuts.every(bytes, 1460), boundsPieces());
      check.run(surface(), Cuts.every(bytes, 8191), boundsPieces());
      check.run(surface(), Cuts.random(bytes, samples.random()), boundsPieces());
    }
  }

  /** Long runs of some lengths of sequence, whose ways part at one of another, whole or broken. */
  @ParameterizedTest
  @MethodSource("encodings")
  void runsEndWhereAnotherLengthBegins(TextEncoding encoding) {
    TextSamples samples = new TextSamples(Product.seed(this, 5));
    for (int round = 0; round < rounds(); round++) {
      String run = samples.of(ALPHABETS.get(round % ALPHABETS.size()), 16 + round % 50);
      String end = samples.of("a\u00E9\u0100\u4E2D\uD83D\uDE42", 1 + round % 7);
      byte[] bytes = ReferenceEncoder.encode(encoding, run + end);
      byte[] cut = Arrays.copyOf(bytes, bytes.length - round % 3);
      byte[] stream = round % 4 == 0 ? samples.damaged(cut) : cut;
      StreamCheck check = check(encoding, BomPolicy.PER_ENCODING, samples, stream);
      check.run(surface(), Cuts.whole(stream), boundsPieces());
      check.run(surface(), Cuts.random(stream, samples.random()), boundsPieces());
    }
  }

  private static StreamCheck check(
      TextEncoding encoding, BomPolicy bom, TextSamples samples, byte[] bytes) {
    Random random = samples.random();
    PolicyCase policy = PolicyCase.ALL.get(random.nextInt(PolicyCase.ALL.size()));
    return new StreamCheck(encoding, bom, policy, anyPieceLength(samples), bytes);
  }

  private static int anyPieceLength(TextSamples samples) {
    return PIECE_LENGTHS[samples.random().nextInt(PIECE_LENGTHS.length)];
  }

  private static <T> T anyOf(T[] values, TextSamples samples) {
    return values[samples.random().nextInt(values.length)];
  }
}
