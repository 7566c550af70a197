/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.DecodeVector;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import io.utflow.codec.testing.Vectors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TextValidatorTest {

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  private static ByteBuffer hex(String bytes) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(bytes));
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void tellsTheFirstIllFormedSequenceOfEveryVector(BufferKind kind) {
    for (DecodeVector vector : Vectors.decode()) {
      Optional<ExpectedSequence> first = vector.sequences().stream().findFirst();
      checkEveryCut(kind, vector.encoding(), vector.bom(), vector.bytes(), first);
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void agreesWithTheReferenceForEveryCut(TextEncoding encoding) {
    TextSamples samples = new TextSamples(10);
    for (int round = 0; round < Product.sampled(300); round++) {
      byte[] bytes = samples.stream(encoding, 24);
      for (BomPolicy bom : BomPolicy.values()) {
        // Each stream under two of the policies for marks, which take turns.
        if (Product.takes(round, bom.ordinal(), 0, 3)) {
          Optional<ExpectedSequence> first =
              ReferenceDecoder.read(encoding, bom, bytes).sequences().stream().findFirst();
          checkEveryCut(BufferKind.HEAP, encoding, bom, bytes, first);
          assertThat(bom == BomPolicy.PER_ENCODING && encoding.isWellFormed(bytes))
              .isEqualTo(bom == BomPolicy.PER_ENCODING && first.isEmpty());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void readsLongStreamsAcrossEveryWindow(TextEncoding encoding) {
    TextSamples samples = new TextSamples(11);
    for (int round = 0; round < Product.sampled(10, 4); round++) {
      byte[] whole = ReferenceEncoder.encode(encoding, "A" + samples.text(12_000));
      byte[] bytes = round == 0 ? whole : samples.damaged(whole);
      Optional<ExpectedSequence> first =
          ReferenceDecoder.read(encoding, BomPolicy.PER_ENCODING, bytes).sequences().stream()
              .findFirst();
      DecoderSpec spec = DecoderSpec.of(encoding);
      for (BufferKind kind : BufferKind.values()) {
        check(kind, spec, Cuts.whole(bytes), first);
        check(kind, spec, Cuts.every(bytes, 8191), first);
      }
    }
  }

  private static void checkEveryCut(
      BufferKind kind,
      TextEncoding encoding,
      BomPolicy bom,
      byte[] bytes,
      Optional<ExpectedSequence> first) {
    List<IllFormedSequence> observed = new ArrayList<>();
    DecoderSpec spec =
        DecoderSpec.of(encoding)
            .bom(bom)
            .observer(observed::add)
            .onMalformed(
                MalformedPolicy.handledBy(
                    sequence -> {
                      throw new AssertionError("a validator ignores the policy");
                    }));
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      observed.clear();
      check(kind, spec, pieces, first);
      if (!ExpectedSequence.of(observed).equals(first.stream().toList())) {
        assertThat(ExpectedSequence.of(observed)).as("observed").isEqualTo(first.stream().toList());
      }
    }
  }

  private static void check(
      BufferKind kind, DecoderSpec spec, List<byte[]> pieces, Optional<ExpectedSequence> expected) {
    TextValidator validator = spec.newValidator();
    Optional<IllFormedSequence> found = Optional.empty();
    for (byte[] piece : pieces) {
      ByteBuffer in = kind.of(piece);
      Optional<IllFormedSequence> answer = validator.validate(in, false);
      if (in.hasRemaining() || found.isPresent() && answer.orElse(null) != found.get()) {
        throw new AssertionError("not used up, or another answer after the first: " + answer);
      }
      found = answer;
    }
    found = validator.validate(kind.of(new byte[0]), true);
    if (!found.map(ExpectedSequence::of).equals(expected)) {
      assertThat(found.map(ExpectedSequence::of))
          .as("%s, cut %s", spec, Cuts.describe(pieces))
          .isEqualTo(expected);
    }
  }

  @Test
  void judgesAnOpenTailWithTheNextBuffer() {
    TextValidator validator = DecoderSpec.of(TextEncoding.UTF_8).newValidator();
    assertThat(validator.validate(hex("41F09080"), false)).isEmpty();
    assertThat(validator.position()).isEqualTo(1);
    assertThat(validator.pendingBytes()).isEqualTo(3);
    assertThat(validator.validate(hex("8042"), true)).isEmpty();
    assertThat(validator.position()).isEqualTo(6);
  }

  @Test
  void hasTheStatesOfADecoder() {
    TextValidator validator = DecoderSpec.of(TextEncoding.UTF_8).newValidator();
    assertThat(validator.validate(hex("41"), true)).isEmpty();
    assertThat(validator.validate(hex(""), true)).isEmpty();
    assertThatIllegalStateException().isThrownBy(() -> validator.validate(hex("41"), false));
    validator.reset();
    Optional<IllFormedSequence> sequence = validator.validate(hex("41FF"), false);
    assertThat(sequence).isPresent();
    assertThat(validator.validate(hex("FE"), true)).isEqualTo(sequence);
    assertThat(validator.validate(hex("41"), false)).isEqualTo(sequence);
    validator.reset();
    assertThat(validator.validate(hex("41"), true)).isEmpty();
  }

  @Test
  void knowsTheSequenceWhereTheObserverThrew() {
    checkKnown(DecoderSpec.of(TextEncoding.UTF_8), "4142FF43", 2);
    checkKnown(DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.REQUIRE), "414243", 0);
    checkKnown(DecoderSpec.of(TextEncoding.UTF_16LE).bom(BomPolicy.STRICT), "FEFF0041", 0);
  }

  private static void checkKnown(DecoderSpec spec, String bytes, long offset) {
    RuntimeException thrown = new RuntimeException("thrown by the observer");
    TextValidator validator =
        spec.observer(
                sequence -> {
                  throw thrown;
                })
            .newValidator();
    assertThat(validator.illFormedSequence()).isEmpty();
    assertThatThrownBy(() -> validator.validate(hex(bytes), false)).isSameAs(thrown);
    assertThat(validator.illFormedSequence().orElseThrow().byteOffset()).isEqualTo(offset);
    assertThatIllegalStateException().isThrownBy(() -> validator.validate(hex("41"), false));
    assertThat(validator.illFormedSequence().orElseThrow().byteOffset()).isEqualTo(offset);
    validator.reset();
    assertThat(validator.illFormedSequence()).isEmpty();
    Optional<IllFormedSequence> found = spec.newValidator().validate(hex(bytes), false);
    assertThat(found.orElseThrow().byteOffset()).isEqualTo(offset);
  }
}
