/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The loop that reads the bytes of every encoding. Kernels convert what they can; what they leave
 * it reads sequence by sequence as the form says, and finds what is ill-formed.
 *
 * <p>It is given inputs, cut anywhere, and a workspace that says where output goes. It guarantees
 * that each byte is read once, in order, that a sequence is whole or proved to be none before it is
 * taken, and that the text is the same however the stream is cut. It leaves to subclasses what
 * well-formed text becomes (chars, bytes of another encoding, nothing), and to {@link
 * io.utflow.codec.illformed.IllFormedPolicy} what becomes of the rest.
 *
 * <p>At a cut {@link EncodingForm#step} runs over the pending bytes and the next ones side by side,
 * so there is no second state machine.
 */
abstract sealed class DecodingLoop extends ByteInput permits Decoder, Transcoder, Validator {
  /** After an ill-formed sequence this many characters are taken before the kernel is called. */
  private static final int STEPS_BEFORE_KERNEL = 8;

  /** At most this many where ill-formed sequences keep following such calls closely. */
  private static final int MOST_STEPS_BEFORE_KERNEL = 64;

  /**
   * How many bytes the kernel is given then: some kernels first copy or check what they are given.
   */
  private static final int NEAR = 512;

  DecodingLoop(DecoderSpec spec, MalformedRule rule) {
    super(spec, rule);
  }

  // What subclasses say.

  /**
   * Converts a well-formed prefix of the bytes of {@code w}, perhaps none, and moves {@code w} on.
   */
  abstract void convert(Workspace w, Kernel kernel);

  /**
   * Takes some of the bytes that {@code w} reads in a {@linkplain #takeSteps loop of steps}, or no
   * byte.
   *
   * @return whether {@code characters} well-formed ones were taken in a row
   */
  boolean takeRun(Workspace w, EncodingForm form, long base, int characters) {
    return false;
  }

  /** Whether the output may hold unpaired surrogates, which are characters of WTF-8 and WTF-16. */
  boolean acceptsSurrogates() {
    return true;
  }

  /** Whether the target of a transcoder cannot encode a character. */
  boolean cannotEncode(int scalar) {
    return false;
  }

  /**
   * The replacement for a character that the target cannot encode.
   *
   * @param from where its bytes begin, which end where {@code w} reads
   * @param offset where they begin in the stream
   */
  String replaceUnencodable(Workspace w, int scalar, int from, long offset) {
    throw new IllegalStateException("every character can be encoded");
  }

  /** Writes the bytes that end a stream. False: no room. */
  boolean writeEnd(Workspace w) {
    return true;
  }

  // The loop.

  /** Decodes {@code in} into what {@code w} writes. */
  final CoderStatus run(ByteBuffer in, boolean endOfInput, Workspace w) {
    if (!isOpenFor(in.hasRemaining() || !endOfInput)) {
      return CoderStatus.UNDERFLOW;
    }
    try {
      CoderStatus status = drain(in, endOfInput, w);
      if (endOfInput && status == CoderStatus.UNDERFLOW) {
        if (!writeEnd(w)) {
          return CoderStatus.OVERFLOW;
        }
        ended();
      }
      return status;
    } catch (Throwable e) {
      fail(e);
      throw e;
    }
  }

  private CoderStatus drain(ByteBuffer in, boolean endOfInput, Workspace w) {
    if (isReplacing() && !emitReplacement(w)) {
      return CoderStatus.OVERFLOW;
    }
    if (isAtStart() && !resolveStart(in, endOfInput, w)) {
      return isReplacing() ? CoderStatus.OVERFLOW : CoderStatus.UNDERFLOW;
    }
    if (pendingBytes() > 0 && !resolveBoundary(in, endOfInput, w)) {
      return CoderStatus.OVERFLOW;
    }
    if (in.hasRemaining()) {
      if (!drainBuffer(in, w)) {
        return CoderStatus.OVERFLOW;
      }
      keepPending(in);
      if (endOfInput && pendingBytes() > 0 && !resolveBoundary(in, true, w)) {
        return CoderStatus.OVERFLOW;
      }
    }
    return CoderStatus.UNDERFLOW;
  }

  /**
   * Converts whole sequences; what stays in {@code in} is a proper prefix of one. False: no room.
   */
  private boolean drainBuffer(ByteBuffer in, Workspace w) {
    if (in.hasArray() && in.remaining() > Workspace.MOST_PADDED) {
      w.readFrom(in.array(), in.arrayOffset() + in.position(), in.remaining());
      return drainWindow(in, w);
    }
    while (in.hasRemaining()) {
      w.stage(in);
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
    Kernel kernel = knownEncoding().kernel(form);
    int patience = STEPS_BEFORE_KERNEL;
    boolean illFormed = false;
    while (true) {
      int from = w.pos;
      if (!illFormed || convertNear(w, kernel)) {
        convert(w, kernel);
      }
      if (illFormed) {
        boolean vain = w.pos - from < patience;
        patience = vain ? Math.min(2 * patience, MOST_STEPS_BEFORE_KERNEL) : STEPS_BEFORE_KERNEL;
        illFormed = false;
      }
      int steps = STEPS_BEFORE_KERNEL;
      do {
        if (w.pos == w.end) {
          return true;
        }
        int step = form.step(w.src, w.pos, w.end, false);
        if (step == Step.NEEDS_MORE) {
          return true;
        }
        if (Step.isIllFormed(step)) {
          illFormed = true;
          int at = w.pos;
          boolean row = takeRun(w, form, base, patience);
          if (w.pos > at) {
            steps = row ? 0 : patience;
            continue;
          }
        }
        if (!take(w, step, base, false)) {
          return false;
        }
        if (Step.isIllFormed(step)) {
          illFormed = true;
          steps = patience;
        } else {
          // Behind a text of several characters the kernel may convert again at once.
          steps = Step.isText(step) && !illFormed ? 0 : steps - 1;
        }
      } while (steps > 0);
    }
  }

  /** Lets the kernel convert {@link #NEAR} bytes at most; true if it converted all of them. */
  private boolean convertNear(Workspace w, Kernel kernel) {
    int end = w.end;
    int near = Math.min(end, w.pos + NEAR);
    w.end = near;
    convert(w, kernel);
    w.end = end;
    return near < end && w.pos >= near - 3;
  }

  /**
   * Decodes sequences one by one to chars of {@code w}, until {@code characters} well-formed ones
   * came in a row. Also stops at a sequence that is cut or is several characters, at an ill-formed
   * one that does not become a char or nothing, and where two chars do not fit. Its indexes are
   * local variables, so a flood of ill-formed sequences is decoded two to eight times as fast as by
   * {@link #take} (UTF-8, 16, 32, US-ASCII; JDK 17).
   *
   * @return whether {@code characters} well-formed ones were taken in a row
   */
  final boolean takeSteps(Workspace w, EncodingForm form, long base, int characters) {
    Encoding encoding = knownEncoding();
    Consumer<? super IllFormedSequence> observer = observer();
    byte[] src = w.src;
    char[] chars = w.chars;
    int end = w.end;
    int last = Math.min(w.cend, w.illFormedBefore) - 2;
    int pos = w.pos;
    int cpos = w.cpos;
    int row = 0;
    try {
      while (pos < end && cpos <= last && row < characters) {
        int step = form.step(src, pos, end, false);
        int from = pos;
        if (Step.isScalar(step)) {
          pos += Step.length(step);
          cpos += put(Step.scalar(step), chars, cpos);
          row++;
          continue;
        }
        if (Step.isIllFormed(step)) {
          // Behind it, if an observer throws.
          pos += Step.length(step);
          int one = takeOneChar(w.kinds, encoding, src, from, step, base + from, observer);
          if (one == NOT_TAKEN) {
            pos = from;
            break;
          }
          if (one != NO_CHAR) {
            chars[cpos++] = (char) one;
          }
          row = 0;
        } else {
          String text = step == Step.NEEDS_MORE ? null : form.text(src, pos, step);
          if (text == null || text.length() > 1 || isSurrogate(text)) {
            break;
          }
          pos += Step.length(step);
          text.getChars(0, text.length(), chars, cpos);
          cpos += text.length();
          row++;
        }
        if (Step.isTold(step)) {
          form.taken(src, from, step);
        }
      }
    } finally {
      w.pos = pos;
      w.cpos = cpos;
    }
    return row >= characters;
  }

  private static int put(int scalar, char[] chars, int at) {
    if (Character.isBmpCodePoint(scalar)) {
      chars[at] = (char) scalar;
      return 1;
    }
    chars[at] = Character.highSurrogate(scalar);
    chars[at + 1] = Character.lowSurrogate(scalar);
    return 2;
  }

  private static boolean isSurrogate(String text) {
    return text.length() == 1 && Character.isSurrogate(text.charAt(0));
  }

  /**
   * Takes one decided sequence from {@code w}. False: it, or all of its replacement, does not fit;
   * or it is ill-formed and must not be taken yet.
   */
  final boolean take(Workspace w, int step, long base, boolean endOfInput) {
    if (Step.isScalar(step)) {
      int scalar = Step.scalar(step);
      if (cannotEncode(scalar)) {
        int from = w.pos;
        w.pos += Step.length(step);
        return emit(w, replaceUnencodable(w, scalar, from, base + from));
      }
      boolean taken = accept(w, scalar);
      w.pos += taken ? Step.length(step) : 0;
      return taken;
    }
    int from = w.pos;
    boolean room =
        Step.isText(step)
            ? takeText(w, step, base, endOfInput)
            : takeIllFormed(w, step, base, endOfInput);
    if (Step.isTold(step) && w.pos > from) {
      streamForm().taken(w.src, from, step);
    }
    return room;
  }

  /**
   * Leaves the sequence where it stands if not even the first character of its text fits. One that
   * the target can encode is written before the others may fail the stream.
   */
  private boolean takeText(Workspace w, int step, long base, boolean endOfInput) {
    String text = streamForm().text(w.src, w.pos, step);
    if (text.isEmpty()) {
      w.pos += Step.length(step);
      return true;
    }
    int first = text.codePointAt(0);
    if (isSurrogate(text) && !acceptsSurrogates()) {
      return takeIllFormed(w, Step.unpaired(first, Step.length(step)), base, endOfInput);
    }
    boolean begins = !cannotEncode(first);
    if (begins && !accept(w, first)) {
      return false;
    }
    int from = w.pos;
    w.pos += Step.length(step);
    String rest = begins ? text.substring(Character.charCount(first)) : text;
    return rest.isEmpty() || emit(w, encodable(w, rest, from, base + from));
  }

  /** A text in which the characters that the target cannot encode are replaced. */
  private String encodable(Workspace w, String text, int from, long offset) {
    StringBuilder written = new StringBuilder();
    text.codePoints()
        .forEach(
            scalar -> {
              if (cannotEncode(scalar)) {
                written.append(replaceUnencodable(w, scalar, from, offset));
              } else {
                written.appendCodePoint(scalar);
              }
            });
    return written.toString();
  }

  /** Decides the pending bytes together with the next ones. False: no room. */
  private boolean resolveBoundary(ByteBuffer in, boolean endOfInput, Workspace w) {
    EncodingForm form = streamForm();
    while (pendingBytes() > 0) {
      boolean all = loadBoundary(in, w);
      int step = form.step(w.src, 0, w.end, false);
      if (step == Step.NEEDS_MORE) {
        keepPending(in);
        if (!all || !endOfInput) {
          return true;
        }
        step = form.step(w.src, 0, w.end, true);
        endDecides();
      }
      try {
        if (!take(w, step, position(), isDecidedByEnd())) {
          return false;
        }
      } finally {
        retire(in, w.pos);
      }
    }
    return true;
  }
}
