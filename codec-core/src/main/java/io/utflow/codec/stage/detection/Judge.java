/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.ByteOrderMarks;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.Detected.Evidence;
import io.utflow.codec.stage.Guess;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Looks at the first bytes of a stream until it knows how the stream is read. One per stream. */
public interface Judge {
  /** The number of waiting bytes at which it must answer. */
  int window();

  /**
   * What a judge answers.
   *
   * @param isFinal whether this judge needs no more bytes
   * @param found how the stream is read; if final and null, the next judge is asked
   */
  record Verdict(boolean isFinal, @Nullable Detected found) {
    private static final int EVEN = 50;
    private static final int NEARLY_CERTAIN = 99;
    private static final int MOST_SHIFT = 6;
    static final int CERTAIN = 100;

    /** More bytes will tell. */
    static final Verdict LATER = new Verdict(false, null);

    /** The next judge is asked. */
    static final Verdict NEXT = new Verdict(true, null);

    Verdict(DecoderSpec spec, Evidence evidence, int percent) {
      this(spec, spec.encoding(), evidence, percent);
    }

    Verdict(DecoderSpec spec, TextEncoding encoding, Evidence evidence, int percent) {
      this(true, new Detected(spec, encoding, evidence, percent));
    }

    /** How sure an answer is that is ahead by so many bits; not surer than the weights are. */
    static int percent(int bits) {
      int doubt = EVEN >> Math.max(0, Math.min(bits, MOST_SHIFT));
      return Math.min(NEARLY_CERTAIN, CERTAIN - doubt);
    }
  }

  /** How many of these bytes mean the same whatever the answer is; none waits before them. */
  default int safeBytes(ByteBuffer input) {
    return 0;
  }

  /**
   * Whether waiting bytes mean the same whatever the answer is, together with the beginning of
   * {@code input} behind them: {@link #safeBytes} is then asked about both.
   *
   * @param waiting has them before {@code length}, which is not 0
   */
  default boolean completesSafeBytes(byte[] waiting, int length, ByteBuffer input) {
    return false;
  }

  /**
   * Judges the waiting bytes: at each call those of the call before, and more.
   *
   * @param last whether it is shown no more
   * @param ended whether the stream ends behind them
   */
  Verdict judge(byte[] bytes, int length, boolean last, boolean ended);

  /** Chooses a spec if the stream begins with a byte order mark that it looks for. */
  static Judge ofMark(DecoderSpec spec) {
    List<ByteOrderMarks.Mark> marks = ByteOrderMarks.of(spec);
    return new Judge() {
      @Override
      public int window() {
        return 4; // The longest byte order mark, of UTF-32.
      }

      @Override
      public Verdict judge(byte[] bytes, int length, boolean last, boolean ended) {
        if (!last && ByteOrderMarks.undecided(marks, bytes, length)) {
          return Verdict.LATER;
        }
        ByteOrderMarks.Mark mark = ByteOrderMarks.find(marks, bytes, length);
        if (mark == null && spec.bom() != BomPolicy.REQUIRE) {
          return Verdict.NEXT;
        }
        TextEncoding encoding = mark == null ? spec.encoding() : mark.encoding();
        return new Verdict(spec, encoding, Evidence.BYTE_ORDER_MARK, Verdict.CERTAIN);
      }
    };
  }

  /** Judges once, by a detector; {@code otherwise} if that does not know. */
  static Judge asked(
      int window,
      Function<byte[], Optional<Guess>> detector,
      Function<TextEncoding, DecoderSpec> spec,
      DecoderSpec otherwise) {
    return new Judge() {
      @Override
      public int window() {
        return window;
      }

      @Override
      public Verdict judge(byte[] bytes, int length, boolean last, boolean ended) {
        if (!last) {
          return Verdict.LATER;
        }
        return detector
            .apply(Arrays.copyOf(bytes, length))
            .map(
                guess ->
                    new Verdict(spec.apply(guess.encoding()), Evidence.DETECTOR, guess.percent()))
            .orElseGet(() -> new Verdict(otherwise, Evidence.NOTHING_ELSE, 0));
      }
    };
  }
}
