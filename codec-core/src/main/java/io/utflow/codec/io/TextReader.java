/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.stage.Detection;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channels;
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
 * source at once, so bytes after the text that was read may have been taken. {@code mark} is not
 * supported.
 *
 * <p><b>Errors.</b> Where the spec reports, the text before the ill-formed sequence is read first;
 * then each read throws the {@link IllFormedIOException}. Exceptions of an observer, a handler or a
 * listener are thrown unchanged, in the same way. After {@link #close} reads throw an {@link
 * IOException}.
 *
 * <p><b>Threads.</b> Safe for several, as every {@link Reader}: each call holds the lock, also
 * while it waits. A channel may be closed by another thread, as it allows that.
 */
public final class TextReader extends Reader {
  /** The most bytes received at once. */
  private static final int SIZE = 8192;

  /**
   * The most chars decoded ahead: what the bytes received at once become. Arrays shorter than this
   * are filled by copying, because one call that decodes much costs less than many.
   */
  private static final int AHEAD = 8192;

  private static final char[] NO_CHARS = {};

  private final ByteSource source;
  private final Decoding decoder;

  /** Text read ahead: {@code [next, aheadEnd)}. */
  private char[] ahead = NO_CHARS;

  private int next;
  private int aheadEnd;
  private boolean overflowed;
  private boolean sourceEnded;
  private boolean ended;
  private boolean closed;
  private @Nullable Throwable failure;

  /**
   * The decoder of this reader: {@link TextDecoder#decode(ByteBuffer, CharBuffer, boolean)}, or as
   * it does.
   */
  private interface Decoding {
    CoderStatus decode(ByteBuffer in, CharBuffer out, boolean endOfInput);
  }

  private TextReader(InputStream in, Decoding decoder) {
    this.source = new ByteSource(in, SIZE);
    this.decoder = decoder;
  }

  /**
   * Reads a stream, which is closed with this reader.
   *
   * @param in the bytes
   * @param spec how they become text
   */
  public TextReader(InputStream in, DecoderSpec spec) {
    this(in, spec.newDecoder()::decode);
  }

  /**
   * Reads a stream, which is closed with this reader, in the encoding that is found out from its
   * first bytes. Until that is known a read waits for more of them, as the detection says.
   *
   * @param in the bytes
   * @param detection how the encoding is found out
   */
  public TextReader(InputStream in, Detection detection) {
    this(in, new DetectedText(detection)::decode);
  }

  /**
   * As {@link #TextReader(InputStream, Detection)}, from a channel, which is closed with this
   * reader.
   *
   * @param in the bytes; in blocking mode
   * @param detection how the encoding is found out
   */
  public TextReader(ReadableByteChannel in, Detection detection) {
    this(Channels.newInputStream(in), detection);
  }

  /**
   * Reads a stream, which is closed with this reader, and replaces ill-formed sequences by U+FFFD.
   *
   * @param in the bytes
   * @param encoding of the bytes
   */
  public TextReader(InputStream in, TextEncoding encoding) {
    this(in, DecoderSpec.of(encoding));
  }

  /**
   * Reads a channel, which is closed with this reader.
   *
   * @param in the bytes; in blocking mode, else a read may throw {@link
   *     java.nio.channels.IllegalBlockingModeException}
   * @param spec how they become text
   */
  public TextReader(ReadableByteChannel in, DecoderSpec spec) {
    this(Channels.newInputStream(in), spec);
  }

  /**
   * Reads a channel, which is closed with this reader, and replaces ill-formed sequences by U+FFFD.
   *
   * @param in the bytes; in blocking mode
   * @param encoding of the bytes
   */
  public TextReader(ReadableByteChannel in, TextEncoding encoding) {
    this(in, DecoderSpec.of(encoding));
  }

  @Override
  public int read() throws IOException {
    synchronized (lock) {
      requireOpen();
      return next < aheadEnd || fillAhead() ? ahead[next++] : -1;
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
      if (next == aheadEnd) {
        if (length >= AHEAD) {
          return decode(CharBuffer.wrap(target, from, length));
        }
        if (!fillAhead()) {
          return -1;
        }
      }
      int count = Math.min(length, aheadEnd - next);
      System.arraycopy(ahead, next, target, from, count);
      next += count;
      return count;
    }
  }

  /** Reads ahead, with nothing read ahead; false at the end. */
  private boolean fillAhead() throws IOException {
    if (ahead == NO_CHARS) {
      ahead = new char[AHEAD];
    }
    int count = decode(CharBuffer.wrap(ahead));
    next = 0;
    aheadEnd = Math.max(count, 0);
    return count > 0;
  }

  /** Decodes at least one char to {@code text}, and answers how many; -1 at the end. */
  private int decode(CharBuffer text) throws IOException {
    throwFailure();
    int begin = text.position();
    while (text.position() == begin && !ended && failure == null) {
      if (!overflowed && !source.bytes.hasRemaining() && !sourceEnded) {
        sourceEnded = !source.receive();
      }
      decodeSome(text);
    }
    if (text.position() == begin) {
      throwFailure();
      return -1;
    }
    return text.position() - begin;
  }

  private void decodeSome(CharBuffer text) {
    try {
      overflowed = decoder.decode(source.bytes, text, sourceEnded) == CoderStatus.OVERFLOW;
      ended = sourceEnded && !overflowed;
    } catch (IllFormedTextException e) {
      failure = new IllFormedIOException(e);
    } catch (Throwable e) {
      // Also an IOException, which an observer in another language may throw.
      failure = e;
    }
  }

  private void throwFailure() throws IOException {
    if (failure != null) {
      throw Failures.rethrow(failure);
    }
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
      return next < aheadEnd || overflowed || !sourceEnded && failure == null && source.isReady();
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
