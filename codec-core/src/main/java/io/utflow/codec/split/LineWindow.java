package io.utflow.codec.split;

import io.utflow.codec.SegmentDecoder;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a stage holds besides the input that it is draining, never longer than that input: bytes of
 * a buffer without an accessible array, and well-formed text decoded ahead, for to decode many
 * lines at once costs less than each. Of what was decoded ahead the stream takes no notice until
 * the line is delivered. For long inputs it is borrowed from a small pool of the process (law L4).
 */
public final class LineWindow extends Pooled {
  private static final int SIZE = 8192;

  /** Inputs up to this length get a window of their length. */
  private static final int SHORT = 1024;

  private static final Pool<LineWindow> POOL = new Pool<>(() -> new LineWindow(SIZE));

  private final int size;
  private byte @Nullable [] bytes;
  private char @Nullable [] chars;

  /** The bytes are those of the input from this position on, so many. */
  private int stagedAt;

  private int staged;

  /** The chars from this index on are the text of the next {@link #covered} bytes of the input. */
  private int next;

  private int covered;

  private LineWindow(int size) {
    this.size = size;
  }

  /** One that is the caller's until it is released. */
  public static LineWindow borrow(int inputLength) {
    return inputLength <= SHORT ? new LineWindow(inputLength) : POOL.borrow();
  }

  /** Gives it back. */
  public void release() {
    staged = 0;
    covered = 0;
    if (size == SIZE) {
      POOL.giveBack(this);
    }
  }

  /** Copies the bytes that {@code input}, which stays where it stands, has next. */
  public void stage(ByteBuffer input) {
    if (bytes == null) {
      bytes = new byte[size];
    }
    stagedAt = input.position();
    staged = Math.min(size, input.remaining());
    input.get(stagedAt, bytes, 0, staged);
  }

  /** The staged bytes. */
  public byte[] bytes() {
    return bytes == null ? new byte[0] : bytes;
  }

  /** Where the next byte of {@code input} stands among those staged; it may be behind them. */
  public int stagedIndex(ByteBuffer input) {
    return staged == 0 ? 0 : input.position() - stagedAt;
  }

  /** Behind the last staged byte. */
  public int stagedEnd() {
    return staged;
  }

  /** Whether the staged bytes are the last of {@code input}. */
  public boolean reachesEndOf(ByteBuffer input) {
    return stagedAt + staged == input.limit();
  }

  /** The text of so many of the next bytes of the input has been decoded. */
  public int covered() {
    return covered;
  }

  /** Decodes what is well-formed of {@code src[from, to)}, the next bytes of the input. */
  public void decodeAhead(SegmentDecoder decoder, byte[] src, int from, int to) {
    if (chars == null) {
      chars = new char[size];
    }
    next = 0;
    covered = Kernel.read(decoder.decodeAhead(src, from, to, chars));
  }

  /** The next {@code count} chars. */
  public String text(int count) {
    char[] decoded = chars;
    if (count == 0 || decoded == null) {
      return "";
    }
    return count == 1 ? String.valueOf(decoded[next]) : new String(decoded, next, count);
  }

  /** The input has moved on by bytes that are so many chars. */
  public void advance(int bytes, int chars) {
    next += chars;
    covered = Math.max(0, covered - bytes);
  }

  /** The input has moved on by other ways. */
  public void forget() {
    covered = 0;
  }
}
