/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.illformed.UnmappableRule;
import io.utflow.codec.kernel.Kernel;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes an encoding that cannot encode every character, or that has state.
 *
 * <p>It is given any characters. It guarantees that the replacement of a character that cannot be
 * encoded is written in the state of the stream, and counts these characters. It leaves the choice
 * of the replacement to {@link UnmappableRule}.
 */
final class PartialWriter extends CharacterWriter {
  /** Chars at once where many cannot be encoded: each makes the kernel decode them again. */
  private static final int FEWEST_CHARS_AT_ONCE = 16;

  private final UnmappableRule rule;
  private final @Nullable Consumer<? super IllFormedSequence> observer;
  private final boolean hasState;
  private long unmappableCount;
  private int charsAtOnce = Workspace.MOST_BETWEEN;

  PartialWriter(EncoderSpec spec) {
    super(spec);
    this.rule = UnmappableRule.of(spec.onUnmappable());
    this.observer = spec.observer().orElse(null);
    this.hasState = Encoding.of(spec.encoding()).hasState();
  }

  @Override
  void reset() {
    super.reset();
    unmappableCount = 0;
    charsAtOnce = Workspace.MOST_BETWEEN;
  }

  @Override
  long unmappableCount() {
    return unmappableCount;
  }

  @Override
  String replacementOf(CodingState stream, int scalar, Supplier<IllFormedSequence> describe) {
    unmappableCount++;
    return rule.replacementOf(scalar, form(), stream, observer, describe);
  }

  @Override
  boolean reports(String text) {
    return rule.reports(text, form());
  }

  @Override
  String writable(String text) {
    return rule.writable(text, form());
  }

  @Override
  int writePrefix(Workspace w, char[] chars, int from, int to) {
    if (!hasState) {
      return super.writePrefix(w, chars, from, to);
    }
    long progress = form().writeRun(chars, from, to, w.bytes, w.bpos, w.bend);
    w.bpos += Kernel.written(progress);
    return Kernel.read(progress);
  }

  /** Converts what a kernel decodes and this can encode; perhaps nothing. */
  void convert(Workspace w, Kernel kernel) {
    while (w.pos < w.end && form().canWriteOnFrom() && convertSome(w, kernel)) {
      charsAtOnce = Math.min(2 * charsAtOnce, Workspace.MOST_BETWEEN);
    }
  }

  /** False: the next character cannot be encoded, does not fit, or the kernel stops at it. */
  private boolean convertSome(Workspace w, Kernel kernel) {
    char[] middle = w.charWindow;
    int from = w.bpos;
    int state = form().stateOfWriting();
    long progress = kernel.decode(w.src, w.pos, w.end, middle, 0, charsAtOnce);
    int decoded = Kernel.written(progress);
    int encoded = writePrefix(w, middle, 0, decoded);
    boolean all = encoded == decoded && decoded > 0;
    while (encoded < decoded) {
      // Only a kernel knows where in the bytes that is, so it decodes as far again.
      w.bpos = from;
      form().writeOnFrom(state);
      progress = kernel.decode(w.src, w.pos, w.end, middle, 0, encoded);
      decoded = Kernel.written(progress);
      encoded = writePrefix(w, middle, 0, decoded);
    }
    w.pos += Kernel.read(progress);
    charsAtOnce = all ? charsAtOnce : FEWEST_CHARS_AT_ONCE;
    return all;
  }
}
