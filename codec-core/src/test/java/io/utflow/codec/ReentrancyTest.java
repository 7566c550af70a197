/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.BufferKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law L4: an observer may decode, and gets scratch memory of its own. */
class ReentrancyTest {
  private static final int DEPTH = 4;

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void decodersWithinAnObserverDoNotDisturbTheDecoderAround(BufferKind kind) {
    List<String> inner = new ArrayList<>();
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
    for (int depth = 0; depth < DEPTH; depth++) {
      DecoderSpec within = spec;
      String text = "depth " + depth;
      spec =
          DecoderSpec.of(TextEncoding.UTF_8)
              .observer(
                  sequence -> {
                    inner.add(within.newDecoder().decode(stream(kind, text), true));
                    within.newValidator().validate(stream(kind, text), true);
                  });
    }
    TextDecoder decoder = spec.newDecoder();
    StringBuilder outer = new StringBuilder();
    ByteBuffer in = stream(kind, "outside");
    String piece;
    while (!(piece = decoder.decodePiece(in, 5, true)).isEmpty()) {
      outer.append(piece);
    }
    assertThat(outer).hasToString("outside \u00E9\uFFFD\u4E2D\uFFFD outside");
    assertThat(inner)
        .hasSizeGreaterThan(DEPTH)
        .allMatch(text -> text.matches("(depth \\d) \u00E9\uFFFD\u4E2D\uFFFD \\1"));
  }

  private static ByteBuffer stream(BufferKind kind, String text) {
    String latin = text + " \u00C3\u00A9\u00FF\u00E4\u00B8\u00AD\u00FF " + text;
    return kind.of(latin.getBytes(StandardCharsets.ISO_8859_1));
  }
}
