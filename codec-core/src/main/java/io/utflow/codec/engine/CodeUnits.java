/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a stream whose encoding is not self-synchronizing to UTF-16 code units, for whoever finds
 * delimiters there, and knows where in the bytes each unit begins. An ill-formed sequence becomes
 * {@link #MARK}, and the policy acts when a {@link SegmentDecoder} reads the units. One for each
 * stream.
 */
public final class CodeUnits extends DecodingLoop {
  /** The mark for an ill-formed sequence among the units: an unpaired low surrogate. */
  static final char MARK = '\uDC00';

  private static final String MARKED = String.valueOf(MARK);

  /** The most units decoded at once; they stay in the first-level cache. */
  private static final int MOST_UNITS = 4096;

  /** The most bytes that a kernel decodes at once; to find an offset they are read again. */
  private static final int MOST_OF_RUN = 2048;

  /** A run of fewer bytes hardly pays. */
  private static final int LONG_RUN = 64;

  /** The most sequences read one by one between two calls of a kernel that converts too little. */
  private static final int MOST_STEPS = 64;

  /** A kernel leaves so many bytes and units: a run cannot tell where the unit behind it begins. */
  private static final int LEFT_TO_STEPS = 2 * EncodingForm.MOST_BYTES;

  private static final long NONE = -1;
  private static final byte[] NO_UNITS = {};

  /** The ill-formed sequences whose marks are not read yet. Linked, so that it shrinks (law L4). */
  private final Deque<IllFormedSequence> found;

  /** Whether somebody may look at an ill-formed sequence. */
  private final boolean mayDescribe;

  /** How many ill-formed sequences are no longer among {@link #found}. */
  private long forgotten;

  private final UnitOffsets offsets = new UnitOffsets();

  /** How many units were decoded. */
  private long count;

  /** What units are written to while an input is being decoded. */
  private byte[] units = NO_UNITS;

  /** A unit before those, and where it begins. */
  private long keptUnit;

  private long keptOffset;
  private @Nullable UnitRun keptRun;

  /** Where the sequences without characters behind the last unit begin; {@link #NONE} if none. */
  private long emptyFrom = NONE;

  /** A decoder of the streams of a spec; its policy and observer are not called here. */
  @SuppressWarnings("JdkObsolete") // An ArrayDeque never shrinks.
  public CodeUnits(DecoderSpec spec) {
    this(spec, new LinkedList<>());
  }

  private CodeUnits(DecoderSpec spec, Deque<IllFormedSequence> found) {
    super(spec.observer(found::add), MalformedRule.marking(MARK));
    this.found = found;
    this.mayDescribe =
        spec.observer().isPresent() || MalformedRule.of(spec.onMalformed()).mayDescribe();
    this.keptOffset = spec.firstByte();
  }

  /**
   * Whether lines of such streams are found in UTF-16 code units, not in their bytes.
   *
   * @param delimiters what ends a line
   */
  public static boolean areSplit(DecoderSpec spec, List<String> delimiters) {
    EncodingForm form = Encoding.of(spec.encoding()).form();
    return !form.isSelfSynchronizing()
        && !delimiters.stream().flatMapToInt(String::codePoints).allMatch(form::standsAlone);
  }

  /** How the units of streams of {@code spec} are read: with its policy and its observer. */
  static DecoderSpec specOfUnits(DecoderSpec spec) {
    DecoderSpec units =
        DecoderSpec.of(TextEncoding.UTF_16BE).onMalformed(spec.onMalformed()).startingAt(0);
    return spec.observer().map(units::observer).orElse(units);
  }

  /**
   * Decodes from {@code in} as many units as a window holds, big-endian; none if {@code in} is used
   * up.
   *
   * @param begin the byte offset, among the units, of the open line: before {@code unread} only the
   *     place of this unit is asked for from here on
   * @param unread the byte offset, among the units, of the first that is not read yet
   */
  public ByteBuffer decode(ByteBuffer in, boolean endOfInput, long begin, long unread) {
    int room = Math.min(in.remaining() + EncodingForm.MOST_BYTES, MOST_UNITS);
    retain(begin / 2, unread / 2);
    if (units.length < 2 * room) {
      units = new byte[2 * room];
    }
    Workspace w = Workspace.borrow();
    try {
      // A waiting mark is written first; none of its bytes are left to be read.
      w.readFrom(units, 0, 0);
      w.writeBytesTo(units, 0, units.length);
      run(in, endOfInput, w);
      // Behind the last of an input nothing is held (law L4).
      units = w.bpos == 0 ? NO_UNITS : units;
      return ByteBuffer.wrap(units, 0, w.bpos);
    } finally {
      w.giveBack();
    }
  }

  private void retain(long begin, long unread) {
    keep(begin);
    long unreadOffset = found.isEmpty() ? 0 : textOffset(2 * unread);
    while (!found.isEmpty() && found.getFirst().byteOffset() < unreadOffset) {
      found.removeFirst();
      forgotten++;
    }
    offsets.dropBefore(unread);
  }

  private void keep(long unit) {
    if (unit != keptUnit) {
      keptRun = unit < count ? offsets.runOf(unit) : null;
      keptOffset = keptRun == null ? textOffset(2 * unit) : NONE;
      keptUnit = unit;
    }
  }

  /** Where a unit begins, in bytes of the stream, from its byte offset among the units. */
  public long byteOffset(long unitOffset) {
    if (unitOffset / 2 != keptUnit) {
      return textOffset(unitOffset);
    }
    return keptRun == null ? keptOffset : keptRun.offset(keptUnit);
  }

  /** As {@link #byteOffset}, but never before a byte order mark that was dropped. */
  public long textOffset(long unitOffset) {
    long unit = unitOffset / 2;
    if (unit < count) {
      return offsets.of(unit);
    }
    if (emptyFrom != NONE) {
      return emptyFrom;
    }
    return isReplacingBy(MARKED) ? found.getLast().byteOffset() : position();
  }

  /** How many bytes were decoded behind the last unit: sequences of no characters. */
  public long emptyBytes() {
    return emptyFrom == NONE ? 0 : position() - emptyFrom;
  }

  /** The sequence for which the {@code number}th mark stands, counted from 1; in order. */
  IllFormedSequence original(long number) {
    for (; forgotten < number - 1; forgotten++) {
      found.removeFirst();
    }
    forgotten++;
    return found.removeFirst();
  }

  /** Also converts ill-formed sequences, each to a mark, whatever the policy is. */
  @Override
  void convert(Workspace w, Kernel kernel) {
    EncodingForm form = streamForm();
    int last = w.bend - 2 * Character.BYTES;
    long base = position() - w.begin;
    int row = 1;
    int steps = 0;
    while (w.pos < w.end && w.bpos <= last) {
      // One sequence is read between two runs, so that each run knows where it begins.
      if (steps == 0 && emptyFrom != UnitOffsets.BEHIND_RUN) {
        boolean pays = takeRun(w, kernel, form, base) >= LONG_RUN;
        row = pays ? 1 : Math.min(2 * row, MOST_STEPS);
        steps = row;
      } else if (takeStep(w, form, base)) {
        steps -= Math.min(steps, 1);
      } else {
        break;
      }
    }
    if (emptyFrom == UnitOffsets.BEHIND_RUN) {
      long behind = offsets.behindLastRun();
      emptyFrom = behind < base + w.pos ? behind : NONE;
    }
  }

  /**
   * Takes what the kernel converts, and leaves the last sequences.
   *
   * @return how many bytes
   */
  private int takeRun(Workspace w, Kernel kernel, EncodingForm form, long base) {
    int pos = w.pos;
    char[] chars = w.charWindow;
    int room = Math.min(chars.length, (w.bend - w.bpos) / Character.BYTES - LEFT_TO_STEPS);
    int length = Math.min(w.end - pos - LEFT_TO_STEPS, MOST_OF_RUN);
    EncodingForm before = form.copy();
    if (room <= 0 || length <= 0 || before == null) {
      return 0;
    }
    long progress = kernel.decode(w.src, pos, pos + length, chars, 0, room);
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    if (read > 0) {
      long begin = base + pos;
      long from = emptyFrom == NONE ? begin : emptyFrom;
      byte[] bytes = Arrays.copyOfRange(w.src, pos, pos + read);
      offsets.add(new UnitRun(count, written, from, begin, bytes, before));
      count += written;
      emptyFrom = UnitOffsets.BEHIND_RUN;
      putUnits(w, chars, written);
      w.pos += read;
    }
    return read;
  }

  private static void putUnits(Workspace w, char[] chars, int length) {
    int bytes = length * Character.BYTES;
    ByteBuffer.wrap(w.bytes, w.bpos, bytes).slice().asCharBuffer().put(chars, 0, length);
    w.bpos += bytes;
  }

  /** Takes the next sequence; false if bytes must follow, or it is a text of several characters. */
  private boolean takeStep(Workspace w, EncodingForm form, long base) {
    int pos = w.pos;
    int step = form.step(w.src, pos, w.end, false);
    int scalar = scalar(w, form, step, pos, base);
    if (scalar == STOP) {
      return false;
    }
    if (scalar != NOTHING) {
      putCharacter(w, scalar, base + pos);
    }
    if (Step.isTold(step)) {
      form.taken(w.src, pos, step);
    }
    w.pos += Step.length(step);
    return true;
  }

  /** The character of a step, or the mark, {@link #NOTHING}, or {@link #STOP}. */
  private int scalar(Workspace w, EncodingForm form, int step, int pos, long base) {
    if (Step.isScalar(step)) {
      return Step.scalar(step);
    }
    if (Step.isIllFormed(step)) {
      if (mayDescribe) {
        found.add(w.kinds.describe(knownEncoding(), w.src, pos, step, base + pos));
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
  void beforeEmptySequence(Workspace w) {
    if (emptyFrom == NONE) {
      emptyFrom = position() + w.pos - w.begin;
    }
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    if (w.bend - w.bpos < Utf16Form.BIG_ENDIAN.encodedLength(scalar)) {
      return false;
    }
    boolean marked = scalar == MARK;
    long begin = marked ? found.getLast().byteOffset() : position() + w.pos - w.begin;
    putCharacter(w, scalar, begin);
    return true;
  }

  private void putCharacter(Workspace w, int scalar, long begin) {
    long from = emptyFrom == NONE ? begin : emptyFrom;
    emptyFrom = NONE;
    int to = Utf16Form.BIG_ENDIAN.write(scalar, w.bytes, w.bpos);
    for (; w.bpos < to; w.bpos += Character.BYTES) {
      offsets.add(count++, from);
    }
  }
}
