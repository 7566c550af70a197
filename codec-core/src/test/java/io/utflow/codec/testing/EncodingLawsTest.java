/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomOutput;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The vectors and the laws of encoding that can be seen from outside, asked of one {@link
 * EncodeSurface}: split invariance, whole characters in every output, promptness, the prefix before
 * the error, the byte order mark, and what every policy owes. Every surface inherits them.
 */
public abstract class EncodingLawsTest {
  private static final int[] PIECE_LENGTHS = {4, 5, 7, 64, 8192};
  private static final char[] SURROGATES = {'\uD800', '\uDBFF', '\uDC00', '\uDFFF'};
  private static final int SHORT = 12;

  /** What is tested. */
  protected abstract EncodeSurface surface();

  /** How many random texts for each encoding; an expensive surface takes fewer. */
  protected int rounds() {
    return Product.streams(200);
  }

  /** Whether outputs are bounded by {@code EncoderSpec.pieceBytes}. */
  protected boolean boundsPieces() {
    return true;
  }

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  @Test
  void vectors() {
    List<EncodeVector> vectors = EncodeVector.all();
    assertThat(vectors).hasSizeGreaterThan(300);
    for (EncodeVector vector : Product.sampled(vectors, 9, this)) {
      EncodeVector.Expect expect = vector.expect();
      runEveryCut(vector, MalformedPolicy.REPLACE, expect.replaceHex(), vector.sequences());
      runEveryCut(vector, MalformedPolicy.SKIP, expect.skipHex(), vector.sequences());
      if (!vector.sequences().isEmpty()) {
        int offset = (int) vector.sequences().get(0).offset();
        String text = String.join("", vector.pieces());
        byte[] prefix = ReferenceEncoder.encode(vector.encoding(), text.substring(0, offset));
        String hex = HexFormat.of().formatHex(prefix);
        runEveryCut(vector, MalformedPolicy.REPORT, hex, vector.sequences().subList(0, 1));
      }
    }
  }

  private void runEveryCut(
      EncodeVector vector, MalformedPolicy policy, String hex, List<ExpectedSequence> sequences) {
    boolean fails = policy == MalformedPolicy.REPORT;
    List<List<String>> cuts = new ArrayList<>();
    cuts.add(vector.pieces());
    cuts.addAll(TextCuts.hostile(String.join("", vector.pieces())));
    for (List<String> pieces : cuts) {
      for (int pieceLength : new int[] {EncodeSurfaces.longest(vector.encoding()), 64}) {
        List<IllFormedSequence> observed = new ArrayList<>();
        EncoderSpec spec =
            EncoderSpec.of(vector.encoding())
                .onMalformed(policy)
                .observer(observed::add)
                .pieceBytes(pieceLength);
        ByteOutcome outcome = surface().run(spec, pieces);
        String bytes = HexFormat.of().formatHex(outcome.bytes());
        boolean right =
            bytes.equals(hex)
                && ExpectedSequence.of(observed).equals(sequences)
                && fails == outcome.failure() instanceof IllFormedTextException
                && fails == (outcome.failure() != null);
        if (!right) {
          assertThat(bytes + observed + outcome.failure())
              .as("%s under %s, cut %s", vector, policy, TextCuts.describe(pieces))
              .isEqualTo(hex + sequences + (fails ? "reported" : null));
        }
      }
    }
  }

  @Test
  void byteOrderMarkVectors() {
    List<BomOutputVector> vectors = BomOutputVector.all();
    assertThat(vectors).hasSizeGreaterThan(300);
    for (BomOutputVector vector : Product.sampled(vectors, 9, this)) {
      for (List<String> pieces : TextCuts.all(vector.text())) {
        List<String> spread = new ArrayList<>();
        pieces.forEach(piece -> spread.addAll(List.of("", piece)));
        for (List<String> cut : List.of(pieces, spread)) {
          ByteOutcome outcome = surface().run(vector.spec().pieceBytes(4), cut);
          if (!Arrays.equals(outcome.bytes(), vector.expected())) {
            assertThat(HexFormat.of().formatHex(outcome.bytes()))
                .as("%s, cut %s", vector, TextCuts.describe(cut))
                .isEqualTo(vector.expectHex());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyCutGivesTheSame(TextEncoding encoding) {
    TextSamples samples = new TextSamples(Product.seed(this, 21));
    for (int round = 0; round < rounds(); round++) {
      String text = damagedText(samples, SHORT);
      EncodeCheck check = anyCheck(encoding, samples, text);
      for (List<String> pieces : TextCuts.hostile(text)) {
        check.run(surface(), pieces, boundsPieces());
      }
      check.run(surface(), TextCuts.random(text, samples.random()), boundsPieces());
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyPolicyHoldsUnderEveryByteOrderMarkOutput(TextEncoding encoding) {
    TextSamples samples = new TextSamples(Product.seed(this, 22));
    for (int round = 0; round < (Product.isSampled() ? 1 : rounds() / 10 + 1); round++) {
      String text = damagedText(samples, SHORT);
      for (BomOutput bom : BomOutput.values()) {
        for (PolicyCase policy : PolicyCase.ALL) {
          int pieceLength = anyOf(samples, PIECE_LENGTHS);
          EncodeCheck check = new EncodeCheck(encoding, bom, policy, pieceLength, text);
          check.run(surface(), List.of(text), boundsPieces());
          check.run(surface(), TextCuts.unitwise(text), boundsPieces());
          check.run(surface(), TextCuts.random(text, samples.random()), boundsPieces());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everythingIsDeliveredButAHighSurrogateAtTheEnd(TextEncoding encoding) {
    TextSamples samples = new TextSamples(Product.seed(this, 23));
    List<PolicyCase> unfailing =
        PolicyCase.ALL.stream().filter(policy -> policy.budget() == Long.MAX_VALUE).toList();
    for (int round = 0; round < rounds(); round++) {
      String text = damagedText(samples, SHORT);
      PolicyCase policy = unfailing.get(round % unfailing.size());
      BomOutput bom = BomOutput.values()[samples.random().nextInt(BomOutput.values().length)];
      EncodeCheck check =
          new EncodeCheck(encoding, bom, policy, anyOf(samples, PIECE_LENGTHS), text);
      check.runPromptly(surface(), TextCuts.unitwise(text));
      check.runPromptly(surface(), TextCuts.random(text, samples.random()));
    }
  }

  /** Longer than every window, so that a pair lies over the edge of each. */
  @ParameterizedTest
  @MethodSource("encodings")
  void longTextsAreReadAcrossEveryWindow(TextEncoding encoding) {
    if (!Product.takes(Encodings.ALL.indexOf(encoding), 5, this)) {
      return;
    }
    TextSamples samples = new TextSamples(Product.seed(this, 24));
    for (int round = 0; round < rounds() / 50 + 1; round++) {
      String text = damagedText(samples, 12_000 + round);
      EncodeCheck check = anyCheck(encoding, samples, text);
      check.run(surface(), List.of(text), boundsPieces());
      check.run(surface(), TextCuts.every(text, 2049), boundsPieces());
      check.run(surface(), TextCuts.random(text, samples.random()), boundsPieces());
      String pairs = "x".repeat(round % 2) + "\uD83D\uDE00".repeat(5000);
      check = anyCheck(encoding, samples, pairs);
      check.run(surface(), List.of(pairs), boundsPieces());
      check.run(surface(), TextCuts.every(pairs, 2047), boundsPieces());
    }
  }

  private static EncodeCheck anyCheck(TextEncoding encoding, TextSamples samples, String text) {
    Random random = samples.random();
    BomOutput bom = BomOutput.values()[random.nextInt(BomOutput.values().length)];
    PolicyCase policy = PolicyCase.ALL.get(random.nextInt(PolicyCase.ALL.size()));
    return new EncodeCheck(encoding, bom, policy, anyOf(samples, PIECE_LENGTHS), text);
  }

  private static int anyOf(TextSamples samples, int[] values) {
    return values[samples.random().nextInt(values.length)];
  }

  /** Text with surrogates set, put in and left out. */
  private static String damagedText(TextSamples samples, int characters) {
    Random random = samples.random();
    StringBuilder text = new StringBuilder(samples.text(random.nextInt(characters + 1)));
    for (int wounds = random.nextInt(5); wounds > 0; wounds--) {
      char surrogate = SURROGATES[random.nextInt(SURROGATES.length)];
      int at = random.nextInt(text.length() + 1);
      if (at == text.length() || random.nextBoolean()) {
        text.insert(at, surrogate);
      } else if (random.nextBoolean()) {
        text.setCharAt(at, surrogate);
      } else {
        text.deleteCharAt(at);
      }
    }
    return text.toString();
  }
}
