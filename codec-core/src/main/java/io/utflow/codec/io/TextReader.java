/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.CharBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reader over bytes, by a spec: in the place of {@link java.io.InputStreamReader}, with byte
 * order marks, policies, observers and byte offsets. It needs no {@link java.io.BufferedReader}
 * around it: single chars and short arrays are read ahead. For lines there is {@link LineReader}.
 *
 * <pre>{@code
 * try (Reader text = new TextReader(System.in, DecoderSpec.of(UTF_8))) {
 *   text.transferTo(Writer.nullWriter());
 * }
 * }</pre>
 *
 * <p>A read waits until there is a character, and no longer. It takes up to 8,192 bytes from the
 * source at once, so bytes behind the text that was read may have been taken. {@code mark} is not
 * supported.
 *
 * <p><b>Errors.</b> Where the spec reports, the text before the ill-formed sequence is read first;
 * then each read throws the {@link IllFormedIOException}. What an observer, a handler or a listener
 * throws is thrown unchanged, in the same way. After {@link #close} reads throw an {@link
 * IOException}.
 *
 * <p><b>Threads.</b> Safe for several, as every {@link Reader}: each call holds the lock, also
 * while it waits. A channel may be closed by another thread, as it allows that.
 */
public final class TextReader extends Reader {
  /** Arrays shorter than this are filled from text read ahead. */
  private static final int SHORT = 512;

  /** So many chars are read ahead. */
  private static final int AHEAD = 4096;

  private final ByteSource source;
  private final TextDecoder decoder;
  private @Nullable CharBuffer ahead;
  private boolean overflowed;
  private boolean sourceEnded;
  private boolean ended;
  private boolean closed;
  private @Nullable Throwable failure;

  /**
   * Reads a stream, which is closed with this reader.
   *
   * @param in the bytes
   * @param spec how they become text
   */
  public TextReader(InputStream in, DecoderSpec spec) {
    this(ByteSource.of(in), spec);
  }

  /**
   * Reads a channel, which is closed with this reader.
   *
   * @param in the bytes; in blocking mode, else a read may throw {@link
   *     java.nio.channels.IllegalBlockingModeException}
   * @param spec how they become text
   */
  public TextReader(ReadableByteChannel in, DecoderSpec spec) {
    this(ByteSource.of(in), spec);
  }

  private TextReader(ByteSource source, DecoderSpec spec) {
    this.source = source;
    this.decoder = spec.newDecoder();
  }

  @Override
  public int read() throws IOException {
    synchronized (lock) {
      requireOpen();
      return fillAhead() ? Objects.requireNonNull(ahead).get() : -1;
    }
  }

  @Override
  public int read(char[] target, int from, int length) throws IOException {
    synchronized (lock) {
      requireOpen();
      Objects.checkFromIndexSize(from, length, target.length);
      if (length == 0) {
        return 0;
      }
      if (length >= SHORT && (ahead == null || !ahead.hasRemaining())) {
        return decode(CharBuffer.wrap(target, from, length));
      }
      return fillAhead() ? take(Objects.requireNonNull(ahead), target, from, length) : -1;
    }
  }

  private static int take(CharBuffer text, char[] target, int from, int length) {
    int count = Math.min(length, text.remaining());
    text.get(target, from, count);
    return count;
  }

  /** Whether there is text read ahead, or comes. */
  private boolean fillAhead() throws IOException {
    CharBuffer text = ahead;
    if (text == null) {
      text = CharBuffer.allocate(AHEAD).limit(0);
      ahead = text;
    }
    if (!text.hasRemaining()) {
      text.clear();
      try {
        decode(text);
      } finally {
        text.flip();
      }
    }
    return text.hasRemaining();
  }

  /** Decodes at least one char to {@code text}, and answers how many; -1 at the end. */
  private int decode(CharBuffer text) throws IOException {
    throwFailure();
    int begin = text.position();
    try {
      while (text.position() == begin && !ended) {
        decodeSome(text);
      }
    } catch (IllFormedTextException e) {
      failure = new IllFormedIOException(e);
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      failure = e;
    }
    if (text.position() == begin) {
      throwFailure();
      return -1;
    }
    return text.position() - begin;
  }

  private void decodeSome(CharBuffer text) throws IOException {
    if (!overflowed && !source.bytes.hasRemaining() && !sourceEnded) {
      sourceEnded = !source.receive();
    }
    overflowed = decoder.decode(source.bytes, text, sourceEnded) == CoderStatus.OVERFLOW;
    ended = sourceEnded && !overflowed;
  }

  private void throwFailure() throws IOException {
    if (failure != null) {
      throw TextReader.<RuntimeException>unchecked(failure);
    }
  }

  /** Throws it as it is: an observer in another language may throw a checked exception. */
  @SuppressWarnings("unchecked")
  static <T extends Throwable> T unchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the reader is closed");
    }
  }

  /** {@inheritDoc} For bytes of which no character is complete, it may still be true. */
  @Override
  public boolean ready() throws IOException {
    synchronized (lock) {
      requireOpen();
      return ahead != null && ahead.hasRemaining()
          || overflowed
          || !sourceEnded && failure == null && source.isReady();
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      closed = true;
      source.close();
    }
  }
}
