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
   * The answer of a judge.
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

    /**
     * The certainty of an answer that is this number of bits ahead, limited by the accuracy of the
     * weights.
     */
    static int percent(int bits) {
      int doubt = EVEN >> Math.max(0, Math.min(bits, MOST_SHIFT));
      return Math.min(NEARLY_CERTAIN, CERTAIN - doubt);
    }
  }

  /**
   * The number of these bytes that mean the same whatever the answer is, if no byte waits before
   * them.
   */
  default int safeBytes(ByteBuffer input) {
    return 0;
  }

  /**
   * Whether waiting bytes, together with the beginning of {@code input} after them, mean the same
   * whatever the answer is: {@link #safeBytes} is then asked about both.
   *
   * @param waiting has them before {@code length}, which is not 0
   */
  default boolean completesSafeBytes(byte[] waiting, int length, ByteBuffer input) {
    return false;
  }

  /**
   * Judges the waiting bytes: at each call those of the call before, and more.
   *
   * @param last whether it will not be shown more
   * @param ended whether the stream ends after them
   */
  Verdict judge(byte[] bytes, int length, boolean last, boolean ended);

  /** Whether a stream that begins with these bytes begins with the mark of an encoding. */
  static boolean beginsWithMark(TextEncoding encoding, byte[] bytes, int length) {
    DecoderSpec spec = DecoderSpec.of(encoding).bom(BomPolicy.STRIP);
    return ByteOrderMarks.find(ByteOrderMarks.of(spec), bytes, length) != null;
  }

  /**
   * The spec for the encoding that was found. Its mark is dropped, unless the policy says
   * otherwise.
   *
   * @param like has all other settings
   */
  static DecoderSpec inEncoding(TextEncoding encoding, DecoderSpec like, byte[] bytes, int length) {
    BomPolicy bom = like.bom() == BomPolicy.REQUIRE ? BomPolicy.PER_ENCODING : like.bom();
    if (bom == BomPolicy.PER_ENCODING
        && !like.beginsInTheMiddle()
        && beginsWithMark(encoding, bytes, length)) {
      bom = BomPolicy.STRIP;
    }
    return like.countingFrom(like.firstByte()).bom(bom).encoding(encoding);
  }

  /**
   * Chooses a spec if the stream begins with a byte order mark that it looks for.
   *
   * @param specs those before others decide; the first one if a mark is required and missing
   */
  static Judge ofMark(List<DecoderSpec> specs) {
    List<ByteOrderMarks.Mark> marks =
        specs.stream().flatMap(spec -> ByteOrderMarks.of(spec).stream()).toList();
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
        for (DecoderSpec spec : specs) {
          ByteOrderMarks.Mark mark = ByteOrderMarks.find(ByteOrderMarks.of(spec), bytes, length);
          if (mark != null) {
            return marked(spec, mark.encoding());
          }
        }
        DecoderSpec spec = specs.get(0);
        return spec.bom() == BomPolicy.REQUIRE ? marked(spec, spec.encoding()) : Verdict.NEXT;
      }

      private Verdict marked(DecoderSpec spec, TextEncoding encoding) {
        return new Verdict(spec, encoding, Evidence.BYTE_ORDER_MARK, Verdict.CERTAIN);
      }
    };
  }

  /** Judges once, by a detector; {@code otherwise} if that does not know. */
  static Judge asked(
      int window, Function<byte[], Optional<Guess>> detector, DecoderSpec otherwise) {
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
                    new Verdict(
                        inEncoding(guess.encoding(), otherwise, bytes, length),
                        Evidence.DETECTOR,
                        guess.percent()))
            .orElseGet(() -> new Verdict(otherwise, Evidence.NOTHING_ELSE, 0));
      }
    };
  }
}
