/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CountingBuffers;
import io.utflow.codec.testing.CountingBuffers.Counted;
import io.utflow.codec.testing.ReferenceEncoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The states of the stages that yield bytes, and the contract of {@link OutputBuffers}: each buffer
 * becomes an output or is given back, once, whatever throws.
 */
class OutputStageTest {
  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);

  private final CountingBuffers buffers = new CountingBuffers(BufferKind.HEAP);

  @AfterEach
  void everyBufferBecameAnOutputOrWasReleased() {
    buffers.verify();
  }

  private static List<String> poll(Stage<?, Counted> stage) {
    List<String> all = new ArrayList<>();
    Counted output;
    while ((output = stage.poll()) != null) {
      all.add(HexFormat.of().formatHex(output.bytes()));
    }
    return all;
  }

  /** The two stages, as ways from UTF-16 code units in hex to a stage that was offered them. */
  private interface Kind {
    Stage<?, Counted> offered(
        MalformedPolicy policy, Runnable observer, OutputBuffers<Counted> buffers, String units);
  }

  static Stream<Kind> kinds() {
    Kind encode =
        (policy, observer, buffers, units) -> {
          EncoderSpec spec =
              UTF_8.onMalformed(policy).observer(sequence -> observer.run()).pieceBytes(4);
          Stage<CharSequence, Counted> stage = Stages.encode(spec, buffers);
          stage.offer(ByteBuffer.wrap(HexFormat.of().parseHex(units)).asCharBuffer());
          return stage;
        };
    Kind transcode =
        (policy, observer, buffers, units) -> {
          DecoderSpec from =
              DecoderSpec.of(TextEncoding.UTF_16BE)
                  .onMalformed(policy)
                  .observer(sequence -> observer.run());
          Stage<ByteBuffer, Counted> stage = Stages.transcode(from, UTF_8.pieceBytes(4), buffers);
          stage.offer(ByteBuffer.wrap(HexFormat.of().parseHex(units)));
          return stage;
        };
    return Stream.of(encode, transcode);
  }

  private static final Runnable NOTHING = () -> {};

  @ParameterizedTest
  @MethodSource("kinds")
  void returnsThePrefixThenThrowsThenIsSilent(Kind kind) {
    Stage<?, Counted> stage =
        kind.offered(MalformedPolicy.REPORT, NOTHING, buffers, "00410042dc000043");
    assertThat(stage.poll().bytes()).isEqualTo(new byte[] {'A', 'B'});
    assertThat(catchThrowable(stage::poll)).isInstanceOf(IllFormedTextException.class);
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFailureAtOnceReleasesTheBuffer(Kind kind) {
    Stage<?, Counted> stage = kind.offered(MalformedPolicy.REPORT, NOTHING, buffers, "dc000041");
    assertThat(catchThrowable(stage::poll)).isInstanceOf(IllFormedTextException.class);
    assertThat(buffers.allocated()).isEqualTo(1);
    assertThat(buffers.released()).isEqualTo(1);
    assertThat(stage.poll()).isNull();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatAnObserverThrowsComesAfterThePrefix(Kind kind) {
    for (Throwable thrown : List.of(new RuntimeException("thrown"), new AssertionError("thrown"))) {
      Runnable observer =
          () -> {
            if (thrown instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) thrown;
          };
      Stage<?, Counted> stage =
          kind.offered(MalformedPolicy.REPLACE, observer, buffers, "0041dc000042");
      assertThat(stage.poll().bytes()).isEqualTo(new byte[] {'A'});
      assertThat(catchThrowable(stage::poll)).isSameAs(thrown);
      assertThat(stage.poll()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void inputThatIsSkippedYieldsNothingAndReleasesTheBuffer(Kind kind) {
    Stage<?, Counted> stage =
        kind.offered(MalformedPolicy.SKIP, NOTHING, buffers, "dc00dc01dc02dc03dc04dc05");
    assertThat(stage.poll()).isNull();
    assertThat(buffers.released()).isEqualTo(buffers.allocated());
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsOpenAtTheEndIsAnOutput(Kind kind) {
    Stage<?, Counted> stage = kind.offered(MalformedPolicy.REPLACE, NOTHING, buffers, "0041d83d");
    assertThat(poll(stage)).containsExactly("41");
    stage.endOfInput();
    assertThat(poll(stage)).containsExactly("efbfbd");
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theEndMayBeSaidAtAnyTime(Kind kind) {
    for (int polls = 0; polls <= 3; polls++) {
      Stage<?, Counted> stage =
          kind.offered(MalformedPolicy.REPLACE, NOTHING, buffers, "004100420043004400450046d83d");
      StringBuilder hex = new StringBuilder();
      for (int i = 0; i < polls; i++) {
        Counted output = stage.poll();
        hex.append(output == null ? "" : HexFormat.of().formatHex(output.bytes()));
      }
      stage.endOfInput();
      poll(stage).forEach(hex::append);
      assertThat(hex).as("%d polls before the end", polls).hasToString("414243444546efbfbd");
      stage.endOfInput();
      assertThat(stage.poll()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFailureAtTheEndNeedsNoBuffer(Kind kind) {
    Stage<?, Counted> stage = kind.offered(MalformedPolicy.REPORT, NOTHING, buffers, "0041d83d");
    assertThat(poll(stage)).containsExactly("41");
    stage.endOfInput();
    assertThat(catchThrowable(stage::poll)).isInstanceOf(IllFormedTextException.class);
    assertThat(stage.poll()).isNull();
    assertThat(buffers.allocated()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void closedHoldsNothing(Kind kind) {
    Stage<?, Counted> stage = kind.offered(MalformedPolicy.REPLACE, NOTHING, buffers, "00410042");
    stage.close();
    stage.close();
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
    assertThat(buffers.allocated()).isZero();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void emptyInputNeedsNoBuffer(Kind kind) {
    Stage<?, Counted> stage = kind.offered(MalformedPolicy.REPLACE, NOTHING, buffers, "");
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
    assertThat(buffers.allocated()).isZero();
  }

  // Buffers that fail.

  /** Does what the test says instead of one step, else what it should. */
  private abstract class Faulty implements OutputBuffers<Counted> {
    @Override
    public Counted allocate(int bytes) {
      return buffers.allocate(bytes);
    }

    @Override
    public ByteBuffer writableView(Counted buffer) {
      return buffers.writableView(buffer);
    }

    @Override
    public Counted finish(Counted buffer, int bytes) {
      return buffers.finish(buffer, bytes);
    }

    @Override
    public void release(Counted buffer) {
      buffers.release(buffer);
    }
  }

  private void assertFails(Kind kind, Faulty faulty, Function<Throwable, Boolean> expected) {
    Stage<?, Counted> stage =
        kind.offered(MalformedPolicy.REPLACE, NOTHING, faulty, "00410042004300440045");
    assertThat(expected.apply(catchThrowable(stage::poll))).isTrue();
    assertThat(stage.poll()).isNull();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anAllocatorThatThrowsFailsTheStage(Kind kind) {
    OutOfMemoryError thrown = new OutOfMemoryError("none left");
    assertFails(
        kind,
        new Faulty() {
          @Override
          public Counted allocate(int bytes) {
            throw thrown;
          }
        },
        failure -> failure == thrown);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aBufferWithoutRoomIsReleased(Kind kind) {
    RuntimeException thrown = new RuntimeException("no room");
    assertFails(
        kind,
        new Faulty() {
          @Override
          public ByteBuffer writableView(Counted buffer) {
            throw thrown;
          }
        },
        failure -> failure == thrown);
    assertThat(buffers.released()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aBufferThatCannotBeFinishedIsReleased(Kind kind) {
    RuntimeException thrown = new RuntimeException("not finished");
    assertFails(
        kind,
        new Faulty() {
          @Override
          public Counted finish(Counted buffer, int bytes) {
            throw thrown;
          }
        },
        failure -> failure == thrown);
    assertThat(buffers.released()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aBufferWithLessRoomThanAskedForIsNoEndOfTheInput(Kind kind) {
    assertFails(
        kind,
        new Faulty() {
          @Override
          public ByteBuffer writableView(Counted buffer) {
            return buffers.writableView(buffer).limit(buffers.writableView(buffer).position());
          }
        },
        failure -> failure instanceof IllegalStateException);
    assertThat(buffers.released()).isEqualTo(1);
  }

  // The states that every stage has, and the rest at a removal.

  @Test
  void refusesAnInputBeforeThePreviousOneIsDrained() {
    Stage<CharSequence, Counted> stage = Stages.encode(UTF_8, buffers);
    stage.offer("a");
    assertThatIllegalStateException().isThrownBy(() -> stage.offer("b"));
    assertThat(poll(stage)).containsExactly("61");
    stage.offer("b");
    assertThat(poll(stage)).containsExactly("62");
    stage.endOfInput();
    assertThatIllegalStateException().isThrownBy(() -> stage.offer("c"));
  }

  @Test
  void whatIsNotTranscodedIsTheRest() {
    ByteStage<Counted> stage =
        Stages.transcode(
            DecoderSpec.of(TextEncoding.UTF_8),
            EncoderSpec.of(TextEncoding.UTF_16BE).pieceBytes(4),
            buffers);
    stage.offer(ByteBuffer.wrap(HexFormat.of().parseHex("41e2")));
    assertThat(poll(stage)).containsExactly("0041");
    stage.offer(ByteBuffer.wrap(HexFormat.of().parseHex("82ac4243444546")));
    assertThat(HexFormat.of().formatHex(stage.poll().bytes())).isEqualTo("20ac0042");
    assertThat(stage.takeUndelivered()).isEqualTo(HexFormat.of().parseHex("43444546"));
    assertThat(stage.poll()).isNull();
  }

  @Test
  void heapBuffersOfTheJdkHoldTheirContentAndNoMore() {
    Stage<CharSequence, ByteBuffer> stage = Stages.encode(UTF_8, OutputBuffers.onHeap());
    stage.offer("a€");
    ByteBuffer output = stage.poll();
    assertThat(output).isEqualTo(ByteBuffer.wrap(HexFormat.of().parseHex("61e282ac")));
    assertThat(output.position()).isZero();
    assertThat(stage.poll()).isNull();
  }

  @Test
  void outputsAreSizedByWhatTheStreamNeeds() {
    List<Integer> asked = new ArrayList<>();
    Stage<CharSequence, Counted> stage =
        Stages.encode(
            UTF_8.pieceBytes(1 << 20),
            new Faulty() {
              @Override
              public Counted allocate(int bytes) {
                asked.add(bytes);
                return super.allocate(bytes);
              }
            });
    String ascii = "a".repeat(10_000);
    for (int i = 0; i < 3; i++) {
      stage.offer(ascii);
      assertThat(poll(stage)).hasSize(1);
    }
    assertThat(asked).hasSize(3);
    assertThat(asked.get(2)).isBetween(10_000, 11_000);
  }

  /** Behind a switch to a lower bound too, from the first buffer on. */
  @ParameterizedTest
  @ValueSource(ints = {8, 16, 100, 8192})
  void noBufferIsLongerThanTheSpecSaysBehindASwitch(int pieceBytes) {
    String head = "a\u00E9";
    String text = "x\uD83D\uDE00".repeat(33);
    for (TextEncoding to : List.of(TextEncoding.UTF_16BE, TextEncoding.UTF_8)) {
      for (int cut = 0; cut <= text.length(); cut++) {
        TextStage<CharSequence, Counted> stage = Stages.encode(UTF_8, buffers);
        // A half of a pair that waits is written by the spec before.
        stage.offer(cut % 2 == 0 ? head : head + "\uD83D");
        poll(stage);
        stage.switchTo(EncoderSpec.of(to).pieceBytes(pieceBytes));
        StringBuilder written = new StringBuilder();
        for (String input : List.of(text.substring(0, cut), text.substring(cut))) {
          stage.offer(input);
          for (String output : poll(stage)) {
            assertThat(output.length() / 2).isBetween(1, pieceBytes);
            written.append(output);
          }
        }
        byte[] all = ReferenceEncoder.encode(to, text);
        assertThat(written.toString()).endsWith(HexFormat.of().formatHex(all));
        stage.close();
      }
    }
  }
}
