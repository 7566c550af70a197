/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.TextKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law L4: an observer may encode, decode and transcode, and gets scratch memory of its own. */
class OutputReentrancyTest {
  private static final String TEXT = "before \u00E9\uD800\u4E2D\uDC00 after";
  private static final String REPLACED = "before \u00E9\uFFFD\u4E2D\uFFFD after";
  private static final byte[] BYTES =
      "before \u00C3\u00A9\u00FF\u00E4\u00B8\u00AD\u00FF after"
          .getBytes(StandardCharsets.ISO_8859_1);

  /** Does everything once more, to its own depth. */
  private static final class Nested implements Consumer<IllFormedSequence> {
    private final BufferKind kind;
    private final List<String> results;
    private final int depth;

    Nested(BufferKind kind, List<String> results, int depth) {
      this.kind = kind;
      this.results = results;
      this.depth = depth;
    }

    @Override
    public void accept(IllFormedSequence sequence) {
      if (depth > 0) {
        Nested deeper = new Nested(kind, results, depth - 1);
        for (TextKind text : TextKind.values()) {
          results.add(encoded(kind, text, deeper));
        }
        results.add(transcoded(kind, deeper));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void codersWithinAnObserverDoNotDisturbTheCoderAround(BufferKind kind) {
    List<String> results = new ArrayList<>();
    Nested nested = new Nested(kind, results, 2);
    for (TextKind text : TextKind.values()) {
      results.add(encoded(kind, text, nested));
    }
    results.add(transcoded(kind, nested));
    assertThat(results).hasSizeGreaterThan(100).containsOnly(REPLACED);
  }

  /** In pieces of 5 bytes of output, so that the coder is called again after the observer. */
  private static String encoded(
      BufferKind kind, TextKind text, Consumer<IllFormedSequence> observer) {
    TextEncoder encoder = EncoderSpec.of(TextEncoding.UTF_16BE).observer(observer).newEncoder();
    StringBuilder all = new StringBuilder();
    CharSequence in = text.of(TEXT);
    CoderStatus status;
    do {
      ByteBuffer out = room(kind);
      int from = (int) (encoder.position() + encoder.pendingChars());
      status = encoder.encode(in, from, out, true);
      appendUnits(all, out);
    } while (status == CoderStatus.OVERFLOW);
    return all.toString();
  }

  private static String transcoded(BufferKind kind, Consumer<IllFormedSequence> observer) {
    TextTranscoder transcoder =
        DecoderSpec.of(TextEncoding.UTF_8)
            .observer(observer)
            .newTranscoder(EncoderSpec.of(TextEncoding.UTF_16BE));
    StringBuilder all = new StringBuilder();
    ByteBuffer in = kind.of(BYTES);
    CoderStatus status;
    do {
      ByteBuffer out = room(kind);
      status = transcoder.transcode(in, out, true);
      appendUnits(all, out);
    } while (status == CoderStatus.OVERFLOW);
    return all.toString();
  }

  private static ByteBuffer room(BufferKind kind) {
    return kind == BufferKind.DIRECT ? ByteBuffer.allocateDirect(5) : ByteBuffer.allocate(5);
  }

  private static void appendUnits(StringBuilder all, ByteBuffer out) {
    out.flip();
    while (out.hasRemaining()) {
      all.append(out.getChar());
    }
  }
}
