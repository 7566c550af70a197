/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An encoder hands over each char that has not become bytes, once, also before a failure. */
class TakeUndeliveredTextTest {
  private static final EncoderSpec ASCII =
      EncoderSpec.of(TextEncoding.forName("US-ASCII"))
          .onMalformed(MalformedPolicy.REPORT)
          .onUnmappable(UnmappablePolicy.REPORT);

  static Stream<String> texts() {
    return Stream.of(
        "ab\uD800cd",
        "ab\uDC00",
        "a\uD800",
        "ab\u00E9cd",
        "ab\uD83D\uDE00cd",
        "\u00E9",
        "abcd",
        "");
  }

  private static TextStage<CharSequence, ByteBuffer> stage(EncoderSpec spec) {
    return Stages.encode(spec, OutputBuffers.onHeap());
  }

  private static String polled(Stage<?, ByteBuffer> stage) {
    ByteBuffer output = stage.poll();
    StringBuilder text = new StringBuilder();
    while (output != null && output.hasRemaining()) {
      text.append((char) output.get());
    }
    return text.toString();
  }

  private static List<EncoderSpec> specs() {
    return List.of(ASCII, ASCII.pieceBytes(8));
  }

  /** In two inputs, cut anywhere, given up behind any output. */
  @ParameterizedTest
  @MethodSource("texts")
  void whatWasPolledAndWhatIsHandedOverAreTheText(String text) {
    String padded = "0123456789".repeat(2) + text;
    for (EncoderSpec spec : specs()) {
      for (String all : List.of(text, padded)) {
        for (int cut = 0; cut <= all.length(); cut++) {
          for (int polls = 0; polls < 5; polls++) {
            assertHandedOver(spec, all, cut, polls);
          }
        }
      }
    }
  }

  private static void assertHandedOver(EncoderSpec spec, String text, int cut, int polls) {
    TextStage<CharSequence, ByteBuffer> stage = stage(spec);
    StringBuilder output = new StringBuilder();
    stage.offer(text.substring(0, cut));
    String offered = text.substring(0, cut);
    for (int i = 0; i < polls; i++) {
      try {
        output.append(polled(stage));
      } catch (RuntimeException thrown) {
        assertThat(stage.takeUndelivered()).isEmpty();
        return;
      }
      if (stage.isSpent() && offered.length() < text.length()) {
        stage.offer(text.substring(cut));
        offered = text;
      }
    }
    assertThat(output + stage.takeUndelivered())
        .as("%s, cut at %s, %s polls of %s", text, cut, polls, spec)
        .isEqualTo(offered);
  }

  /** A replacement that an observer refuses is no output. */
  @Test
  void aCharOfWhichAnObserverThrows() {
    EncoderSpec spec =
        EncoderSpec.of(TextEncoding.UTF_8)
            .observer(
                found -> {
                  throw new IllegalStateException("told");
                });
    TextStage<CharSequence, ByteBuffer> stage = stage(spec);
    stage.offer("ab\uDC00cd");
    assertThat(polled(stage)).isEqualTo("ab");
    assertThat(stage.takeUndelivered()).isEqualTo("\uDC00cd");
    TextStage<CharSequence, ByteBuffer> thrown = stage(spec);
    thrown.offer("ab\uDC00cd");
    assertThat(polled(thrown)).isEqualTo("ab");
    assertThatThrownBy(thrown::poll).hasMessage("told");
    assertThat(thrown.takeUndelivered()).isEmpty();
  }
}
