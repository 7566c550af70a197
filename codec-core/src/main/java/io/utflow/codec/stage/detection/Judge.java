/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.ByteOrderMarks;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
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
   * @param spec how the stream is read; if final and null, the next judge is asked
   */
  record Verdict(boolean isFinal, @Nullable DecoderSpec spec) {
    /** More bytes will tell. */
    static final Verdict LATER = new Verdict(false, null);

    /** The next judge is asked. */
    static final Verdict NEXT = new Verdict(true, null);

    Verdict(DecoderSpec spec) {
      this(true, spec);
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
   * @param last whether there will be no more
   */
  Verdict judge(byte[] bytes, int length, boolean last);

  /** Chooses a spec if the stream begins with a byte order mark that it looks for. */
  static Judge ofMark(DecoderSpec spec) {
    List<ByteOrderMarks.Mark> marks = ByteOrderMarks.of(spec);
    return new Judge() {
      @Override
      public int window() {
        return 4; // The longest byte order mark, of UTF-32.
      }

      @Override
      public Verdict judge(byte[] bytes, int length, boolean last) {
        if (!last && ByteOrderMarks.undecided(marks, bytes, length)) {
          return Verdict.LATER;
        }
        boolean isMarked = ByteOrderMarks.find(marks, bytes, length) != null;
        return isMarked || spec.bom() == BomPolicy.REQUIRE ? new Verdict(spec) : Verdict.NEXT;
      }
    };
  }

  /** Judges once. */
  static Judge whenFull(int window, Function<byte[], DecoderSpec> answer) {
    return new Judge() {
      @Override
      public int window() {
        return window;
      }

      @Override
      public Verdict judge(byte[] bytes, int length, boolean last) {
        return last ? new Verdict(answer.apply(Arrays.copyOf(bytes, length))) : Verdict.LATER;
      }
    };
  }
}
