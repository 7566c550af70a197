/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a stream for whoever finds delimiters in its bytes: segment by segment. A segment may be
 * closed: a code unit follows that continues no sequence, so what the segment leaves open is
 * ill-formed. One for each stream.
 *
 * <p>It is given segments, and a sink for their text. It guarantees that no ill-formed sequence is
 * acted on before the sink has looked at the text before it. It leaves to the caller to find
 * delimiters and to {@link #skip} them.
 */
public final class SegmentDecoder extends Decoder {
  /** Takes the text that is decoded. */
  public interface Sink {
    /**
     * How many more chars the sink may take before it must look at what it has; from then on no
     * ill-formed sequence is read before it has looked.
     */
    int charsToBound();

    /**
     * Takes decoded chars.
     *
     * @param marked whether marks of sequences that were left out may be among them
     */
    void append(char[] chars, int from, int to, boolean marked);
  }

  private final boolean mayLeaveOut;

  /** Makes one for a stream, which acts by {@link #rule}. */
  public SegmentDecoder(DecoderSpec spec, MalformedRule rule) {
    super(spec, rule);
    this.mayLeaveOut = mayLeaveOut(spec);
  }

  /**
   * What becomes of ill-formed sequences in lines.
   *
   * @param mark what is decoded for an ill-formed sequence that is left out
   * @param conflicts whether a replacement could make a delimiter
   * @throws IllegalArgumentException if the replacement of the spec could
   */
  public static MalformedRule rule(DecoderSpec spec, char mark, Predicate<String> conflicts) {
    String conflict = conflict(spec, conflicts);
    if (conflict != null) {
      throw new IllegalArgumentException(conflict);
    }
    return MalformedRule.of(spec.onMalformed()).forSegments(String.valueOf(mark), conflicts);
  }

  /** Why {@link #rule} refuses a spec; null if it does not. */
  public static @Nullable String conflict(DecoderSpec spec, Predicate<String> conflicts) {
    MalformedRule rule = MalformedRule.of(spec.onMalformed());
    if (mayLeaveOut(spec) && Encoding.of(spec.encoding()).form().hasSurrogates()) {
      return "lines of "
          + spec.encoding()
          + " may hold unpaired surrogates, which mark where sequences were left out: replace"
          + " ill-formed sequences by a text (REPLACE, replaceWith) or report them (REPORT)";
    }
    return rule.conflict(conflicts);
  }

  /**
   * As {@link Decoder#start}; what replaces a rejected mark goes to {@code sink}.
   *
   * @return the bytes that waited for a mark and are text, pending no longer; null if more bytes
   *     must tell, and those of {@code in} are pending
   */
  public byte @Nullable [] start(ByteBuffer in, boolean endOfInput, Sink sink) {
    if (!isAtStart()) {
      return takePending();
    }
    Workspace w = Workspace.borrow();
    try {
      w.writeTo(w.charWindow, 0, w.charWindow.length);
      boolean started = start(in, endOfInput, w);
      sink.append(w.chars, 0, w.cpos, mayLeaveOut);
      return started ? takePending() : null;
    } finally {
      w.giveBack();
    }
  }

  /** The encoding, once the start has told it. */
  public Encoding encoding() {
    return knownEncoding();
  }

  /** Decodes a segment, together with the bytes pending before it. */
  public void decode(ByteBuffer in, boolean closed, boolean endOfInput, Sink sink) {
    Workspace w = Workspace.borrow();
    try {
      CoderStatus status;
      do {
        long before = illFormedCount();
        int bound = sink.charsToBound();
        // Room for a supplementary character, else there might be no progress.
        w.writeTo(w.charWindow, 0, Math.min(w.charWindow.length, Math.max(bound, 2)));
        w.illFormedBefore = bound;
        try {
          status = run(in, closed, endOfInput, w);
        } finally {
          sink.append(w.chars, 0, w.cpos, mayLeaveOut && illFormedCount() > before);
        }
      } while (status == CoderStatus.OVERFLOW);
    } finally {
      w.giveBack();
    }
  }

  /** Passes bytes that are no text, or are decoded, while none is pending; answers the position. */
  public long skip(ByteBuffer in, int bytes) {
    retire(in, bytes);
    return position();
  }

  /** Converts well-formed bytes, for a caller that decodes ahead and then skips them. */
  public Kernel kernel() {
    return knownEncoding().kernel();
  }
}
