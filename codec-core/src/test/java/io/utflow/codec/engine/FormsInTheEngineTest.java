/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.ReferenceForms;
import io.utflow.codec.testing.StreamCheck;
import io.utflow.codec.testing.Surface;
import io.utflow.codec.testing.TranscodeCheck;
import io.utflow.codec.testing.TranscodeSurface;
import io.utflow.codec.testing.TranscodeSurfaces;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Forms with state, with sequences of no or several characters, and such as are not
 * self-synchronizing, keep the laws of every encoding.
 */
class FormsInTheEngineTest {
  private static final int ROUNDS = 300;
  private static final int SHORT = 14;
  private static final int[] PIECE_LENGTHS = {2, 3, 5, 100};

  static List<TextEncoding> encodings() {
    return FormEncodings.ALL;
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

  private static PolicyCase anyPolicy(Random random) {
    return PolicyCase.ALL.get(random.nextInt(PolicyCase.ALL.size()));
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areDecodedTheSameHoweverTheyAreCut(TextEncoding encoding) {
    Random random = new Random(31);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = ReferenceForms.stream(encoding, random, random.nextInt(SHORT));
      int room = PIECE_LENGTHS[round % PIECE_LENGTHS.length];
      StreamCheck check =
          new StreamCheck(encoding, BomPolicy.PER_ENCODING, anyPolicy(random), room, bytes);
      for (Surface surface : surfaces()) {
        Cuts.hostile(bytes).forEach(pieces -> check.run(surface, pieces, false));
        check.run(surface, Cuts.random(bytes, random), false);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areDecodedAcrossEveryWindow(TextEncoding encoding) {
    Random random = new Random(32);
    for (int length : new int[] {8190, 8191, 20_000}) {
      byte[] bytes = ReferenceForms.stream(encoding, random, length);
      StreamCheck check =
          new StreamCheck(encoding, BomPolicy.PER_ENCODING, PolicyCase.ALL.get(0), 100, bytes);
      for (Surface surface : surfaces()) {
        check.run(surface, Cuts.whole(bytes), false);
        check.run(surface, Cuts.every(bytes, 1460), false);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areDecodedWithTheBytesThatDecide(TextEncoding encoding) {
    Random random = new Random(33);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = ReferenceForms.stream(encoding, random, random.nextInt(SHORT));
      StreamCheck check =
          new StreamCheck(
              encoding, BomPolicy.PER_ENCODING, PolicyCase.ALL.get(round % 3), 3, bytes);
      for (Surface surface : surfaces()) {
        check.runPromptly(surface, Cuts.bytewise(bytes));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areTranscoded(TextEncoding encoding) {
    Random random = new Random(34);
    List<TextEncoding> targets = List.of(TextEncoding.UTF_8, TextEncoding.UTF_16);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = ReferenceForms.stream(encoding, random, random.nextInt(SHORT));
      TranscodeCheck.Pair pair =
          new TranscodeCheck.Pair(
              encoding, BomPolicy.PER_ENCODING, targets.get(round % 2), BomOutput.PER_ENCODING);
      TranscodeCheck check = new TranscodeCheck(pair, anyPolicy(random), 4 + round % 7, bytes);
      for (TranscodeSurface surface : transcoders()) {
        Cuts.hostile(bytes).forEach(pieces -> check.run(surface, pieces, false));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areValidated(TextEncoding encoding) {
    Random random = new Random(35);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = ReferenceForms.stream(encoding, random, random.nextInt(SHORT));
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

  @Test
  void aResetForgetsTheState() {
    TextDecoder decoder = DecoderSpec.of(FormEncodings.SHIFTED).newDecoder();
    assertThat(decoder.decode(ByteBuffer.wrap(new byte[] {0x1B, 'B', 0x0E, '!', '!'}), false))
        .isEqualTo("\uAC00");
    decoder.reset();
    assertThat(decoder.decode(ByteBuffer.wrap(new byte[] {'!', '!', 0x0E, '!', '!'}), false))
        .isEqualTo("!!\u4E00");
  }

  @Test
  void twoStreamsHaveTwoStates() {
    DecoderSpec spec = DecoderSpec.of(FormEncodings.SHIFTED);
    TextDecoder one = spec.newDecoder();
    one.decode(ByteBuffer.wrap(new byte[] {0x0E}), false);
    assertThat(spec.newDecoder().decode(ByteBuffer.wrap(new byte[] {'!', '!'}), false))
        .isEqualTo("!!");
    assertThat(one.decode(ByteBuffer.wrap(new byte[] {'!', '!'}), false)).isEqualTo("\u4E00");
  }

  /** The state changes when a sequence is taken, not when it is looked at. */
  @Test
  void aSequenceForWhichThereIsNoRoomChangesNoState() {
    TextDecoder decoder = DecoderSpec.of(FormEncodings.SHIFTED).newDecoder();
    ByteBuffer in = ByteBuffer.wrap(new byte[] {0x0E, '!', '!', '\n', '!'});
    CharBuffer out = CharBuffer.allocate(1);
    assertThat(decoder.decode(in, out, false)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(decoder.decode(in, out, false)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(in.position()).isEqualTo(3);
    CharBuffer rest = CharBuffer.allocate(9);
    decoder.decode(in, rest, true);
    assertThat(out.flip() + "" + rest.flip()).isEqualTo("\u4E00\n!");
  }

  @Test
  void aStreamWithStateHasNoMiddle() {
    DecoderSpec spec = DecoderSpec.of(FormEncodings.SHIFTED);
    assertThatThrownBy(() -> spec.startingAt(3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has state");
    assertThat(DecoderSpec.of(FormEncodings.TWO_BYTE).startingAt(3).firstByte()).isEqualTo(3);
  }

  @Test
  void aMarkThatAnEncodingDoesNotHaveCannotBeRequired() {
    DecoderSpec spec = DecoderSpec.of(FormEncodings.TWO_BYTE);
    assertThatThrownBy(() -> spec.bom(BomPolicy.REQUIRE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no byte order mark");
  }
}
