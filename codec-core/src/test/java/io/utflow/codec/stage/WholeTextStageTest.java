/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.NeedsCharsets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole text: however it is cut, and at its bound. */
class WholeTextStageTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final String TEXT = "\uFEFFa\u00E9\u20AC\uD83D\uDE00\r\n";

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void oneTextHoweverItIsCut(BufferKind kind) {
    for (List<byte[]> pieces : Cuts.hostile(utf8(TEXT))) {
      ByteStage<String> stage = Stages.text(UTF_8, 7);
      for (byte[] piece : pieces) {
        stage.offer(kind.of(piece));
        assertThat(stage.poll()).isNull();
      }
      stage.endOfInput();
      assertThat(stage.poll()).isEqualTo(TEXT.substring(1));
      assertThat(stage.poll()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLongerOneFailsAsSoonAsItIs(BufferKind kind) {
    for (List<byte[]> pieces : Cuts.hostile(utf8(TEXT))) {
      ByteStage<String> stage = Stages.text(UTF_8, 6);
      TooLongTextException e =
          catchThrowableOfType(
              TooLongTextException.class,
              () -> {
                for (byte[] piece : pieces) {
                  stage.offer(kind.of(piece));
                  assertThat(stage.poll()).isNull();
                }
              });
      assertThat(e.maxChars()).isEqualTo(6);
      assertThat(e).hasMessageContaining("6 chars").hasMessageContaining("maxChars");
      assertThat(stage.poll()).isNull();
      assertThatThrownBy(() -> stage.offer(ByteBuffer.allocate(1)))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\uFEFF"})
  void anEmptyTextIsNone(String text) {
    ByteStage<String> stage = Stages.text(UTF_8, 1);
    stage.offer(ByteBuffer.wrap(utf8(text)));
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  /** Long and short pieces, Latin and others. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 511, 512, 600, 20_000})
  void piecesOfAllLengths(int size) {
    String text = "abcdefgh".repeat(3000) + "\u00E9\u20AC".repeat(2000) + "x".repeat(5000);
    ByteStage<String> stage = Stages.text(UTF_8, text.length());
    for (byte[] piece : Cuts.every(utf8(text), size)) {
      stage.offer(ByteBuffer.wrap(piece));
      assertThat(stage.poll()).isNull();
    }
    stage.endOfInput();
    assertThat(stage.poll()).isEqualTo(text);
  }

  /** Longer than each of the arrays that are lent, of which the later streams find none free. */
  @ParameterizedTest
  @ValueSource(ints = {8192, 1 << 18, 1 << 22})
  void streamsSideBySideLongerThanWhatIsGathered(int array) {
    String text = "abcdefg\u00E9".repeat(array / 8) + "\u20AC";
    List<ByteStage<String>> stages = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      stages.add(Stages.text(UTF_8, 2 * text.length()));
    }
    for (byte[] piece : Cuts.every(utf8(text), array / 5)) {
      for (ByteStage<String> stage : stages) {
        stage.offer(ByteBuffer.wrap(piece));
        assertThat(stage.poll()).isNull();
      }
    }
    for (ByteStage<String> stage : stages) {
      stage.endOfInput();
      assertThat(text.equals(stage.poll())).isTrue();
    }
  }

  @Test
  @NeedsCharsets
  void aByteThatIsASurrogatePairCountsAsTwoChars() {
    byte[] deseret = HexFormat.of().parseHex("0B0008" + "80".repeat(20));
    DecoderSpec scsu = DecoderSpec.of(TextEncoding.forName("SCSU"));
    ByteStage<String> fits = Stages.text(scsu, 40);
    fits.offer(ByteBuffer.wrap(deseret));
    assertThat(fits.poll()).isNull();
    fits.endOfInput();
    assertThat(fits.poll()).isEqualTo("\uD801\uDC00".repeat(20));
    ByteStage<String> tooLong = Stages.text(scsu, 39);
    assertThatThrownBy(
            () -> {
              tooLong.offer(ByteBuffer.wrap(deseret));
              tooLong.poll();
            })
        .isInstanceOf(TooLongTextException.class);
  }

  /** Its owner may have written other bytes there. */
  @Test
  void noInputIsReadAfterTheFailure() {
    for (DecoderSpec spec : List.of(UTF_8, UTF_8.observer(sequence -> {}))) {
      ByteStage<String> stage = Stages.text(spec, 10_000);
      byte[] input = utf8("a".repeat(50_000));
      stage.offer(ByteBuffer.wrap(input));
      assertThatThrownBy(stage::poll).isInstanceOf(TooLongTextException.class);
      Arrays.fill(input, (byte) 'x');
      assertThat(stage.takeUndelivered()).isEmpty();
    }
  }

  @Test
  void whatWasReadIsHandedOver() {
    ByteStage<String> stage = Stages.text(UTF_8, 100);
    byte[] bytes = utf8("a\u20AC\uD83D\uDE00");
    stage.offer(ByteBuffer.wrap(bytes, 0, bytes.length - 1));
    assertThat(stage.poll()).isNull();
    assertThat(stage.takeUndelivered()).isEqualTo(Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(stage.poll()).isNull();
  }

  @Test
  void theBoundIsAtLeastOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> Stages.text(UTF_8, 0));
  }

  /** With another policy, an observer or a listener the bytes are read at once, as they come. */
  @Test
  void whatIsToBeToldIsToldAtOnce() {
    ByteBuffer illFormed = ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF});
    ByteStage<String> reporting = Stages.text(UTF_8.onMalformed(MalformedPolicy.REPORT), 100);
    reporting.offer(illFormed.duplicate());
    assertThatThrownBy(reporting::poll).isInstanceOf(IllFormedTextException.class);
    List<String> told = new ArrayList<>();
    ByteStage<String> observed =
        Stages.text(UTF_8.observer(sequence -> told.add(sequence.toString())), 100);
    observed.offer(illFormed.duplicate());
    assertThat(observed.poll()).isNull();
    assertThat(told).hasSize(1);
    ByteStage<String> listened =
        Stages.text(
            UTF_8.listener((encoding, read, written, bad) -> told.add("read " + read)), 100);
    listened.offer(illFormed.duplicate());
    assertThat(listened.poll()).isNull();
    assertThat(told).contains("read 2");
  }

  /** A short text is decoded at its end, a longer one as it comes, to the same effect. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1023, 1024, 8191, 8192, 8193, 20_000, 262_141, 262_142, 600_000})
  void illFormedTextOfEveryLength(int length) {
    byte[] bytes = new byte[length + 3];
    Arrays.fill(bytes, (byte) 'x');
    bytes[length / 2] = (byte) 0xC3;
    bytes[length + 2] = (byte) 0xE2;
    String expected = new String(bytes, StandardCharsets.UTF_8);
    for (int size : new int[] {1, 1000, 8192, 30_000}) {
      ByteStage<String> stage = Stages.text(UTF_8, expected.length());
      for (byte[] piece : Cuts.every(bytes, size)) {
        ByteBuffer input = ByteBuffer.wrap(piece);
        stage.offer(input);
        assertThat(stage.poll()).isNull();
        assertThat(stage.isSpent()).isTrue();
        assertThat(input.hasRemaining()).isFalse();
        Arrays.fill(piece, (byte) '?');
      }
      stage.endOfInput();
      assertThat(stage.poll()).isEqualTo(expected);
    }
  }

  /** More than there are arrays in pools, some given up, in buffers of every kind. */
  @ParameterizedTest
  @EnumSource
  void manyTextsAtOnce(BufferKind kind) {
    List<ByteStage<String>> stages = new ArrayList<>();
    List<StringBuilder> texts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      stages.add(Stages.text(UTF_8, 1_000_000));
      texts.add(new StringBuilder());
    }
    for (int round = 0; round < 12; round++) {
      for (int i = 0; i < stages.size(); i++) {
        if (round == 6 && i % 10 == 0) {
          stages.get(i).close();
          stages.set(i, Stages.text(UTF_8, 1_000_000));
          texts.set(i, new StringBuilder());
        }
        String piece = (i % 2 == 0 ? "abc " : "\u00E9\u20AC ").repeat(100 * round + i);
        stages.get(i).offer(kind.of(utf8(piece)));
        assertThat(stages.get(i).poll()).isNull();
        texts.get(i).append(piece);
      }
    }
    for (int i = 0; i < stages.size(); i++) {
      stages.get(i).endOfInput();
      assertThat(stages.get(i).poll()).isEqualTo(texts.get(i).toString());
    }
  }

  /** The bound is passed while much is gathered. */
  @ParameterizedTest
  @EnumSource
  void aLongBoundIsPassed(BufferKind kind) {
    String text = "\u20AC".repeat(100_000);
    for (int size : new int[] {1460, 8192, 100_000, 300_000}) {
      ByteStage<String> within = Stages.text(UTF_8, text.length());
      ByteStage<String> beyond = Stages.text(UTF_8, text.length() - 1);
      for (byte[] piece : Cuts.every(utf8(text), size)) {
        within.offer(kind.of(piece));
        assertThat(within.poll()).isNull();
      }
      within.endOfInput();
      assertThat(within.poll()).isEqualTo(text);
      assertThatThrownBy(
              () -> {
                for (byte[] piece : Cuts.every(utf8(text), size)) {
                  beyond.offer(kind.of(piece));
                  assertThat(beyond.poll()).isNull();
                }
              })
          .isInstanceOf(TooLongTextException.class);
    }
  }

  @Test
  void noInputBeforeTheLastIsDrained() {
    ByteStage<String> stage = Stages.text(UTF_8, 4);
    stage.offer(ByteBuffer.wrap(utf8("ab")));
    assertThatIllegalStateException().isThrownBy(() -> stage.offer(ByteBuffer.wrap(utf8("c"))));
    assertThat(stage.poll()).isNull();
    stage.offer(ByteBuffer.wrap(utf8("\u20AC")));
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isEqualTo("ab\u20AC");
    ByteStage<String> longer = Stages.text(UTF_8, 1_000_000);
    longer.offer(ByteBuffer.wrap(new byte[300_000]));
    assertThatIllegalStateException().isThrownBy(() -> longer.offer(ByteBuffer.wrap(utf8("c"))));
    assertThat(longer.poll()).isNull();
    longer.close();
  }

  /** What follows a switch may have to be told at once. */
  @Test
  void behindASwitchNothingIsGathered() {
    ByteStage<String> stage = Stages.text(UTF_8, 100);
    stage.offer(ByteBuffer.wrap(utf8("a")));
    assertThat(stage.poll()).isNull();
    stage.switchTo(UTF_8.onMalformed(MalformedPolicy.REPORT));
    stage.offer(ByteBuffer.wrap(new byte[] {'b', (byte) 0xFF}));
    assertThatThrownBy(stage::poll).isInstanceOf(IllFormedTextException.class);
  }

  @Test
  void aMissingMarkIsToldAtOnce() {
    ByteStage<String> stage = Stages.text(UTF_8.bom(BomPolicy.REQUIRE), 100);
    stage.offer(ByteBuffer.wrap(utf8("abc")));
    assertThatThrownBy(stage::poll).isInstanceOf(IllFormedTextException.class);
  }

  @Test
  void inTheMiddleOfAStreamNoMarkIsLookedFor() {
    for (List<byte[]> pieces : Cuts.hostile(utf8(TEXT))) {
      ByteStage<String> stage = Stages.text(UTF_8.startingAt(5), 8);
      for (byte[] piece : pieces) {
        stage.offer(ByteBuffer.wrap(piece));
        assertThat(stage.poll()).isNull();
      }
      stage.endOfInput();
      assertThat(stage.poll()).isEqualTo(TEXT);
    }
  }

  @Test
  void behindASwitchOffsetsCountOnFromTheFirst() {
    ByteStage<String> stage = Stages.text(UTF_8.countingFrom(1000), 100);
    stage.offer(ByteBuffer.wrap(utf8("a")));
    assertThat(stage.poll()).isNull();
    stage.switchTo(UTF_8.onMalformed(MalformedPolicy.REPORT));
    stage.offer(ByteBuffer.wrap(new byte[] {(byte) 0xFF}));
    IllFormedTextException e = catchThrowableOfType(IllFormedTextException.class, stage::poll);
    assertThat(e.sequence().byteOffset()).isEqualTo(1001);
  }

  @Test
  void aSwitchReadsWhatFollowsInAnotherEncoding() {
    ByteStage<String> stage = Stages.text(UTF_8, 100);
    assertThat(stage.resolvedEncoding()).contains(TextEncoding.UTF_8);
    stage.offer(ByteBuffer.wrap(utf8("a\u20AC")));
    assertThat(stage.poll()).isNull();
    stage.switchTo(DecoderSpec.of(TextEncoding.UTF_16BE));
    stage.offer(ByteBuffer.wrap(new byte[] {0x20, (byte) 0xAC}));
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isEqualTo("a\u20AC\u20AC");
  }

  /** A mark decides, so it is known when that has come, and not before. */
  @Test
  void theEncodingIsResolvedWhenItIsKnown() {
    ByteStage<String> stage = Stages.text(DecoderSpec.of(TextEncoding.UTF_16), 100);
    assertThat(stage.resolvedEncoding()).isEmpty();
    stage.offer(ByteBuffer.wrap(new byte[] {(byte) 0xFF, (byte) 0xFE, 'a', 0}));
    assertThat(stage.poll()).isNull();
    assertThat(stage.resolvedEncoding()).contains(TextEncoding.UTF_16LE);
    stage.endOfInput();
    assertThat(stage.poll()).isEqualTo("a");
  }

  @Test
  void aLongPieceMayFollowAShortOne() {
    ByteStage<String> stage = Stages.text(UTF_8, 5000);
    stage.offer(ByteBuffer.wrap(utf8("a")));
    assertThat(stage.poll()).isNull();
    stage.offer(ByteBuffer.wrap(utf8("b".repeat(4000))));
    assertThat(stage.poll()).isNull();
    assertThat(stage.isSpent()).isTrue();
    stage.endOfInput();
    assertThat(stage.isSpent()).isFalse();
    assertThat(stage.poll()).isEqualTo("a" + "b".repeat(4000));
    assertThat(stage.poll()).isNull();
    assertThat(stage.isSpent()).isTrue();
  }

  @Test
  void aLongTextThatIsClosedIsDroppedToo() {
    ByteStage<String> stage = Stages.text(UTF_8, 20_000);
    stage.offer(ByteBuffer.wrap(utf8("a".repeat(9000))));
    assertThat(stage.poll()).isNull();
    stage.close();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
    assertThat(stage.takeUndelivered()).isEmpty();
  }

  @Test
  void aSwitchBehindTheEndLosesNothing() {
    ByteStage<String> stage = Stages.text(UTF_8, 100);
    stage.offer(ByteBuffer.wrap(utf8("a")));
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    stage.switchTo(DecoderSpec.of(TextEncoding.UTF_16BE));
    assertThat(stage.poll()).isEqualTo("a");
  }

  @Test
  void afterItsEndOrItsCloseNothingMayFollow() {
    ByteStage<String> ended = Stages.text(UTF_8, 100);
    ended.offer(ByteBuffer.wrap(utf8("a")));
    ended.endOfInput();
    assertThatIllegalStateException().isThrownBy(() -> ended.offer(ByteBuffer.wrap(utf8("b"))));
    assertThat(ended.poll()).isEqualTo("a");
    ByteStage<String> closed = Stages.text(UTF_8, 100);
    closed.offer(ByteBuffer.wrap(utf8("a")));
    closed.close();
    assertThatIllegalStateException().isThrownBy(() -> closed.offer(ByteBuffer.wrap(utf8("b"))));
    closed.endOfInput();
    assertThat(closed.poll()).isNull();
    assertThat(closed.takeUndelivered()).isEmpty();
  }

  /** What was accepted so was dropped, for the stage has taken the input that is decoded. */
  @Test
  void anObserverIsRefusedToOffer() {
    List<ByteStage<String>> stages = new ArrayList<>();
    DecoderSpec spec =
        UTF_8.observer(sequence -> stages.get(0).offer(ByteBuffer.wrap(utf8("lost"))));
    ByteStage<String> stage = Stages.text(spec, 100);
    stages.add(stage);
    stage.offer(ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF, 'b'}));
    assertThatIllegalStateException().isThrownBy(stage::poll).withMessageContaining("within");
  }
}
