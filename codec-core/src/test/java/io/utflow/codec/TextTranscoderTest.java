/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.DecodeVector;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Vectors;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The states of a transcoder and what it says about itself; the laws say what it transcodes. */
class TextTranscoderTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final EncoderSpec UTF_16BE = EncoderSpec.of(TextEncoding.UTF_16BE);

  private final ByteBuffer out = ByteBuffer.allocate(64);

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  private static ByteBuffer hex(String bytes) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(bytes));
  }

  /** What was written since the last look. */
  private String written() {
    out.flip();
    String hex = HexFormat.of().formatHex(out.array(), 0, out.limit());
    out.clear();
    return hex;
  }

  /**
   * Not by the references this time but by the library's own decoder and encoder: same bytes, same
   * reports, same state at the end.
   */
  @ParameterizedTest
  @MethodSource("encodings")
  void isADecoderWithAnEncoderBehindIt(TextEncoding to) {
    for (DecodeVector vector : Vectors.decode()) {
      for (MalformedPolicy policy :
          List.of(
              MalformedPolicy.REPLACE,
              MalformedPolicy.replaceWith("<\uD83D\uDE42>"),
              MalformedPolicy.SKIP,
              MalformedPolicy.REPORT,
              MalformedPolicy.REPLACE.atMost(1),
              MalformedPolicy.handledBy(sequence -> sequence.cause().name()))) {
        List<IllFormedSequence> byTwo = new ArrayList<>();
        List<IllFormedSequence> byOne = new ArrayList<>();
        DecoderSpec from = DecoderSpec.of(vector.encoding()).bom(vector.bom()).onMalformed(policy);
        EncoderSpec encoded = EncoderSpec.of(to);
        TextDecoder decoder = from.observer(byTwo::add).newDecoder();
        TextTranscoder transcoder = from.observer(byOne::add).newTranscoder(encoded);
        CharBuffer middle = CharBuffer.allocate(4096);
        ByteBuffer two = ByteBuffer.allocate(16_384);
        ByteBuffer one = ByteBuffer.allocate(16_384);
        Throwable failureOfTwo =
            catchThrowable(() -> decoder.decode(ByteBuffer.wrap(vector.bytes()), middle, true));
        encoded.newEncoder().encode(middle.flip(), two, true);
        Throwable failureOfOne =
            catchThrowable(() -> transcoder.transcode(ByteBuffer.wrap(vector.bytes()), one, true));
        boolean same =
            one.flip().equals(two.flip())
                && byOne.equals(byTwo)
                && String.valueOf(failureOfOne).equals(String.valueOf(failureOfTwo))
                && transcoder.position() == decoder.position()
                && transcoder.pendingBytes() == decoder.pendingBytes()
                && transcoder.resolvedEncoding().equals(decoder.resolvedEncoding());
        assertThat(same).as("%s under %s to %s", vector, policy, to).isTrue();
      }
    }
  }

  /** Only what stands for a surrogate of the source is written as the encoder can. */
  @Test
  void aReplacementThatCannotBeWrittenIsReported() {
    TextTranscoder transcoder =
        DecoderSpec.of(UnicodeVariants.WTF_8)
            .onMalformed(MalformedPolicy.replaceWith("\uD83D\uDE42"))
            .newTranscoder(
                EncoderSpec.of(UnicodeVariants.UCS_2).onUnmappable(UnmappablePolicy.REPORT));
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(() -> transcoder.transcode(hex("41FF"), out, true))
        .returns(IllFormedCause.UNMAPPABLE, e -> e.sequence().cause());
  }

  @Test
  void afterTheEndEverythingButAnEmptyEndIsRefusedUntilReset() {
    TextTranscoder transcoder = UTF_8.newTranscoder(UTF_16BE);
    assertThat(transcoder.transcode(hex("41E4"), out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(written()).isEqualTo("0041fffd");
    assertThat(transcoder.transcode(hex(""), out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThatIllegalStateException().isThrownBy(() -> transcoder.transcode(hex(""), out, false));
    assertThatIllegalStateException().isThrownBy(() -> transcoder.transcode(hex("41"), out, true));
    transcoder.reset();
    transcoder.transcode(hex("42"), out, true);
    assertThat(written()).isEqualTo("0042");
    assertThat(transcoder.position()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "DIRECT"})
  void aReportLeavesThePrefixWrittenAndTheInputBehindTheSequence(BufferKind kind) {
    TextTranscoder transcoder = UTF_8.onMalformed(MalformedPolicy.REPORT).newTranscoder(UTF_16BE);
    ByteBuffer room = kind.of(new byte[16]);
    int from = room.position();
    ByteBuffer in = hex("4142FF43");
    Throwable first = catchThrowable(() -> transcoder.transcode(in, room, false));
    assertThat(first).isInstanceOf(IllFormedTextException.class);
    assertThat(room.position() - from).isEqualTo(4);
    assertThat(in.position()).isEqualTo(3);
    assertThat(transcoder.position()).isEqualTo(3);
    assertThatIllegalStateException()
        .isThrownBy(() -> transcoder.transcode(in, out, false))
        .satisfies(e -> assertThat(e.getCause()).isSameAs(first));
    assertThat(in.position()).isEqualTo(3);
  }

  @Test
  void anErrorOfAnObserverFailsTheStreamAfterThePrefix() {
    Error thrown = new AssertionError("from the observer");
    TextTranscoder transcoder =
        UTF_8
            .observer(
                sequence -> {
                  throw thrown;
                })
            .newTranscoder(UTF_16BE);
    assertThat(catchThrowable(() -> transcoder.transcode(hex("41FF"), out, false)))
        .isSameAs(thrown);
    assertThat(written()).isEqualTo("0041");
  }

  @Test
  void resetForgetsCarryByteOrderMarkAndReplacement() {
    TextTranscoder transcoder =
        DecoderSpec.of(TextEncoding.UTF_16)
            .onMalformed(MalformedPolicy.replaceWith("long"))
            .newTranscoder(EncoderSpec.of(TextEncoding.UTF_32));
    transcoder.transcode(hex("FFFE4100DC"), out, false);
    assertThat(written()).isEqualTo("0000feff00000041");
    assertThat(transcoder.pendingBytes()).isEqualTo(1);
    assertThat(transcoder.resolvedEncoding()).contains(TextEncoding.UTF_16LE);
    for (int round = 0; round < 3; round++) {
      transcoder.reset();
      assertThat(transcoder.resolvedEncoding()).isEmpty();
      assertThat(transcoder.pendingBytes()).isZero();
      ByteBuffer little = ByteBuffer.allocate(12);
      assertThat(transcoder.transcode(hex("DC000041"), little, false))
          .isEqualTo(CoderStatus.OVERFLOW);
      assertThat(little.array()).isEqualTo(hex("0000feff0000006c0000006f").array());
    }
  }

  @Test
  void thePendingBytesCanBeTakenOver() {
    TextTranscoder transcoder = UTF_8.newTranscoder(UTF_16BE);
    transcoder.transcode(hex("41F09F98"), out, false);
    assertThat(transcoder.takePending()).isEqualTo(hex("F09F98").array());
    assertThat(transcoder.pendingBytes()).isZero();
    transcoder.transcode(hex("42"), out, true);
    assertThat(written()).isEqualTo("00410042");
  }

  @Test
  void thePolicyAndObserverOfTheEncoderHaveNothingToDo() {
    List<IllFormedSequence> observed = new ArrayList<>();
    EncoderSpec to = UTF_16BE.onMalformed(MalformedPolicy.REPORT).observer(observed::add);
    UTF_8.newTranscoder(to).transcode(hex("41FFEDA08042"), out, true);
    assertThat(written()).isEqualTo("0041fffdfffdfffdfffd0042");
    assertThat(observed).isEmpty();
  }

  @Test
  void aReadOnlyOutputIsRefusedAndTheStreamGoesOn() {
    TextTranscoder transcoder = UTF_8.newTranscoder(UTF_16BE);
    ByteBuffer in = hex("41");
    assertThatThrownBy(
            () -> transcoder.transcode(in, ByteBuffer.allocate(9).asReadOnlyBuffer(), false))
        .isInstanceOf(ReadOnlyBufferException.class);
    assertThat(in.position()).isZero();
    transcoder.transcode(in, out, false);
    assertThat(written()).isEqualTo("0041");
  }
}
