/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.packing.BrokenEscapeException;
import io.utflow.codec.packing.Packing;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two stages as one: what comes out, what is handed over, when an input is spent. */
class ChainedStageTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  /** Joins two lines, so one of them waits now and then: a stage of a user's own. */
  private static class Pairs implements TextStage<String, String> {
    private @Nullable String input;
    private @Nullable String waiting;
    private boolean ending;
    private boolean closed;

    @Override
    public void offer(String next) {
      assertThat(input).isNull();
      input = next;
    }

    @Override
    public void endOfInput() {
      ending = true;
    }

    @Override
    public @Nullable String poll() {
      String taken = input;
      input = null;
      if (taken == null) {
        String last = ending ? waiting : null;
        waiting = last == null ? waiting : null;
        return last;
      }
      if (waiting == null) {
        waiting = taken;
        return null;
      }
      String pair = waiting + "|" + taken;
      waiting = null;
      return pair;
    }

    @Override
    public String takeUndelivered() {
      String rest = waiting == null ? "" : waiting;
      waiting = null;
      return rest;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void whatOneYieldsTheOtherReads() {
    for (BufferKind kind : BufferKind.values()) {
      for (List<byte[]> pieces : Cuts.hostile("a\nb\r\nc\nd\n\u00E9".getBytes(UTF_8()))) {
        Stage<ByteBuffer, String> stage =
            Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF)).then(new Pairs());
        assertThat(Splitting.parts(Splitting.run(stage, kind, pieces)))
            .containsExactly("a|b", "c|d", "\u00E9");
      }
    }
  }

  private static java.nio.charset.Charset UTF_8() {
    return java.nio.charset.StandardCharsets.UTF_8;
  }

  /** Decoding and encoding is transcoding. */
  @Test
  void aChainOfThreeIsAChain() {
    TextSamples samples = new TextSamples(50);
    for (int round = 0; round < 200; round++) {
      String text = samples.text(60);
      byte[] bytes = ReferenceEncoder.encode(TextEncoding.UTF_16LE, text);
      ByteStage<String> stage =
          Stages.decode(DecoderSpec.of(TextEncoding.UTF_16LE))
              .then(Stages.encode(EncoderSpec.of(TextEncoding.UTF_8), OutputBuffers.onHeap()))
              .then(Stages.decode(UTF_8.bom(BomPolicy.KEEP)));
      StringBuilder out = new StringBuilder();
      for (byte[] piece : Cuts.random(bytes, samples.random())) {
        stage.offer(ByteBuffer.wrap(piece));
        Splitting.drain(stage).forEach(out::append);
      }
      stage.endOfInput();
      Splitting.drain(stage).forEach(out::append);
      assertThat(out).hasToString(text);
    }
  }

  @Test
  void theTextThatTheSecondHoldsStandsBeforeTheRestOfTheFirst() {
    for (TextEncoding encoding : List.of(TextEncoding.UTF_8, TextEncoding.UTF_16BE)) {
      Pairs pairs = new Pairs();
      ByteStage<String> stage =
          Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.LF_OR_CRLF)).then(pairs);
      stage.offer(
          ByteBuffer.wrap(ReferenceEncoder.encode(encoding, "a\nb\n\u00E9\n\u4E2Dx\nrest")));
      assertThat(stage.poll()).isEqualTo("a|b");
      assertThat(stage.takeUndelivered())
          .isEqualTo(ReferenceEncoder.encode(encoding, "\u00E9\n\u4E2Dx\nrest"));
      assertThat(pairs.closed).isTrue();
      assertThat(stage.poll()).isNull();
    }
  }

  @Test
  void afterAFailureOfEitherItYieldsNothing() {
    Stage<String, String> failing =
        new Stage<>() {
          @Override
          public void offer(String input) {
            if (input.equals("bad")) {
              throw new IllegalArgumentException("bad");
            }
          }

          @Override
          public void endOfInput() {}

          @Override
          public @Nullable String poll() {
            return null;
          }

          @Override
          public void close() {}
        };
    Stage<ByteBuffer, String> stage =
        Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF)).then(failing);
    stage.offer(ByteBuffer.wrap("good\nbad\nmore\n".getBytes(UTF_8())));
    assertThatIllegalArgumentException().isThrownBy(stage::poll);
    assertThat(stage.poll()).isNull();
    assertThatIllegalStateException()
        .isThrownBy(() -> stage.offer(ByteBuffer.wrap(new byte[] {'x'})));
  }

  /** Its owner may have written other bytes there. */
  @Test
  void noInputIsReadAfterAFailureOfTheSecond() {
    ByteStage<String> stage = Stages.decode(UTF_8).then(Packing.PERCENT.refuseBroken().unpacker());
    byte[] input = ("%zz" + "a".repeat(50_000)).getBytes(UTF_8());
    stage.offer(ByteBuffer.wrap(input));
    assertThatThrownBy(stage::poll).isInstanceOf(BrokenEscapeException.class);
    Arrays.fill(input, (byte) 'x');
    assertThat(stage.takeUndelivered()).isEmpty();
  }

  /** A user's second stage throws when it is offered an input: the first is closed, too. */
  @Test
  void noInputIsReadAfterTheSecondHasRefusedItsInput() {
    Pairs refusing =
        new Pairs() {
          @Override
          public void offer(String next) {
            throw new ArithmeticException();
          }
        };
    ByteStage<String> stage = Stages.decode(UTF_8).then(refusing);
    byte[] input = "a".repeat(50_000).getBytes(UTF_8());
    stage.offer(ByteBuffer.wrap(input));
    assertThatThrownBy(stage::poll).isInstanceOf(ArithmeticException.class);
    Arrays.fill(input, (byte) 'x');
    assertThat(stage.takeUndelivered()).isEmpty();
  }

  @Test
  void theTextThatAnEncoderHoldsIsHandedOver() {
    TextStage<CharSequence, ByteBuffer> stage =
        Stages.encode(EncoderSpec.of(TextEncoding.UTF_8), OutputBuffers.onHeap());
    stage.offer("ab\uD83D");
    ByteBuffer first = stage.poll();
    assertThat(first).isNotNull();
    assertThat(stage.takeUndelivered()).isEqualTo("\uD83D");
  }

  /** Behind an output, an input that is spent yields null, and one that is not does not. */
  @Test
  void spentIsWhatPollWouldSay() {
    TextSamples samples = new TextSamples(51);
    for (int round = 0; round < 500; round++) {
      byte[] bytes = samples.stream(TextEncoding.UTF_8, 30);
      for (Stage<ByteBuffer, ?> stage : stages()) {
        BufferKind kind = BufferKind.values()[round % BufferKind.values().length];
        for (byte[] piece : Cuts.random(bytes, samples.random())) {
          stage.offer(kind.of(piece));
          boolean spent = false;
          while (stage.poll() != null) {
            assertThat(spent).isFalse();
            spent = stage.isSpent();
          }
          assertThat(stage.isSpent()).isTrue();
        }
      }
    }
  }

  private static List<Stage<ByteBuffer, ?>> stages() {
    LineSpec lines = LineSpec.of(LineBreaks.ANY);
    List<Stage<ByteBuffer, ?>> stages = new ArrayList<>();
    stages.add(Stages.decode(UTF_8.pieceChars(3)));
    stages.add(Stages.lines(UTF_8, lines));
    stages.add(
        Stages.transcode(
            UTF_8, EncoderSpec.of(TextEncoding.UTF_16LE).pieceBytes(8), OutputBuffers.onHeap()));
    return stages;
  }

  /** Else a buffer would cost a poll more than it has outputs. */
  @Test
  void aPieceThatBecomesOneOutputIsSpentWithIt() {
    for (Stage<ByteBuffer, ?> stage :
        List.of(
            Stages.decode(UTF_8),
            Stages.validate(UTF_8),
            Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF)),
            Stages.transcode(
                UTF_8, EncoderSpec.of(TextEncoding.UTF_16LE), OutputBuffers.onHeap()))) {
      for (String piece : List.of("abc\n", "\u00E9\n", "\u4E2D\uD83D\uDE00\n")) {
        stage.offer(ByteBuffer.wrap(piece.getBytes(UTF_8())));
        assertThat((Object) stage.poll()).isNotNull();
        assertThat(stage.isSpent()).as("%s", stage.getClass()).isTrue();
      }
    }
  }

  /** What may pass is what the reference says is before the first ill-formed sequence. */
  @Test
  void validationCountsWhatMayPass() {
    byte[] bytes = {'a', (byte) 0xC3, (byte) 0xA9, 'b', (byte) 0xFF, 'c'};
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      Stage<ByteBuffer, Integer> stage = Stages.validate(UTF_8);
      ByteArrayOutputStream passed = new ByteArrayOutputStream();
      Throwable failure = null;
      for (byte[] piece : pieces) {
        try {
          stage.offer(ByteBuffer.wrap(piece));
          Integer length;
          while ((length = stage.poll()) != null) {
            passed.write(piece, 0, length);
          }
        } catch (io.utflow.codec.IllFormedTextException e) {
          failure = e;
          break;
        }
      }
      assertThat(failure).isNotNull();
      assertThat(passed.toByteArray()).isEqualTo(Arrays.copyOf(bytes, 4));
    }
  }
}
