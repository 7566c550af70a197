/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;

/** The loop that decodes to UTF-16 code units, and knows where in the bytes each begins. */
final class CodeUnitLoop extends DecodingLoop implements CodeUnits {
  /** What stands in the units for an ill-formed sequence: a low surrogate, unpaired. */
  static final char MARK = '\uDC00';

  private static final String MARKED = String.valueOf(MARK);

  /** Of units decoded at once, which stay in the first-level cache. */
  private static final int MOST_UNITS = 2048;

  private static final long NONE = -1;

  private final FoundSequences found;
  private final long firstByte;

  /** Whether somebody may look at an ill-formed sequence. */
  private final boolean mayDescribe;

  /** How many ill-formed sequences are no longer among {@link #found}. */
  private long forgotten;

  /** Where the unit {@code firstUnit + i} begins, in bytes of the stream. */
  private long[] offsets = {};

  private long firstUnit;
  private int count;

  /** A unit before those, and where it begins. */
  private long keptUnit;

  private long keptOffset;

  /** Where sequences of no characters begin that no unit follows yet. */
  private long emptyFrom = NONE;

  CodeUnitLoop(DecoderSpec spec, FoundSequences found) {
    super(spec.observer(found::add), MalformedRule.marking(MARK), true);
    this.found = found;
    this.firstByte = spec.firstByte();
    this.mayDescribe =
        spec.observer().isPresent() || MalformedRule.of(spec.onMalformed()).mayDescribe();
    this.keptOffset = firstByte;
  }

  /** How the units of {@code spec} are read: by its policy, its observer told. */
  static DecoderSpec ofUnits(DecoderSpec spec) {
    DecoderSpec units =
        DecoderSpec.of(TextEncoding.UTF_16BE).onMalformed(spec.onMalformed()).startingAt(0);
    return spec.observer().map(units::observer).orElse(units);
  }

  @Override
  public ByteBuffer decode(ByteBuffer in, boolean endOfInput, long begin, long unread) {
    int room = Math.min(in.remaining() + EncodingForm.MOST_BYTES, MOST_UNITS);
    retain(begin / 2, unread / 2, room);
    byte[] units = new byte[2 * room];
    Workspace w = Workspace.borrow();
    try {
      // A replacement that waits is decided: it has no bytes in front.
      w.readFrom(units, 0, 0);
      w.writeBytesTo(units, 0, units.length);
      run(in, endOfInput, w);
      return ByteBuffer.wrap(units, 0, w.bpos);
    } finally {
      w.giveBack();
    }
  }

  private void retain(long begin, long unread, int room) {
    keptOffset = byteOffset(2 * begin);
    keptUnit = begin;
    long unreadOffset = textOffset(2 * unread);
    forgotten += found.dropBefore(unreadOffset, room);
    int read = (int) (unread - firstUnit);
    int left = count - read;
    int length = left + room;
    boolean fits = length <= offsets.length && offsets.length <= 2 * length;
    long[] next = fits ? offsets : new long[length];
    System.arraycopy(offsets, read, next, 0, left);
    offsets = next;
    firstUnit = unread;
    count = left;
  }

  @Override
  public long byteOffset(long unitOffset) {
    return unitOffset / 2 == keptUnit ? keptOffset : textOffset(unitOffset);
  }

  @Override
  public long textOffset(long unitOffset) {
    int at = (int) (unitOffset / 2 - firstUnit);
    if (at < count) {
      return offsets[at];
    }
    if (emptyFrom != NONE) {
      return emptyFrom;
    }
    return isReplacingBy(MARKED) ? found.lastOffset() : position();
  }

  /** The sequence for which the {@code number}th mark stands, counted from 1; in order. */
  IllFormedSequence original(long number) {
    found.drop((int) (number - 1 - forgotten));
    IllFormedSequence sequence = found.get();
    found.drop(1);
    forgotten = number;
    return sequence;
  }

  /** Ill-formed sequences as well: each becomes a mark, whatever the policy is. */
  @Override
  void convert(Workspace w, Kernel kernel) {
    EncodingForm form = streamForm();
    byte[] src = w.src;
    byte[] units = w.bytes;
    int end = w.end;
    int last = w.bend - 2 * Character.BYTES;
    long base = position() - w.begin;
    int pos = w.pos;
    int unit = w.bpos;
    int index = count;
    while (pos < end && unit <= last) {
      int step = step(form, src, pos, end);
      int scalar = scalar(w, form, step, pos, base);
      if (scalar == STOP) {
        break;
      }
      if (scalar != NOTHING) {
        long begin = emptyFrom == NONE ? base + pos : emptyFrom;
        emptyFrom = NONE;
        int to = Utf16Form.BIG_ENDIAN.write(scalar, units, unit);
        for (; unit < to; unit += Character.BYTES) {
          offsets[index++] = begin;
        }
      }
      if (Step.isTold(step)) {
        form.taken(src, pos, step);
      }
      pos += Step.length(step);
    }
    w.pos = pos;
    w.bpos = unit;
    count = index;
  }

  /** What a step becomes: a character, the mark, nothing; or it stops the conversion. */
  private int scalar(Workspace w, EncodingForm form, int step, int pos, long base) {
    if (Step.isScalar(step)) {
      return Step.scalar(step);
    }
    if (Step.isIllFormed(step)) {
      if (mayDescribe) {
        found.add(w.kinds().of(knownEncoding(), w.src, pos, step), base + pos);
      }
      return MARK;
    }
    int unit = step == Step.NEEDS_MORE ? STOP : unitOf(form.text(w.src, pos, step));
    if (unit == NOTHING && emptyFrom == NONE) {
      emptyFrom = base + pos;
    }
    return unit;
  }

  @Override
  void takeNothing(Workspace w) {
    if (emptyFrom == NONE) {
      emptyFrom = position() + w.pos - w.begin;
    }
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    if (w.bend - w.bpos < Utf16Form.BIG_ENDIAN.encodedLength(scalar)) {
      return false;
    }
    int from = w.bpos;
    w.bpos = Utf16Form.BIG_ENDIAN.write(scalar, w.bytes, from);
    long begin = scalar == MARK ? found.lastOffset() : position() + w.pos - w.begin;
    for (int i = from; i < w.bpos; i += Character.BYTES) {
      offsets[count++] = emptyFrom == NONE ? begin : emptyFrom;
    }
    emptyFrom = NONE;
    return true;
  }
}
