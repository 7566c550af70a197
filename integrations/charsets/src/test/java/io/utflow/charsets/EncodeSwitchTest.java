/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextStage;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Text goes on in another encoding. The model: what was given before is a text of its own, with its
 * end; what follows is one of a new encoder, but for a pair that the switch cuts.
 */
class EncodeSwitchTest {
  private static final String TEXT = "a\u00E9\u65E5\u672C\uD83D\uDE00\u3042b\uFF71";

  private static void drain(TextStage<CharSequence, ByteBuffer> stage, ByteArrayOutputStream out) {
    ByteBuffer next;
    while ((next = stage.poll()) != null) {
      byte[] bytes = new byte[next.remaining()];
      next.get(bytes);
      out.writeBytes(bytes);
    }
  }

  private static byte[] whole(EncoderSpec spec, String text) {
    return spec.encode(text);
  }

  @Test
  void whatWasWrittenEndsAndTheRestIsWrittenAnew() {
    List<EncoderSpec> specs = new ArrayList<>();
    for (String name : TextEncoding.names()) {
      try {
        specs.add(EncoderSpec.of(TextEncoding.forName(name)));
      } catch (IllegalArgumentException onlyRead) {
        assertThat(name).isNotEmpty();
      }
    }
    assertThat(specs).hasSizeGreaterThan(150);
    Random random = new Random(Product.seed(this, 1));
    int others = Product.sampled(40);
    for (EncoderSpec from : specs) {
      for (int i = 0; i < others; i++) {
        EncoderSpec to = specs.get(random.nextInt(specs.size()));
        int cut = random.nextInt(TEXT.length() + 1);
        boolean isPairCut = cut > 0 && Character.isHighSurrogate(TEXT.charAt(cut - 1));
        int at = isPairCut ? cut - 1 : cut;
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.writeBytes(whole(from, TEXT.substring(0, at)));
        expected.writeBytes(whole(to, TEXT.substring(at)));
        for (int piece : List.of(2, 64)) {
          TextStage<CharSequence, ByteBuffer> stage =
              Stages.encode(from.pieceBytes(64 + piece), OutputBuffers.onHeap());
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          for (int p = 0; p < cut; p += piece) {
            stage.offer(TEXT.substring(p, Math.min(cut, p + piece)));
            drain(stage, out);
          }
          // Between two switches nothing is written.
          stage.switchTo(specs.get(random.nextInt(specs.size())));
          stage.switchTo(to);
          stage.offer(TEXT.substring(cut));
          drain(stage, out);
          stage.endOfInput();
          drain(stage, out);
          assertThat(out.toByteArray())
              .as("%s to %s at %s", from, to, cut)
              .isEqualTo(expected.toByteArray());
        }
      }
    }
  }

  /** What is left of the text before may have longer characters than the new bound has room for. */
  @Test
  void aSmallerBoundBeginsWhenTheTextBeforeIsWritten() {
    EncoderSpec four = EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(4);
    for (String name : List.of("ISO-2022-JP", "ISO-2022-KR", "x-IBM930", "CESU-8", "SCSU")) {
      EncoderSpec from =
          EncoderSpec.of(TextEncoding.forName(name))
              .pieceBytes(8)
              .onMalformed(MalformedPolicy.replaceWith("\u65E5a\u65E5a\u65E5"));
      for (int cut = 0; cut <= TEXT.length(); cut++) {
        for (int polls = 0; polls < 4; polls++) {
          TextStage<CharSequence, ByteBuffer> stage = Stages.encode(from, OutputBuffers.onHeap());
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          stage.offer("\uDC00" + TEXT.substring(0, cut));
          for (int i = 0; i < polls; i++) {
            stage.poll();
          }
          stage.switchTo(four);
          drain(stage, out);
          stage.offer("\u20AC\uD83D\uDE00ab");
          List<Integer> lengths = new ArrayList<>();
          for (ByteBuffer next; (next = stage.poll()) != null; ) {
            lengths.add(next.remaining());
          }
          assertThat(lengths.stream().skip(1)).as("%s %s", name, cut).allMatch(it -> it <= 4);
          assertThat(lengths.stream().mapToInt(it -> it).sum()).isGreaterThanOrEqualTo(9);
        }
      }
    }
  }

  /** Between two outputs of one input: what is written stays. */
  @Test
  void theRestOfAnInputIsWrittenAnew() {
    EncoderSpec japanese = EncoderSpec.of(TextEncoding.forName("ISO-2022-JP")).pieceBytes(64);
    TextStage<CharSequence, ByteBuffer> stage = Stages.encode(japanese, OutputBuffers.onHeap());
    String text = "\u65E5".repeat(100);
    stage.offer(text);
    ByteBuffer first = stage.poll();
    int chars = (first.remaining() - 3) / 2;
    stage.switchTo(EncoderSpec.of(TextEncoding.UTF_8));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    drain(stage, out);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    expected.writeBytes(new byte[] {0x1B, '(', 'B'});
    expected.writeBytes(text.substring(chars).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(out.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @Test
  void whatIsNotWrittenIsHandedOver() {
    TextStage<CharSequence, ByteBuffer> stage =
        Stages.encode(EncoderSpec.of(TextEncoding.UTF_8), OutputBuffers.onHeap());
    stage.offer("a\uD83D");
    drain(stage, new ByteArrayOutputStream());
    stage.switchTo(EncoderSpec.of(TextEncoding.UTF_16BE));
    stage.offer("\uDE00b");
    assertThat(stage.takeUndelivered()).isEqualTo("\uD83D\uDE00b");
    assertThatThrownBy(() -> stage.switchTo(EncoderSpec.of(TextEncoding.UTF_8)))
        .isInstanceOf(IllegalStateException.class);
  }

  /** Chars and bytes count for the encoding in which they are written. */
  @Test
  void aListenerIsToldOfEachEncoding() {
    Map<String, List<Long>> told = new TreeMap<>();
    EncoderSpec utf8 =
        EncoderSpec.of(TextEncoding.UTF_8)
            .onMalformed(MalformedPolicy.REPLACE)
            .listener(
                (encoding, in, out, bad) ->
                    told.merge(
                        encoding.name(),
                        List.of(in, out, bad),
                        (a, b) ->
                            List.of(
                                a.get(0) + b.get(0), a.get(1) + b.get(1), a.get(2) + b.get(2))));
    TextStage<CharSequence, ByteBuffer> stage = Stages.encode(utf8, OutputBuffers.onHeap());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    stage.offer("\u00E9\uDC00\uD83D");
    drain(stage, out);
    stage.switchTo(EncoderSpec.of(TextEncoding.UTF_16BE));
    stage.offer("\uDE00\uDC00");
    drain(stage, out);
    stage.endOfInput();
    drain(stage, out);
    assertThat(told)
        .containsOnly(
            Map.entry("UTF-8", List.of(2L, 5L, 1L)), Map.entry("UTF-16BE", List.of(3L, 6L, 1L)));
  }

  @Test
  void aListenerThatThrowsAtASwitchEndsTheStream() {
    RuntimeException thrown = new RuntimeException("thrown by the listener");
    EncoderSpec utf8 =
        EncoderSpec.of(TextEncoding.UTF_8)
            .pieceBytes(64)
            .listener(
                (encoding, in, out, bad) -> {
                  throw thrown;
                });
    TextStage<CharSequence, ByteBuffer> stage = Stages.encode(utf8, OutputBuffers.onHeap());
    stage.offer("a".repeat(100));
    assertThat(stage.poll()).isNotNull();
    stage.switchTo(EncoderSpec.of(TextEncoding.UTF_16BE));
    assertThatThrownBy(stage::poll).isSameAs(thrown);
  }

  @Test
  void aStageOfAUserSaysWhatToDo() {
    TextStage<String, String> own =
        new TextStage<>() {
          @Override
          public String takeUndelivered() {
            return "";
          }

          @Override
          public void offer(String input) {}

          @Override
          public String poll() {
            return null;
          }

          @Override
          public void endOfInput() {}

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> own.switchTo(EncoderSpec.of(TextEncoding.UTF_8)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Stages.encode");
  }
}
