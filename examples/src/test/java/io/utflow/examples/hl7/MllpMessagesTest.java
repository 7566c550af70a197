/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import static io.utflow.examples.hl7.Exchange.octets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.testing.Cuts;
import io.utflow.netty.StageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MllpMessagesTest {
  private static final int MOST = 10;
  private final Counter broken = new SimpleMeterRegistry().counter("broken");

  /**
   * A stream in which { is the start block and } the end block, its frames, and the broken ones.
   */
  static Stream<Arguments> streams() {
    String tooLong = "y".repeat(25);
    return Stream.of(
        Arguments.of("{a}{bc}", List.of("a", "bc"), 0),
        Arguments.of("\r\n{a}\r\n {b}", List.of("a", "b"), 0),
        Arguments.of("}}x{a}x", List.of("a"), 0),
        Arguments.of("{}", List.of(""), 0),
        Arguments.of("{a\u001Cb\u001C}", List.of("a\u001Cb\u001C"), 0),
        Arguments.of("{a\u001C\u001C\r", List.of("a\u001C"), 0),
        Arguments.of("{a\rb\r}", List.of("a\rb\r"), 0),
        Arguments.of("{ab{c}", List.of("c"), 1),
        Arguments.of("{ab", List.of(), 1),
        Arguments.of("{ab\u001C", List.of(), 1),
        Arguments.of("{0123456789}{b}", List.of("0123456789", "b"), 0),
        Arguments.of("{" + tooLong + "}{b}", List.of("+", "b"), 0),
        Arguments.of("{" + tooLong + "{b}", List.of("b"), 1),
        Arguments.of("{" + tooLong + "\u001Cx\u001C}{b}", List.of("+", "b"), 0));
  }

  /** Law L1: the frames of a stream do not depend on its cuts. */
  @ParameterizedTest
  @MethodSource("streams")
  void theFramesAreTheSameForEveryCut(String stream, List<String> frames, int givenUp) {
    byte[] bytes = octets(stream.replace('{', '\u000B').replace("}", "\u001C\r"));
    for (List<byte[]> cut : Cuts.hostile(bytes)) {
      double before = broken.count();
      EmbeddedChannel channel =
          new EmbeddedChannel(new StageDecoder<>(MllpMessages.stage(MOST, broken)));
      for (byte[] piece : cut) {
        channel.writeInbound(Unpooled.copiedBuffer(piece));
      }
      channel.finish();
      List<String> read = new ArrayList<>();
      for (MllpFrame frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
        String octets = new String(frame.bytes(), StandardCharsets.ISO_8859_1);
        assertThat("y".repeat(25) + "\u001Cx\u001C").startsWith(frame.tooLong() ? octets : "");
        read.add(frame.tooLong() ? "+" : octets);
      }
      assertThat(read).isEqualTo(frames);
      assertThat(broken.count() - before).isEqualTo(givenUp);
    }
  }

  @Test
  void aFloodWithoutAnEndIsNotKept() {
    FramedStage<MllpFrame> framer = MllpMessages.stage(MOST, broken);
    EmbeddedChannel channel = new EmbeddedChannel(new StageDecoder<>(framer));
    channel.writeInbound(Unpooled.copiedBuffer(octets("\u000BMSH")));
    for (int i = 0; i < 1000; i++) {
      channel.writeInbound(
          Unpooled.copiedBuffer("x".repeat(999) + "\u001C", StandardCharsets.US_ASCII));
      assertThat(framer.isInFrame()).isTrue();
    }
    channel.writeInbound(Unpooled.copiedBuffer(octets("\r")));
    MllpFrame frame = channel.readInbound();
    assertThat(frame.tooLong()).isTrue();
    assertThat(frame.bytes()).hasSize(MOST).startsWith(octets("MSH"));
    assertThat(framer.isInFrame()).isFalse();
    channel.finishAndReleaseAll();
  }

  @Test
  void whoDoesNotSpeakMllpIsFoundOut() {
    EmbeddedChannel channel =
        new EmbeddedChannel(new StageDecoder<>(MllpMessages.stage(MOST, broken)));
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                channel.writeInbound(Unpooled.copiedBuffer(new byte[1000]));
              }
            })
        .hasCauseInstanceOf(FrameException.class);
    channel.finishAndReleaseAll();
  }
}
