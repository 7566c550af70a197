package io.utflow.codec.stage;

import io.utflow.codec.TextDecoder;
import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a stage that cuts text into strings needs while an input is being drained, and not between
 * two inputs: decoded text, and how far it is read. Borrowed from a pool of the process (law L4).
 */
final class Windows extends Pooled {
  private static final Pool<Windows> POOL = new Pool<>(Windows::new);

  /** The most chars decoded, and the most bytes staged, at once. */
  static final int SIZE = 8192;

  private final char[] chars = new char[SIZE];
  private final CharBuffer decoded = CharBuffer.wrap(chars);
  private final CharWindow charWindow = new CharWindow(chars);

  /** Bytes of an input without an accessible array. */
  private final ByteBuffer staged = ByteBuffer.allocate(SIZE).limit(0);

  /** Where the bytes of the decoded text begin in the chunk, behind those carried; -1: unknown. */
  private int bytesFrom = -1;

  private byte[] carried = AbstractStage.NO_BYTES;

  /** Whether the bytes can also be told apart when some of their text is read. */
  private boolean retraceable;

  /** What is shown, but for bytes of ASCII. */
  private CharWindow shownChars = charWindow;

  private boolean showsAscii;
  private int start;
  private int from;
  private int to;

  private Windows() {}

  static Windows borrow() {
    return POOL.borrow();
  }

  void giveBack() {
    staged.limit(0);
    showChars(charWindow, 0);
    forgetBytes();
    POOL.giveBack(this);
  }

  private void showChars(CharWindow window, int end) {
    // A reference that need not change is not written: that costs some collectors a memory fence.
    if (shownChars != window) {
      shownChars = window;
    }
    show(false, 0, end);
  }

  private void show(boolean ascii, int first, int end) {
    showsAscii = ascii;
    start = first;
    from = first;
    to = end;
  }

  /**
   * The text to read, {@code [from(), to())} of it. Where that is bytes of {@code input}, it is not
   * from here that they are held, for the pool may know of this when nobody else does.
   */
  TextWindow text(ByteBuffer input) {
    return showsAscii
        ? new AsciiWindow(input.hasArray() ? input.array() : staged.array())
        : shownChars;
  }

  private boolean showsDecoded() {
    return !showsAscii && shownChars == charWindow;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  boolean hasText() {
    return from < to;
  }

  void readTo(int index) {
    if (showsDecoded() && index > from && !retraceable) {
      forgetBytes();
    }
    from = index;
  }

  /** Leaves the rest of the text, which the decoder is to read. */
  void leaveRestFrom(int index) {
    readTo(index);
    to = index;
  }

  /** The bytes of the input that are next, in an array. */
  ByteBuffer chunkOf(ByteBuffer input) {
    if (input.hasArray()) {
      return input;
    }
    if (!staged.hasRemaining() && input.hasRemaining()) {
      staged.clear();
      int length = Math.min(SIZE, input.remaining());
      input.get(staged.array(), 0, length);
      staged.limit(length);
    }
    return staged;
  }

  /** What was staged and is not read, handed over. */
  ByteBuffer takeStaged() {
    ByteBuffer rest = ByteBuffer.allocate(staged.remaining()).put(staged).flip();
    staged.limit(staged.position());
    return rest;
  }

  /**
   * Adds the text that is not read and whose bytes are not remembered, handed over. Not bytes of
   * ASCII: those are settled first.
   */
  void takeText(StringBuilder text) {
    if (!showsDecoded() || !remembersBytes()) {
      shownChars.appendTo(text, from, to);
      from = to;
    }
  }

  /** Reads bytes of ASCII where they stand. */
  void showAscii(ByteBuffer chunk) {
    int first = chunk.arrayOffset() + chunk.position();
    show(true, first, first + chunk.remaining());
  }

  /** Tells the decoder how much of the chunk was read as ASCII. */
  void settle(TextDecoder decoder, ByteBuffer chunk) {
    if (showsAscii) {
      decoder.skipAscii(chunk, from - start);
      showChars(charWindow, 0);
    }
  }

  /** Guards what is decoded next. */
  IllFormedGuard guard(Delimiters delimiters, int mostBefore) {
    return new IllFormedGuard(delimiters, chars, mostBefore);
  }

  /** Decodes as many chars as {@code room} says; what was decoded is shown also if it fails. */
  void decode(
      TextDecoder decoder,
      ByteBuffer chunk,
      int room,
      boolean endOfInput,
      @Nullable IllFormedGuard guard) {
    decoded.clear().limit(room);
    try {
      if (guard == null) {
        decoder.decode(chunk, decoded, endOfInput);
      } else {
        decoder.decode(chunk, decoded, endOfInput, guard);
      }
    } finally {
      showChars(charWindow, decoded.position());
    }
  }

  /**
   * Remembers where the bytes stand that are decoded next, as long as they can be told: also when
   * some of their text is read, if the decoder knows the way back.
   */
  void rememberBytes(TextDecoder decoder, ByteBuffer chunk, boolean retraced) {
    forgetBytes();
    if (decoder.pendingBytes() > 0) {
      carried = decoder.copyOfPending();
    }
    bytesFrom = chunk.position();
    retraceable = retraced;
  }

  void forgetBytes() {
    if (carried != AbstractStage.NO_BYTES) {
      carried = AbstractStage.NO_BYTES;
    }
    bytesFrom = -1;
  }

  boolean remembersBytes() {
    return bytesFrom >= 0;
  }

  /** The bytes of the decoded text that is not read, and those carried behind it. */
  byte[] rememberedBytes(TextDecoder decoder, ByteBuffer input) {
    ByteBuffer chunk = input.hasArray() ? input : staged;
    ByteBuffer next = chunk.slice(bytesFrom, chunk.position() - bytesFrom);
    byte[] bytes = AbstractStage.join(carried, AbstractStage.NO_BYTES, next);
    boolean partlyRead = showsDecoded() && from > 0;
    return partlyRead
        ? Arrays.copyOfRange(bytes, decoder.bytesOf(bytes, from), bytes.length)
        : bytes;
  }

  /** Reads a string. */
  void show(String text) {
    showChars(new CharWindow(text.toCharArray()), text.length());
  }
}
