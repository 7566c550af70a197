/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.CodingListener;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The start of a stream of bytes: the byte order mark is decided, and with it the encoding. What
 * else is described and replaced by the policy, for a rejected mark is too, is here as well.
 */
abstract class StreamStart extends PendingBytes {
  private final DecoderSpec spec;
  private @Nullable Encoding resolved;
  private @Nullable EncodingForm form;

  StreamStart(DecoderSpec spec, MalformedRule rule, boolean quiet) {
    super(rule, quiet);
    this.spec = spec;
    restart();
  }

  /**
   * Forgets everything, unreported: the next byte is the first of a new stream.
   *
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  public void reset() {
    refuseFromWithin();
    restart();
  }

  private void restart() {
    Encoding encoding = Encoding.of(spec.encoding());
    boolean sniffs = spec.bom() == BomPolicy.SNIFF && !spec.beginsInTheMiddle();
    beginAt(spec.firstByte());
    begin(!encoding.isFixed() || !spec.beginsInTheMiddle() && encoding.mayBeMarked(spec.bom()));
    resolved = null;
    form = null;
    if (encoding.isFixed() && !sniffs) {
      resolve(encoding);
    }
  }

  private List<ByteOrderMarks.Mark> marks() {
    return spec.beginsInTheMiddle() ? List.of() : ByteOrderMarks.of(spec.encoding(), spec.bom());
  }

  private void resolve(Encoding encoding) {
    resolved = encoding;
    form = encoding.form().forStream();
  }

  // The encoding.

  /**
   * The encoding the bytes are read in: present at once if it has one byte order, else as soon as a
   * byte order mark or its absence has decided, at the latest at the end.
   *
   * @return an encoding with a byte order of its own, or empty
   */
  public final Optional<TextEncoding> resolvedEncoding() {
    return Optional.ofNullable(resolved);
  }

  final @Nullable Encoding resolvedOrNull() {
    return resolved;
  }

  /** The encoding, known once the stream has started. */
  final Encoding knownEncoding() {
    return Objects.requireNonNull(resolved);
  }

  @Override
  final TextEncoding codedEncoding() {
    return resolved == null ? spec.encoding() : resolved;
  }

  @Override
  final @Nullable Consumer<? super IllFormedSequence> observer() {
    return spec.observer().orElse(null);
  }

  @Override
  final Optional<CodingListener> specListener() {
    return spec.listener();
  }

  /** The form of this stream, known once it has started. */
  final EncodingForm streamForm() {
    return Objects.requireNonNull(form);
  }

  // The mark.

  /** False: the mark is undecided, or what replaced a rejected one does not fit. */
  final boolean resolveStart(ByteBuffer in, boolean endOfInput, Workspace w) {
    List<ByteOrderMarks.Mark> marks = marks();
    boolean all = loadBoundary(in, w);
    boolean undecided = ByteOrderMarks.undecided(marks, w.src, w.end);
    if (undecided && !(endOfInput && all)) {
      keepPending(in);
      return false;
    }
    ByteOrderMarks.Mark mark = ByteOrderMarks.find(marks, w.src, w.end);
    started();
    if (mark == null) {
      if (spec.bom() == BomPolicy.REQUIRE) {
        // Undecided until now, it was the end that proved the mark missing.
        failAtMissingMark(w, undecided);
      }
      resolve(Encoding.of(spec.encoding()).unmarked());
      return true;
    }
    resolve(mark.encoding());
    if (mark.use() == ByteOrderMarks.Use.DROP) {
      drop(mark, w);
    }
    try {
      return mark.use() != ByteOrderMarks.Use.REJECT
          || takeSeen(
              w,
              replacementUnseen(),
              IllFormedCause.BYTE_ORDER_MARK,
              mark.length(),
              position(),
              false);
    } finally {
      retire(in, w.pos);
    }
  }

  /** It is no text, but in BOCU-1 what follows is counted from it all the same. */
  private void drop(ByteOrderMarks.Mark mark, Workspace w) {
    int step = streamForm().step(w.src, 0, mark.length(), true);
    if (Step.isTold(step)) {
      streamForm().taken(w.src, 0, step);
    }
    w.pos = mark.length();
  }

  /** Begins the text at the first byte of {@code in}, if that alone tells that there is no mark. */
  final void beginUnmarked(ByteBuffer in) {
    if (isAtStart()
        && pendingBytes() == 0
        && in.hasRemaining()
        && spec.bom() != BomPolicy.REQUIRE
        && !mayBeginMark(in.get(in.position()))) {
      started();
      resolve(Encoding.of(spec.encoding()).unmarked());
    }
  }

  /** The marks are asked last, so that only who reads such a byte waits for their class. */
  private boolean mayBeginMark(byte first) {
    return !beginsNoMark(first) && ByteOrderMarks.anyBeginsWith(marks(), first);
  }

  /** Of marks of all encodings, the first bytes are below 0x10, or DD, EF and FB to FF. */
  static boolean beginsNoMark(byte first) {
    return first >= 0x10 || first < (byte) 0xFB && first != (byte) 0xEF && first != (byte) 0xDD;
  }

  private void failAtMissingMark(Workspace w, boolean byEnd) {
    IllFormedSequence missing =
        describe(w, 0, 0, IllFormedCause.BYTE_ORDER_MARK, position(), byEnd);
    countIllFormed(1);
    try {
      tellObserver(missing, observer());
      throw Failures.of(missing);
    } catch (Throwable e) {
      failsAt(missing, e);
      throw e;
    }
  }

  // An ill-formed sequence that is looked at.

  /**
   * What replaced the sequence and does not fit waits. False: it does.
   *
   * @param unseen what replaces the sequence, or null if it must be looked at
   */
  final boolean takeSeen(
      Workspace w,
      @Nullable String unseen,
      IllFormedCause cause,
      int length,
      long base,
      boolean endOfInput) {
    String text = unseen;
    int from = w.pos;
    w.pos += length;
    countIllFormed(1);
    if (text == null) {
      IllFormedSequence sequence = describe(w, from, length, cause, base + from, endOfInput);
      try {
        text = replacementOf(sequence);
      } catch (Throwable e) {
        failsAt(sequence, e);
        throw e;
      }
    }
    return emit(w, text, 0);
  }

  /** Describes the ill-formed sequence that is the last counted. */
  IllFormedSequence describe(
      Workspace w, int from, int length, IllFormedCause cause, long offset, boolean endOfInput) {
    return FoundSequence.ofBytes(
        Encoding.of(codedEncoding()), w.src, from, length, cause, offset, endOfInput);
  }
}
