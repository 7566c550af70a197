package io.utflow.codec;

import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * Turns one stream of bytes, cut anywhere, into bytes of another encoding, in one pass. Mutable,
 * one per stream, for one thread at a time. At rest it holds a few bytes and no arrays.
 *
 * <p>Equivalent to a {@link TextDecoder} with a {@link TextEncoder} behind it: policies, observers
 * and offsets are those of the decoder, in bytes of the source, and the byte order mark of the
 * output is that of the {@link EncoderSpec}. The policy of the encoder has nothing to do: what was
 * decoded is well-formed. From an encoding to itself it copies what is well-formed.
 *
 * <p>At the end, call once more with {@code endOfInput = true}, until that returns {@link
 * CoderStatus#UNDERFLOW}. States and failures are those of {@link TextDecoder}.
 */
public final class TextTranscoder extends DecodingLoop {
  /** Chars between the two encodings, few enough to stay in the first-level cache. */
  private static final int MIDDLE_CHARS = 4096;

  private final CharacterWriter writer;

  TextTranscoder(DecoderSpec from, EncoderSpec to) {
    super(from, from.rule());
    this.writer = new CharacterWriter(to);
  }

  /**
   * Transcodes from {@code in} to {@code out}, heap or direct, and moves their positions. The two
   * must not share memory.
   *
   * <p>{@link CoderStatus#UNDERFLOW}: {@code in} is used up. {@link CoderStatus#OVERFLOW}: {@code
   * out} lacks room for the next character; call again with the same {@code in} and flag. Progress
   * is certain once {@code out} has room for 4 bytes. No character is ever split over two outputs.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param out where the bytes of the target encoding go, from its position on
   * @param endOfInput whether the stream ends with {@code in}
   * @return why the call has ended
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has ended or failed
   */
  public CoderStatus transcode(ByteBuffer in, ByteBuffer out, boolean endOfInput) {
    if (out.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    CodingListener listener = listener();
    if (listener == null) {
      return transcodeTo(in, out, endOfInput);
    }
    int from = out.position();
    return told(listener, () -> transcodeTo(in, out, endOfInput), status -> out.position() - from);
  }

  private CoderStatus transcodeTo(ByteBuffer in, ByteBuffer out, boolean endOfInput) {
    Workspace w = Workspace.borrow();
    try {
      return out.hasArray()
          ? transcodeToArray(in, out, endOfInput, w)
          : w.throughWindow(out, () -> run(in, endOfInput, w));
    } finally {
      w.giveBack();
    }
  }

  private CoderStatus transcodeToArray(
      ByteBuffer in, ByteBuffer out, boolean endOfInput, Workspace w) {
    int from = out.arrayOffset() + out.position();
    w.writeBytesTo(out.array(), from, out.remaining());
    try {
      return run(in, endOfInput, w);
    } finally {
      out.position(out.position() + w.bpos - from);
    }
  }

  @Override
  public void reset() {
    super.reset();
    writer.reset();
  }

  @Override
  void convert(Workspace w, Kernel kernel) {
    if (writer.isMarkDue()) {
      return;
    }
    TextEncoding source = resolvedOrNull();
    if (source != null && source.form() == writer.form()) {
      copy(w, kernel);
    } else {
      convertThroughChars(w, kernel);
    }
  }

  private static void copy(Workspace w, Kernel kernel) {
    int length = Math.min(w.end - w.pos, w.bend - w.bpos);
    length = kernel.wellFormedPrefix(w.src, w.pos, w.pos + length);
    System.arraycopy(w.src, w.pos, w.bytes, w.bpos, length);
    w.pos += length;
    w.bpos += length;
  }

  private void convertThroughChars(Workspace w, Kernel kernel) {
    char[] middle = w.charWindow();
    while (w.pos < w.end) {
      convertDirectly(w, kernel);
      int room = Math.min(MIDDLE_CHARS, writer.roomInChars(w));
      long progress = kernel.decode(w.src, w.pos, w.end, middle, 0, room);
      int chars = Kernel.written(progress);
      if (chars == 0) {
        return;
      }
      w.pos += Kernel.read(progress);
      writer.writeAll(w, middle, 0, chars);
    }
  }

  /** Between UTF-8 and UTF-16, as far as a kernel needs no chars for it. */
  private void convertDirectly(Workspace w, Kernel kernel) {
    long progress = 0;
    if (writer.form() == Utf8Form.INSTANCE) {
      progress = kernel.toUtf8(w.src, w.pos, w.end, w.bytes, w.bpos, w.bend);
    } else if (resolvedOrNull() == TextEncoding.UTF_8) {
      progress = writer.kernel().fromUtf8(w.src, w.pos, w.end, w.bytes, w.bpos, w.bend);
    }
    w.pos += Kernel.read(progress);
    w.bpos += Kernel.written(progress);
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    return writer.write(w, scalar);
  }
}
