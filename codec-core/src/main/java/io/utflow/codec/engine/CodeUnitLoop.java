/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;

/** The loop that decodes to UTF-16 code units, and knows where in the bytes each begins. */
final class CodeUnitLoop extends DecodingLoop implements CodeUnits {
  /** What stands in the units for an ill-formed sequence: a low surrogate, unpaired. */
  private static final char MARK = '\uDC00';

  private static final String MARKED = String.valueOf(MARK);

  /** Of units decoded at once, which stay in the first-level cache. */
  private static final int MOST_UNITS = 2048;

  private static final long NONE = -1;

  private final Deque<IllFormedSequence> found;
  private final long firstByte;

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

  CodeUnitLoop(DecoderSpec spec, Deque<IllFormedSequence> found) {
    super(spec.observer(found::add), MalformedRule.marking(MARK), true);
    this.found = found;
    this.firstByte = spec.firstByte();
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
    while (!found.isEmpty() && found.getFirst().offset() < unreadOffset) {
      found.removeFirst();
      forgotten++;
    }
    int read = (int) (unread - firstUnit);
    int left = count - read;
    offsets = Arrays.copyOf(Arrays.copyOfRange(offsets, read, count), left + room);
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
    if (isReplacingBy(MARKED)) {
      return found.getLast().offset();
    }
    return emptyFrom == NONE ? position() : emptyFrom;
  }

  /** The sequence for which the {@code number}th mark stands, counted from 1; in order. */
  IllFormedSequence original(long number) {
    IllFormedSequence sequence = null;
    while (forgotten < number) {
      sequence = found.removeFirst();
      forgotten++;
    }
    return Objects.requireNonNull(sequence);
  }

  @Override
  void convert(Workspace w, Kernel kernel) {
    // Each character goes through accept, which notes where it stands.
  }

  @Override
  void takeNothing(Workspace w) {
    if (emptyFrom == NONE) {
      emptyFrom = position() + w.pos - w.begin;
    }
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    EncodingForm utf16 = Utf16Form.BIG_ENDIAN;
    if (w.bend - w.bpos < utf16.encodedLength(scalar)) {
      return false;
    }
    int from = w.bpos;
    w.bpos = utf16.write(scalar, w.bytes, from);
    long begin = scalar == MARK ? found.getLast().offset() : position() + w.pos - w.begin;
    for (int i = from; i < w.bpos; i += 2) {
      offsets[count++] = emptyFrom == NONE ? begin : emptyFrom;
    }
    emptyFrom = NONE;
    return true;
  }
}
