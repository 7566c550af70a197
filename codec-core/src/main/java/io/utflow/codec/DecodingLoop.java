package io.utflow.codec;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The one loop in which bytes become something: it carries sequences over cuts, decides the byte
 * order, applies the policy and counts offsets, for every encoding. Subclasses say what becomes of
 * well-formed text: chars, nothing, bytes of another encoding.
 *
 * <p>A boundary is resolved by {@link EncodingForm#step} over the carry and the next bytes side by
 * side, so there is no second state machine.
 */
abstract sealed class DecodingLoop extends CarriedBytes
    permits TextDecoder, TextTranscoder, TextValidator, SegmentLoop, CodeUnitLoop {
  /** Where the stream stands. */
  private enum Phase {
    /** The first bytes may be a byte order mark. */
    START,
    /** Text. */
    BODY,
    /** An observer or a handler is being called, and may not call back. */
    CALLING,
    /** The end was decoded. */
    ENDED,
    /** The policy reported a sequence; the failure is known. */
    REPORTED,
    /** A handler or an observer threw; the failure is known. */
    FAILED
  }

  /** What ended the stream, and the ill-formed sequence that it did so at, if it was one. */
  private record Failure(Throwable thrown, @Nullable IllFormedSequence at) {}

  /** After an ill-formed sequence this many characters are taken before the kernel is called. */
  private static final int STEPS_BEFORE_KERNEL = 8;

  private final DecoderSpec spec;
  private final MalformedRule rule;
  private Phase phase;
  private @Nullable TextEncoding resolved;
  private @Nullable EncodingForm form;
  private @Nullable Failure failure;
  private @Nullable String held;
  private long illFormedCount;

  /**
   * @param rule what becomes of ill-formed sequences
   */
  DecodingLoop(DecoderSpec spec, MalformedRule rule) {
    this.spec = spec;
    this.rule = rule;
    this.phase = Phase.START;
    restart();
  }

  // What subclasses say.

  /**
   * Converts some well-formed prefix of what {@code w} reads, and moves {@code w} on; or does
   * nothing.
   */
  abstract void convert(Workspace w, Kernel kernel);

  /** Takes one character, or answers false if there is no room for it. */
  abstract boolean accept(Workspace w, int scalar);

  /** Is told that a sequence that is no character is being taken. */
  void takeNothing(Workspace w) {}

  /** Takes one character as chars. */
  static boolean acceptChar(Workspace w, int scalar) {
    if (Character.isBmpCodePoint(scalar)) {
      if (w.cpos == w.cend) {
        return false;
      }
      w.chars[w.cpos++] = (char) scalar;
      return true;
    }
    if (w.cend - w.cpos < 2) {
      return false;
    }
    w.chars[w.cpos++] = Character.highSurrogate(scalar);
    w.chars[w.cpos++] = Character.lowSurrogate(scalar);
    return true;
  }

  // The state, for users.

  /**
   * The encoding the bytes are read in: present at once if it has one byte order, else as soon as a
   * byte order mark or its absence has decided, at the latest at the end.
   *
   * @return an encoding with a byte order of its own, or empty
   */
  public final Optional<TextEncoding> resolvedEncoding() {
    return Optional.ofNullable(resolved);
  }

  /**
   * Forgets everything, unreported: the next byte is the first of a new stream.
   *
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  public void reset() {
    refuseFromWithin();
    failure = null;
    held = null;
    illFormedCount = 0;
    restart();
  }

  private void restart() {
    boolean textAtOnce = spec.marks().isEmpty() && spec.encoding().isFixed();
    boolean sniffs = spec.bom() == BomPolicy.SNIFF && !spec.beginsInTheMiddle();
    boolean known = spec.encoding().isFixed() && !sniffs;
    beginAt(spec.firstByte());
    phase = textAtOnce ? Phase.BODY : Phase.START;
    resolved = null;
    form = null;
    if (known) {
      resolve(spec.encoding());
    }
  }

  private void resolve(TextEncoding encoding) {
    resolved = encoding;
    form = encoding.form().forStream();
  }

  /** {@return how many ill-formed sequences the stream has had so far} */
  public final long illFormedCount() {
    return illFormedCount;
  }

  final @Nullable TextEncoding resolvedOrNull() {
    return resolved;
  }

  /** The encoding, known once the stream has started. */
  final TextEncoding knownEncoding() {
    return Objects.requireNonNull(resolved);
  }

  /**
   * Whether the next byte begins a sequence and, if it is ASCII, is that character and nothing
   * else.
   */
  final boolean isAtAscii() {
    return isBetweenCharacters() && knownEncoding().isAsciiTransparent();
  }

  /** The form of this stream, known once it has started. */
  private EncodingForm streamForm() {
    return Objects.requireNonNull(form);
  }

  /** Counts bytes of {@code in} that a subclass has decoded by itself, between characters. */
  final void skipDecoded(ByteBuffer in, int count) {
    retireUncarried(in, count);
  }

  /** That text, or null. */
  final @Nullable String heldText() {
    return held;
  }

  /**
   * Takes out what replaced an ill-formed sequence and had no room in the output, for whoever reads
   * the stream from here on; it stands before the {@link #takePending() pending} bytes.
   *
   * @return the rest of the replacement, perhaps empty
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  public final String takeOwedText() {
    refuseFromWithin();
    String text = held == null ? "" : held;
    held = null;
    return text;
  }

  /**
   * Takes out the bytes of the ill-formed sequence at which the stream failed, if it did, for
   * whoever reads the stream from here on before that failure was thrown; they stand before the
   * {@link #takePending() pending} bytes.
   *
   * @return the bytes as they were received, perhaps none; once
   */
  public final byte[] takeFailed() {
    if (failure == null || failure.at() == null) {
      return new byte[0];
    }
    byte[] bytes = failure.at().bytes();
    failure = new Failure(failure.thrown(), null);
    return bytes;
  }

  /**
   * Whether the next byte of the input begins a sequence and no text waits for room in the output.
   */
  final boolean isBetweenCharacters() {
    return phase == Phase.BODY && pendingBytes() == 0 && held == null;
  }

  /**
   * Whether a call with no input, not at the end, would do nothing: no text waits for room, and no
   * failure to be thrown.
   *
   * @return whether that is so
   */
  public final boolean isDrained() {
    return held == null && (phase == Phase.BODY || phase == Phase.START);
  }

  /** Whether the policy reports the next ill-formed sequence. */
  private boolean reportsNext() {
    return rule.isBeyondBudget(illFormedCount + 1);
  }

  /** The ill-formed sequence at which the stream failed, until it is taken out. */
  final @Nullable IllFormedSequence failedAt() {
    return failure == null ? null : failure.at();
  }

  final @Nullable Throwable failure() {
    return failure == null ? null : failure.thrown();
  }

  /** Puts the exception that the user sees in the place of the one that ended the stream. */
  final <T extends Throwable> T failAs(T seen) {
    failure = new Failure(seen, null);
    return seen;
  }

  /** Whether it was the policy that ended the stream, not what somebody threw. */
  final boolean isReported() {
    return phase == Phase.REPORTED;
  }

  final boolean hasEnded() {
    return phase == Phase.ENDED;
  }

  final boolean hasFailed() {
    return phase == Phase.REPORTED || phase == Phase.FAILED;
  }

  /** Keeps text that was decoded before the failure, to be {@linkplain #takeOwedText taken}. */
  final void keepDecoded(String text) {
    held = text;
  }

  /** How long that text is. */
  final int keptLength() {
    return held == null ? 0 : held.length();
  }

  @Override
  final void refuseFromWithin() {
    if (phase == Phase.CALLING) {
      throw new IllegalStateException("called from within its own observer or handler");
    }
  }

  // The listener.

  final @Nullable CodingListener listener() {
    return spec.listenerOrNull();
  }

  /**
   * Makes a call and tells the listener what came of it.
   *
   * @param written how much the call has written; of null if it threw
   */
  final <T> T told(CodingListener listener, Supplier<T> call, ToLongFunction<@Nullable T> written) {
    long from = position();
    long before = illFormedCount;
    T result;
    try {
      result = call.get();
    } catch (Throwable e) {
      tell(listener, position() - from, written.applyAsLong(null), illFormedCount - before);
      throw e;
    }
    tell(listener, position() - from, written.applyAsLong(result), illFormedCount - before);
    return result;
  }

  private void tell(CodingListener listener, long read, long written, long illFormed) {
    if ((read | written | illFormed) == 0) {
      return;
    }
    Phase before = phase;
    phase = Phase.CALLING;
    try {
      listener.coded(resolved == null ? spec.encoding() : resolved, read, written, illFormed);
      phase = before;
    } catch (Throwable e) {
      if (before == Phase.REPORTED || before == Phase.FAILED) {
        phase = before;
        Objects.requireNonNull(failure()).addSuppressed(e);
      } else {
        fail(e);
        throw e;
      }
    }
  }

  // The loop.

  /** Decodes {@code in} into what {@code w} writes. */
  final CoderStatus run(ByteBuffer in, boolean endOfInput, Workspace w) {
    return run(in, endOfInput, endOfInput, w);
  }

  /**
   * Decodes {@code in} into what {@code w} writes.
   *
   * @param closed whether what follows {@code in}, or its end, continues no sequence
   */
  final CoderStatus run(ByteBuffer in, boolean closed, boolean endOfInput, Workspace w) {
    if (phase != Phase.BODY && phase != Phase.START) {
      refuse(in.hasRemaining() || !endOfInput);
      return CoderStatus.UNDERFLOW;
    }
    try {
      CoderStatus status = drain(in, closed, endOfInput, w);
      if (endOfInput && status == CoderStatus.UNDERFLOW) {
        phase = Phase.ENDED;
      }
      return status;
    } catch (Throwable e) {
      fail(e);
      throw e;
    }
  }

  /** The pending bytes stay: bytes taken are position and pending bytes, also after a failure. */
  private void fail(Throwable e) {
    boolean reported = phase != Phase.CALLING && e instanceof IllFormedTextException;
    phase = reported ? Phase.REPORTED : Phase.FAILED;
    failure = failure == null ? new Failure(e, null) : failure;
    held = null;
  }

  /**
   * Decides the byte order mark, and reads it unless it is text. False: more bytes must tell, and
   * those of {@code in} are pending. True: what was pending for it, and is text, still is.
   */
  final boolean start(ByteBuffer in, boolean endOfInput, Workspace w) {
    if (phase == Phase.START) {
      try {
        resolveStart(in, endOfInput, w);
      } catch (Throwable e) {
        fail(e);
        throw e;
      }
    }
    return phase != Phase.START;
  }

  /** Only nothing more than the end may follow the end. */
  private void refuse(boolean more) {
    refuseFromWithin();
    if (hasFailed()) {
      throw new IllegalStateException("the stream has failed; reset() begins a new one", failure());
    }
    if (more) {
      throw new IllegalStateException("the stream has ended; reset() begins a new one");
    }
  }

  private CoderStatus drain(ByteBuffer in, boolean closed, boolean endOfInput, Workspace w) {
    if (held != null && !emitHeld(w)) {
      return CoderStatus.OVERFLOW;
    }
    if (phase == Phase.START && !resolveStart(in, endOfInput, w)) {
      return held == null ? CoderStatus.UNDERFLOW : CoderStatus.OVERFLOW;
    }
    if (pendingBytes() > 0 && !resolveBoundary(in, closed, endOfInput, w)) {
      return CoderStatus.OVERFLOW;
    }
    if (in.hasRemaining()) {
      if (!drainBuffer(in, w)) {
        return CoderStatus.OVERFLOW;
      }
      carry(in);
      if (closed && pendingBytes() > 0 && !resolveBoundary(in, true, endOfInput, w)) {
        return CoderStatus.OVERFLOW;
      }
    }
    return CoderStatus.UNDERFLOW;
  }

  /**
   * Converts whole sequences; what stays in {@code in} is a proper prefix of one. False: no room.
   */
  private boolean drainBuffer(ByteBuffer in, Workspace w) {
    if (in.hasArray()) {
      w.readFrom(in.array(), in.arrayOffset() + in.position(), in.remaining());
      return drainWindow(in, w);
    }
    while (in.hasRemaining()) {
      byte[] window = w.byteWindow();
      int length = Math.min(in.remaining(), window.length);
      in.get(in.position(), window, 0, length);
      w.readFrom(window, 0, length);
      if (!drainWindow(in, w)) {
        return false;
      }
      if (w.pos == 0) {
        break;
      }
    }
    return true;
  }

  private boolean drainWindow(ByteBuffer in, Workspace w) {
    int from = w.pos;
    long base = position() - from;
    try {
      return drainArray(w, base);
    } finally {
      retire(in, w.pos - from);
    }
  }

  /**
   * False: no room. True: the rest of the array, perhaps nothing, is a proper prefix of a sequence.
   */
  private boolean drainArray(Workspace w, long base) {
    EncodingForm form = streamForm();
    Kernel kernel = knownEncoding().kernel();
    while (true) {
      convert(w, kernel);
      int steps = STEPS_BEFORE_KERNEL;
      do {
        if (w.pos == w.end) {
          return true;
        }
        int step = step(form, w);
        if (step == Step.NEEDS_MORE) {
          return true;
        }
        if (!take(w, step, base, false)) {
          return false;
        }
        steps = Step.isIllFormed(step) ? STEPS_BEFORE_KERNEL : steps - 1;
      } while (steps > 0);
    }
  }

  /** UTF-8 by its name, for speed only: C2, where it has met every form, inlines no step. */
  private static int step(EncodingForm form, Workspace w) {
    return form == Utf8Form.INSTANCE
        ? Utf8Form.INSTANCE.step(w.src, w.pos, w.end, false)
        : form.step(w.src, w.pos, w.end, false);
  }

  /**
   * Takes one decided sequence from {@code w}. False: no room for it, or for all of what replaced
   * it; or it is ill-formed and left for later, as if it had not been seen.
   */
  private boolean take(Workspace w, int step, long base, boolean endOfInput) {
    if (Step.isScalar(step)) {
      boolean taken = accept(w, Step.scalar(step));
      w.pos += taken ? Step.length(step) : 0;
      return taken;
    }
    int from = w.pos;
    boolean room = Step.isText(step) ? takeText(w, step) : takeIllFormed(w, step, base, endOfInput);
    if (Step.isTold(step) && w.pos > from) {
      streamForm().taken(w.src, from, step);
    }
    return room;
  }

  /** Leaves the sequence where it stands if not even the first character of its text fits. */
  private boolean takeText(Workspace w, int step) {
    String text = streamForm().text(w.src, w.pos, step);
    int first = 0;
    if (text.isEmpty()) {
      takeNothing(w);
    } else {
      int scalar = text.codePointAt(0);
      if (!accept(w, scalar)) {
        return false;
      }
      first = Character.charCount(scalar);
    }
    w.pos += Step.length(step);
    return emit(w, text, first);
  }

  private boolean takeIllFormed(Workspace w, int step, long base, boolean endOfInput) {
    if (!w.mayTakeIllFormed(reportsNext())) {
      return false;
    }
    String text = textForUnseen();
    return text != null && text.length() <= 1
        ? replace(w, Step.length(step), text)
        : takeSeen(w, Step.cause(step), Step.length(step), base, endOfInput);
  }

  /** What the next ill-formed sequence becomes if no observer or handler looks at it, else null. */
  private @Nullable String textForUnseen() {
    return rule.textForUnseen(illFormedCount + 1, spec.observerOrNull());
  }

  /** Leaves the sequence where it stands if the one char of {@code text} does not fit. */
  private boolean replace(Workspace w, int length, String text) {
    if (!text.isEmpty() && !accept(w, text.charAt(0))) {
      return false;
    }
    w.pos += length;
    illFormedCount++;
    return true;
  }

  /** Holds of what replaced the sequence what does not fit. */
  private boolean takeSeen(
      Workspace w, IllFormedCause cause, int length, long base, boolean endOfInput) {
    String text = textForUnseen();
    int from = w.pos;
    w.pos += length;
    illFormedCount++;
    if (text == null) {
      IllFormedSequence sequence = describe(w, from, length, cause, base + from, endOfInput);
      try {
        text = textFor(sequence);
      } catch (Throwable e) {
        failure = new Failure(e, sequence);
        throw e;
      }
    }
    return emit(w, text, 0);
  }

  private String textFor(IllFormedSequence sequence) {
    phase = Phase.CALLING;
    String text = rule.textFor(sequence, illFormedCount, spec.observerOrNull());
    phase = Phase.BODY;
    if (text == null) {
      throw sequence.toException();
    }
    return text;
  }

  /** Describes the ill-formed sequence that is the last counted. */
  IllFormedSequence describe(
      Workspace w, int from, int length, IllFormedCause cause, long offset, boolean endOfInput) {
    TextEncoding encoding = resolved == null ? spec.encoding() : resolved;
    return IllFormedSequence.ofBytes(encoding, w.src, from, length, cause, offset, endOfInput);
  }

  /** False: no room for all of it; the rest is held. */
  private boolean emit(Workspace w, String text, int from) {
    int next = from;
    while (next < text.length()) {
      int scalar = text.codePointAt(next);
      if (!accept(w, scalar)) {
        held = text.substring(next);
        return false;
      }
      next += Character.charCount(scalar);
    }
    return true;
  }

  private boolean emitHeld(Workspace w) {
    String text = Objects.requireNonNull(held);
    held = null;
    return emit(w, text, 0);
  }

  // The start and the boundary: the carry and the next bytes, side by side.

  /** False: the mark is undecided, or what replaced a rejected one does not fit. */
  private boolean resolveStart(ByteBuffer in, boolean endOfInput, Workspace w) {
    boolean all = loadBoundary(in, w);
    boolean undecided = ByteOrderMarks.undecided(spec.marks(), w.src, w.end);
    if (undecided && !(endOfInput && all)) {
      carry(in);
      return false;
    }
    ByteOrderMarks.Mark mark = ByteOrderMarks.find(spec.marks(), w.src, w.end);
    phase = Phase.BODY;
    if (mark == null) {
      if (spec.bom() == BomPolicy.REQUIRE) {
        // Undecided until now, it was the end that proved the mark missing.
        failAtMissingMark(w, undecided);
      }
      resolve(spec.encoding().unmarked());
      return true;
    }
    resolve(mark.encoding());
    w.pos = mark.use() == ByteOrderMarks.Use.DROP ? mark.length() : 0;
    try {
      return mark.use() != ByteOrderMarks.Use.REJECT
          || takeSeen(w, IllFormedCause.BYTE_ORDER_MARK, mark.length(), position(), false);
    } finally {
      retire(in, w.pos);
    }
  }

  private void failAtMissingMark(Workspace w, boolean byEnd) {
    IllFormedSequence missing = describe(w, 0, 0, IllFormedCause.BYTE_ORDER_MARK, 0, byEnd);
    illFormedCount++;
    try {
      tellObserver(missing);
      throw missing.toException();
    } catch (Throwable e) {
      failure = new Failure(e, missing);
      throw e;
    }
  }

  private void tellObserver(IllFormedSequence sequence) {
    Consumer<? super IllFormedSequence> observer = spec.observerOrNull();
    if (observer != null) {
      phase = Phase.CALLING;
      observer.accept(sequence);
      phase = Phase.BODY;
    }
  }

  /** Decides the carried bytes with the help of the next. False: no room. */
  private boolean resolveBoundary(ByteBuffer in, boolean closed, boolean endOfInput, Workspace w) {
    EncodingForm form = streamForm();
    while (pendingBytes() > 0) {
      boolean all = loadBoundary(in, w);
      int step = form.step(w.src, 0, w.end, false);
      boolean cut = step == Step.NEEDS_MORE && all && closed;
      if (cut) {
        step = form.step(w.src, 0, w.end, true);
      } else if (step == Step.NEEDS_MORE) {
        carry(in);
        return true;
      }
      try {
        if (!take(w, step, position(), cut && endOfInput)) {
          return false;
        }
      } finally {
        retire(in, w.pos);
      }
    }
    return true;
  }
}
