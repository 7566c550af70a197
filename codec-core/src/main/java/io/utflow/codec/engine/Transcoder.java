/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.FoundSequence;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.DirectConversion;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes bytes and encodes the text at once.
 *
 * <p>It is given inputs and room for bytes. It guarantees the bytes, failures and offsets of a
 * decoder followed by an encoder. It leaves ill-formed bytes to {@link DecodingLoop}, and the
 * writing of characters, including those that the target cannot encode, to {@link CharacterWriter}.
 */
public final class Transcoder extends DecodingLoop implements TextTranscoder {
  private final CharacterWriter writer;

  /**
   * Whether a low surrogate may follow a high one because ill-formed sequences between them are
   * left out; the two are then written as one character, as an encoder does.
   */
  private final boolean joinsSurrogates;

  /** A high surrogate that is not written yet, because a low one may follow; 0 without one. */
  private char high;

  /** A transcoder for one stream; it tells the listener of the spec it reads by. */
  public Transcoder(DecoderSpec from, EncoderSpec to) {
    super(from, MalformedRule.of(from.onMalformed()));
    this.writer = CharacterWriter.of(to);
    EncodingForm form = writer.form();
    this.joinsSurrogates = form.hasSurrogates() && form.unitWidth() == 1 && mayLeaveOut(from);
  }

  @Override
  public CoderStatus transcode(ByteBuffer in, ByteBuffer out, boolean endOfInput) {
    if (out.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    int from = out.position();
    return callAndTell(() -> transcodeTo(in, out, endOfInput), status -> out.position() - from);
  }

  private CoderStatus transcodeTo(ByteBuffer in, ByteBuffer out, boolean endOfInput) {
    Workspace w = Workspace.borrow();
    try {
      return w.codeTo(out, () -> run(in, endOfInput, w));
    } finally {
      w.giveBack();
    }
  }

  @Override
  public void reset() {
    super.reset();
    high = 0;
    writer.reset();
  }

  @Override
  void convert(Workspace w, Kernel kernel) {
    if (writer.isMarkDue() || high != 0) {
      return;
    }
    EncodingForm target = writer.form();
    if (knownEncoding().form() == target && target.isOneToOne()) {
      copy(w, kernel);
    } else if (writer instanceof PartialWriter partial) {
      partial.convert(w, kernel);
    } else {
      DirectConversion direct = Kernels.chosen().between(kernel, writer.kernel());
      if (w.pos == w.begin && !target.hasSurrogates()) {
        convertUnits(w, kernel, direct);
      }
      convertThroughChars(w, kernel, direct);
    }
  }

  private static void copy(Workspace w, Kernel kernel) {
    int length = Math.min(w.end - w.pos, w.bend - w.bpos);
    length = kernel.wellFormedPrefix(w.src, w.pos, w.pos + length);
    System.arraycopy(w.src, w.pos, w.bytes, w.bpos, length);
    w.pos += length;
    w.bpos += length;
  }

  /**
   * From UTF-16: copies code units unchecked, because the encoder stops at an unpaired one. After
   * it, {@link #convertThroughChars} goes on, which copies only well-formed text: there may be many
   * unpaired surrogates.
   */
  private void convertUnits(Workspace w, Kernel kernel, @Nullable DirectConversion direct) {
    char[] middle = w.charWindow;
    int units;
    int read;
    do {
      convertDirectly(w, direct);
      int most = Math.min(Workspace.MOST_BETWEEN, w.bend - w.bpos);
      units = kernel.copyUnits(w.src, w.pos, w.end, middle, 0, most);
      long progress = writer.kernel().encode(middle, 0, units, w.bytes, w.bpos, w.bend);
      read = Kernel.read(progress);
      w.pos += 2 * read;
      w.bpos += Kernel.written(progress);
      // A high surrogate at the end of the copy is read again, with the low one.
    } while (read > 0 && read >= units - 1 && w.pos < w.end);
  }

  private void convertThroughChars(Workspace w, Kernel kernel, @Nullable DirectConversion direct) {
    char[] middle = w.charWindow;
    while (w.pos < w.end) {
      convertDirectly(w, direct);
      int room = Math.min(Workspace.MOST_BETWEEN, writer.roomInChars(w));
      long progress = kernel.decode(w.src, w.pos, w.end, middle, 0, room);
      // Shifts are bytes without chars: not to be read again behind each.
      w.pos += Kernel.read(progress);
      int chars = Kernel.written(progress);
      if (chars == 0) {
        return;
      }
      writer.writeAll(w, middle, 0, chars);
    }
  }

  private static void convertDirectly(Workspace w, @Nullable DirectConversion direct) {
    if (direct != null) {
      long progress = direct.convert(w.src, w.pos, w.end, w.bytes, w.bpos, w.bend);
      w.pos += Kernel.read(progress);
      w.bpos += Kernel.written(progress);
    }
  }

  @Override
  boolean takeRun(Workspace w, EncodingForm form, long base, int characters) {
    if (writer.isMarkDue() || high != 0 || writer instanceof PartialWriter) {
      return false;
    }
    w.writeTo(w.charWindow, 0, Math.min(Workspace.MOST_BETWEEN, writer.roomInChars(w)));
    try {
      return takeSteps(w, form, base, characters);
    } finally {
      writer.writeAll(w, w.chars, 0, w.cpos);
    }
  }

  @Override
  boolean acceptsSurrogates() {
    return writer.form().hasSurrogates();
  }

  @Override
  boolean cannotEncode(int scalar) {
    return !writer.canEncode(scalar);
  }

  @Override
  String replaceUnencodable(Workspace w, int scalar, int from, long offset) {
    return writer.replacementOf(
        this,
        scalar,
        () -> {
          byte[] bytes = Arrays.copyOfRange(w.src, from, w.pos);
          return FoundSequence.unmappable(scalar, knownEncoding(), bytes, offset);
        });
  }

  /**
   * An encoder after a decoder would report a replacement that it cannot encode. But a surrogate
   * that is a character of the source would be ill-formed to that encoder, which never reports its
   * own replacements.
   */
  @Override
  protected @Nullable String writable(String text, @Nullable IllFormedSequence replaced) {
    if (!writer.reports(text)) {
      return writer.writable(text);
    }
    if (replaced == null) {
      return null;
    }
    if (knownEncoding().form().hasSurrogates() && isSurrogate(replaced)) {
      return writer.writable(text);
    }
    int scalar = text.codePoints().filter(this::cannotEncode).findFirst().orElseThrow();
    throw FoundSequence.unmappable(scalar, knownEncoding(), replaced.bytes(), replaced.byteOffset())
        .toException();
  }

  private static boolean isSurrogate(IllFormedSequence replaced) {
    return replaced.cause() == IllFormedCause.UNPAIRED_HIGH_SURROGATE
        || replaced.cause() == IllFormedCause.UNPAIRED_LOW_SURROGATE;
  }

  @Override
  boolean writeEnd(Workspace w) {
    return writeHigh(w) && writer.end(w);
  }

  @Override
  public long illFormedCount() {
    return super.illFormedCount() + writer.unmappableCount();
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    if (!joinsSurrogates) {
      return writer.write(w, scalar);
    }
    boolean unit = Character.isBmpCodePoint(scalar);
    if (high != 0 && unit && Character.isLowSurrogate((char) scalar)) {
      boolean written = writer.write(w, Character.toCodePoint(high, (char) scalar));
      high = written ? 0 : high;
      return written;
    }
    if (!writeHigh(w)) {
      return false;
    }
    if (unit && Character.isHighSurrogate((char) scalar)) {
      high = (char) scalar;
      return true;
    }
    return writer.write(w, scalar);
  }

  private boolean writeHigh(Workspace w) {
    boolean written = high == 0 || writer.write(w, high);
    high = written ? 0 : high;
    return written;
  }

  /**
   * Takes out the text that was decoded and is not written. A caller that goes on with the stream
   * needs it; it comes before the pending bytes.
   */
  public String takeUnwritten() {
    String text = (high == 0 ? "" : high) + takeReplacement();
    high = 0;
    return text;
  }
}
