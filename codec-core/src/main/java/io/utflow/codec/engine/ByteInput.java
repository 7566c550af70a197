/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.CodingListener;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.ByteOrderMarks;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.illformed.FoundSequence;
import io.utflow.codec.illformed.MalformedRule;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a stream: where it stands, which bytes are pending (taken from an input, not decided
 * yet), and its start, where the byte order mark is decided and with it the encoding.
 *
 * <p>It is given inputs, and by the loop how many bytes of them were decided. It guarantees that
 * each byte is decided or pending, that at most {@link EncodingForm#MOST_BYTES} are pending, and
 * that an input is read no further than they tell. It leaves to the loop what bytes mean. Pending
 * bytes are packed in a {@code long}, the first in the lowest byte.
 */
abstract class ByteInput extends CodingState {
  private final DecoderSpec spec;
  private @Nullable Encoding resolved;
  private @Nullable EncodingForm form;

  private byte pendingLength;
  private long pending;
  private long position;

  /** Whether the pending bytes are decided only because the stream has ended. */
  private boolean decidedByEnd;

  ByteInput(DecoderSpec spec, MalformedRule rule) {
    super(rule);
    this.spec = spec;
    restart();
  }

  /** As {@link io.utflow.codec.ByteCoder#reset}, and so are the public methods below. */
  public void reset() {
    refuseFromWithin();
    restart();
  }

  private void restart() {
    Encoding encoding = Encoding.of(spec.encoding());
    boolean sniffs = spec.bom() == BomPolicy.SNIFF && !spec.beginsInTheMiddle();
    clearPending();
    position = spec.firstByte();
    begin(!ByteOrderMarks.of(spec).isEmpty());
    resolved = null;
    form = null;
    if (encoding.isFixed() && !sniffs) {
      resolve(encoding);
    }
  }

  private void resolve(Encoding encoding) {
    resolved = encoding;
    form = encoding.form().forStream();
  }

  // The encoding.

  public final Optional<TextEncoding> resolvedEncoding() {
    return Optional.ofNullable(resolved);
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
  protected final @Nullable Consumer<? super IllFormedSequence> observer() {
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

  /**
   * Whether the meaning of bytes depends on the sequences before them, once the stream has started.
   */
  final boolean hasState() {
    return form != knownEncoding().form();
  }

  // Where the stream stands.

  /** Whether the next byte begins a sequence and no text waits for room in the output. */
  public final boolean isBetweenCharacters() {
    return isInBody() && pendingLength == 0 && !isReplacing();
  }

  @Override
  public final long position() {
    return position;
  }

  public final int pendingBytes() {
    return pendingLength;
  }

  public final byte[] takePending() {
    refuseFromWithin();
    byte[] bytes = pending();
    clearPending();
    return bytes;
  }

  /** A copy of the pending bytes. */
  final byte[] pending() {
    return layPending(new byte[pendingLength]);
  }

  private byte[] layPending(byte[] bytes) {
    for (int i = 0; i < pendingLength; i++) {
      bytes[i] = (byte) (pending >>> 8 * i);
    }
    return bytes;
  }

  final void clearPending() {
    pending = 0;
    pendingLength = 0;
    decidedByEnd = false;
  }

  /** The stream ends after the pending bytes. */
  final void endDecides() {
    decidedByEnd = true;
  }

  final boolean isDecidedByEnd() {
    return decidedByEnd;
  }

  /** Makes the rest of {@code in}, a proper prefix of a sequence or of a mark, pending. */
  final void keepPending(ByteBuffer in) {
    while (in.hasRemaining()) {
      keepPending(in.get());
    }
  }

  private void keepPending(byte next) {
    pending |= (next & 0xFFL) << 8 * pendingLength;
    pendingLength++;
  }

  /** Lays the pending and the next bytes side by side; true if that is all of {@code in}. */
  final boolean loadBoundary(ByteBuffer in, Workspace w) {
    layPending(w.boundary);
    int next = Math.min(in.remaining(), EncodingForm.MOST_BYTES);
    in.get(in.position(), w.boundary, pendingLength, next);
    w.readFrom(w.boundary, 0, pendingLength + next);
    return next == in.remaining();
  }

  /** Takes {@code count} decided bytes out of the pending ones and then out of {@code in}. */
  final void retire(ByteBuffer in, int count) {
    int first = Math.min(count, pendingLength);
    pending = first == EncodingForm.MOST_BYTES ? 0 : pending >>> 8 * first;
    pendingLength -= (byte) first;
    in.position(in.position() + count - first);
    position += count;
  }

  // The mark.

  /** False: the mark is undecided, or what replaced a rejected one does not fit. */
  final boolean resolveStart(ByteBuffer in, boolean endOfInput, Workspace w) {
    List<ByteOrderMarks.Mark> marks = ByteOrderMarks.of(spec);
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
        // If it was undecided until now, the end of the stream proved the mark missing.
        throw refused(describe(w, 0, 0, IllFormedCause.BYTE_ORDER_MARK, position(), undecided));
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
          || replace(
              w, unseenNext(), IllFormedCause.BYTE_ORDER_MARK, mark.length(), position(), false);
    } finally {
      retire(in, w.pos);
    }
  }

  /** A dropped mark is no text, but the state of BOCU-1 depends on it. */
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
        && !ByteOrderMarks.undecided(
            ByteOrderMarks.of(spec), new byte[] {in.get(in.position())}, 1)) {
      started();
      resolve(Encoding.of(spec.encoding()).unmarked());
    }
  }

  /**
   * Takes an ill-formed sequence, unless it must wait until the text before it is delivered. Leaves
   * it in the input if its replacement is one char and does not fit.
   *
   * @return false: it was left, or what replaced it waits for room
   */
  final boolean takeIllFormed(Workspace w, int step, long base, boolean endOfInput) {
    if (w.cpos >= w.illFormedBefore || w.cpos >= w.reportedBefore && reportsNext()) {
      return false;
    }
    String text = unseenNext();
    if (text == null || text.length() > 1) {
      IllFormedCause cause = FoundSequence.cause(Step.cause(step));
      return replace(w, text, cause, Step.length(step), base, endOfInput);
    }
    if (!text.isEmpty() && !accept(w, text.charAt(0))) {
      return false;
    }
    w.pos += Step.length(step);
    takeNext();
    return true;
  }

  /**
   * Takes an ill-formed sequence, and writes its replacement.
   *
   * @param unseen the replacement, or null if the policy must be asked for it
   * @return false: some of it waits for room
   */
  private boolean replace(
      Workspace w,
      @Nullable String unseen,
      IllFormedCause cause,
      int length,
      long base,
      boolean endOfInput) {
    int from = w.pos;
    w.pos += length;
    takeNext();
    return emit(
        w,
        unseen == null
            ? replacementOf(describe(w, from, length, cause, base + from, endOfInput))
            : unseen);
  }

  /** Describes an ill-formed sequence. */
  private IllFormedSequence describe(
      Workspace w, int from, int length, IllFormedCause cause, long offset, boolean endOfInput) {
    byte[] bytes = Arrays.copyOfRange(w.src, from, from + length);
    return FoundSequence.ofBytes(Encoding.of(codedEncoding()), bytes, cause, offset, endOfInput);
  }
}
