/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ReferenceEncoder;
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

/** The states of an encoder and what it says about itself; the laws say what it encodes. */
class TextEncoderTest {
  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);
  private static final EncoderSpec REPORTING = UTF_8.onMalformed(MalformedPolicy.REPORT);

  private final ByteBuffer out = ByteBuffer.allocate(64);

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  private static CharBuffer text(String text) {
    return CharBuffer.wrap(text.toCharArray());
  }

  /** What was written since the last look. */
  private String written() {
    out.flip();
    String hex = HexFormat.of().formatHex(out.array(), 0, out.limit());
    out.clear();
    return hex;
  }

  /** One and a half times its length is more than an {@code int}, and its bytes fit an array. */
  @Test
  void aTextOfMoreThanABillionChars() {
    CharSequence text =
        new CharSequence() {
          @Override
          public int length() {
            return 1_500_000_000;
          }

          @Override
          public char charAt(int index) {
            throw new UnsupportedOperationException("it is read");
          }

          @Override
          public CharSequence subSequence(int from, int to) {
            throw new UnsupportedOperationException("it is read");
          }
        };
    // There is no room for the bytes in the heap of most test runs.
    assertThat(catchThrowable(() -> UTF_8.encode(text)))
        .isInstanceOfAny(OutOfMemoryError.class, UnsupportedOperationException.class);
  }

  // The end, failure and reset.

  @Test
  void anotherEmptyEndDoesNothing() {
    TextEncoder encoder = UTF_8.newEncoder();
    assertThat(encoder.encode(text("A\uD83D"), out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(written()).isEqualTo("41efbfbd");
    assertThat(encoder.encode(text(""), out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(encoder.encode("", 0, out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(encoder.encode("A", 1, out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(written()).isEmpty();
    assertThat(encoder.position()).isEqualTo(2);
  }

  @Test
  void afterTheEndEverythingElseIsRefusedUntilReset() {
    TextEncoder encoder = UTF_8.newEncoder();
    encoder.encode(text("A"), out, true);
    CharBuffer more = text("B");
    assertThatIllegalStateException().isThrownBy(() -> encoder.encode(text(""), out, false));
    assertThatIllegalStateException().isThrownBy(() -> encoder.encode(more, out, true));
    assertThatIllegalStateException().isThrownBy(() -> encoder.encode("B", 0, out, true));
    assertThat(more.position()).isZero();
    assertThat(written()).isEqualTo("41");
    encoder.reset();
    assertThat(encoder.position()).isZero();
    encoder.encode(more, out, false);
    assertThat(written()).isEqualTo("42");
  }

  @ParameterizedTest
  @EnumSource(names = {"HEAP", "DIRECT"})
  void aReportLeavesThePrefixWrittenAndTheInputBehindTheSurrogate(BufferKind kind) {
    TextEncoder encoder = REPORTING.newEncoder();
    ByteBuffer room = kind.of(new byte[8]);
    int from = room.position();
    CharBuffer in = text("aé\uDC00z");
    Throwable first = catchThrowable(() -> encoder.encode(in, room, false));
    assertThat(first)
        .isInstanceOfSatisfying(
            IllFormedTextException.class,
            e -> {
              assertThat(e.decodedPrefix()).isEmpty();
              assertThat(e.sequence().charOffset()).isEqualTo(2);
              assertThat(e.sequence().cause()).isEqualTo(IllFormedCause.UNPAIRED_LOW_SURROGATE);
            })
        .hasMessage("UNPAIRED_LOW_SURROGATE at char 2 of the text to encode: DC00");
    assertThat(room.position() - from).isEqualTo(3);
    assertThat(in.position()).isEqualTo(3);
    assertThat(encoder.position()).isEqualTo(3);
    assertRefusedBecauseOf(encoder, first);
    assertThat(in.position()).isEqualTo(3);
  }

  @Test
  void aReportOfACarriedSurrogateTakesNothingOfTheInputThatProvedIt() {
    TextEncoder encoder = REPORTING.newEncoder();
    encoder.encode(text("a\uD83D"), out, false);
    CharBuffer in = text("z");
    assertThatThrownBy(() -> encoder.encode(in, out, false))
        .isInstanceOfSatisfying(
            IllFormedTextException.class, e -> assertThat(e.sequence().endOfInput()).isFalse());
    assertThat(in.position()).isZero();
    assertThat(encoder.position()).isEqualTo(2);
    assertThat(encoder.pendingChars()).isZero();
    assertThat(written()).isEqualTo("61");
  }

  @Test
  void anExceptionOfAnObserverFailsTheStreamUnchanged() {
    assertFailsWith(new RuntimeException("from the observer"));
    assertFailsWith(new AssertionError("from the observer"));
    assertFailsWith(new Exception("checked, from the observer"));
  }

  private void assertFailsWith(Throwable thrown) {
    TextEncoder encoder =
        UTF_8.observer(s -> TextEncoderTest.<RuntimeException>sneak(thrown)).newEncoder();
    CharBuffer in = text("ab\uD83Dz");
    assertThat(catchThrowable(() -> encoder.encode(in, out, false))).isSameAs(thrown);
    assertThat(written()).isEqualTo("6162");
    assertThat(in.position()).isEqualTo(3);
    assertRefusedBecauseOf(encoder, thrown);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private void assertRefusedBecauseOf(TextEncoder encoder, Throwable first) {
    assertThatIllegalStateException()
        .isThrownBy(() -> encoder.encode(text("A"), out, false))
        .satisfies(e -> assertThat(e.getCause()).isSameAs(first));
    assertThatIllegalStateException()
        .isThrownBy(() -> encoder.encode("", 0, out, true))
        .satisfies(e -> assertThat(e.getCause()).isSameAs(first));
    assertThat(written()).isEmpty();
    encoder.reset();
    encoder.encode("A", 0, out, true);
    assertThat(written()).isEqualTo("41");
    assertThat(encoder.position()).isEqualTo(1);
  }

  @Test
  void aHandlerThatReturnsNullOrIllFormedTextFailsTheStream() {
    for (String bad : new String[] {null, "\uD83D", "a\uDC00b"}) {
      TextEncoder encoder = UTF_8.onMalformed(MalformedPolicy.handledBy(s -> bad)).newEncoder();
      assertThatIllegalStateException().isThrownBy(() -> encoder.encode("a\uDC00", 0, out, false));
      assertThat(written()).isEqualTo("61");
    }
  }

  @Test
  void resetForgetsCarryOffsetBudgetMarkAndReplacement() {
    List<IllFormedSequence> observed = new ArrayList<>();
    TextEncoder encoder =
        EncoderSpec.of(TextEncoding.UTF_16)
            .onMalformed(MalformedPolicy.replaceWith("long").atMost(1))
            .observer(observed::add)
            .newEncoder();
    encoder.encode("\uDC00a\uD83D", 0, out, false);
    assertThat(written()).isEqualTo("feff006c006f006e00670061");
    assertThat(encoder.pendingChars()).isEqualTo(1);
    for (int round = 0; round < 3; round++) {
      encoder.reset();
      assertThat(encoder.position()).isZero();
      assertThat(encoder.pendingChars()).isZero();
      ByteBuffer little = ByteBuffer.allocate(6);
      assertThat(encoder.encode("\uDC00a", 0, little, false)).isEqualTo(CoderStatus.OVERFLOW);
      assertThat(little.array()).isEqualTo(HexFormat.of().parseHex("feff006c006f"));
    }
    assertThat(observed).hasSize(4).allMatch(sequence -> sequence.charOffset() == 0);
  }

  // The input, the output, and what it says about itself.

  @Test
  void aHighSurrogateWaitsAndIsTold() {
    TextEncoder encoder = UTF_8.newEncoder();
    CharBuffer in = text("a\uD83D");
    assertThat(encoder.encode(in, out, false)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(in.hasRemaining()).isFalse();
    assertThat(encoder.position()).isEqualTo(1);
    assertThat(encoder.pendingChars()).isEqualTo(1);
    assertThat(encoder.encode("", 0, out, false)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(encoder.pendingChars()).isEqualTo(1);
    assertThat(encoder.encode("\uDE00", 0, out, false)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(written()).isEqualTo("61f09f9880");
    assertThat(encoder.position()).isEqualTo(3);
    assertThat(encoder.pendingChars()).isZero();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void withoutRoomNothingIsLostAndNothingMoves(TextEncoding encoding) {
    for (String character : List.of("a", "é", "€", "😀")) {
      byte[] expected = ReferenceEncoder.encode(encoding, character);
      for (int room = 0; room < expected.length; room++) {
        TextEncoder encoder = EncoderSpec.of(encoding).bom(BomOutput.NEVER).newEncoder();
        ByteBuffer small = ByteBuffer.allocate(room);
        CharBuffer in = text(character);
        assertThat(encoder.encode(in, small, true)).isEqualTo(CoderStatus.OVERFLOW);
        assertThat(in.position() + small.position()).isZero();
        assertThat(encoder.position()).isZero();
        ByteBuffer enough = ByteBuffer.allocate(expected.length);
        assertThat(encoder.encode(in, enough, true)).isEqualTo(CoderStatus.UNDERFLOW);
        assertThat(enough.array()).isEqualTo(expected);
      }
    }
  }

  @Test
  void whenTheEndLacksRoomTheObserverIsNotAskedAgain() {
    List<IllFormedSequence> observed = new ArrayList<>();
    TextEncoder encoder = UTF_8.observer(observed::add).newEncoder();
    encoder.encode("\uD83D", 0, out, false);
    for (int room = 0; room < 3; room++) {
      assertThat(encoder.encode("", 0, ByteBuffer.allocate(room), true))
          .isEqualTo(CoderStatus.OVERFLOW);
    }
    assertThat(encoder.encode("", 0, out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(written()).isEqualTo("efbfbd");
    assertThat(observed).hasSize(1).allMatch(IllFormedSequence::endOfInput);
  }

  @Test
  void aReadOnlyOutputIsRefusedAndTheStreamGoesOn() {
    TextEncoder encoder = UTF_8.newEncoder();
    CharBuffer in = text("a");
    assertThatThrownBy(() -> encoder.encode(in, ByteBuffer.allocate(9).asReadOnlyBuffer(), false))
        .isInstanceOf(ReadOnlyBufferException.class);
    assertThat(in.position()).isZero();
    encoder.encode(in, out, false);
    assertThat(written()).isEqualTo("61");
  }

  @Test
  void anIndexOutsideTheTextIsRefused() {
    TextEncoder encoder = UTF_8.newEncoder();
    assertThatThrownBy(() -> encoder.encode("a", 2, out, false))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> encoder.encode("a", -1, out, false))
        .isInstanceOf(IndexOutOfBoundsException.class);
    encoder.encode("a", 0, out, false);
    assertThat(written()).isEqualTo("61");
  }

  @Test
  void aTextThatThrowsLosesNothingThatWasTaken() {
    TextEncoder encoder = UTF_8.newEncoder();
    encoder.encode("a\uD83D", 0, out, false);
    CharSequence broken = new Broken();
    assertThatThrownBy(() -> encoder.encode(broken, 0, out, false)).hasMessage("broken");
    assertThat(encoder.position() + encoder.pendingChars()).isEqualTo(2);
  }

  private static final class Broken implements CharSequence {
    @Override
    public int length() {
      return 3;
    }

    @Override
    public char charAt(int index) {
      throw new IllegalStateException("broken");
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return this;
    }
  }

  @Test
  void aSpecSaysWhatItWasGiven() {
    EncoderSpec spec =
        UTF_8.bom(BomOutput.ALWAYS).onMalformed(MalformedPolicy.SKIP.atMost(3)).pieceBytes(4);
    assertThat(spec.encoding()).isSameAs(TextEncoding.UTF_8);
    assertThat(spec.bom()).isEqualTo(BomOutput.ALWAYS);
    assertThat(spec.pieceBytes()).isEqualTo(4);
    assertThat(spec.observer()).isEmpty();
    assertThat(spec)
        .hasToString("EncoderSpec[UTF-8, SKIP.atMost(3), BOM ALWAYS, pieces of 4 bytes]");
    assertThat(UTF_8)
        .hasToString("EncoderSpec[UTF-8, REPLACE, BOM PER_ENCODING, pieces of 8192 bytes]");
    assertThatIllegalArgumentException().isThrownBy(() -> UTF_8.pieceBytes(3));
    assertThatThrownBy(() -> UTF_8.observer(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> UTF_8.bom(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> EncoderSpec.of((TextEncoding) null))
        .isInstanceOf(NullPointerException.class);
  }
}
