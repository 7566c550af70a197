/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A writer to a stream of bytes, by a spec: in the place of {@link java.io.OutputStreamWriter},
 * with policies, observers and the byte order mark that the spec asks for. It gathers up to 8,192
 * bytes, so it needs no {@link java.io.BufferedWriter} around it.
 *
 * <pre>{@code
 * try (Writer text = new TextWriter(System.out, EncoderSpec.of(UTF_8))) {
 *   text.write("\uD83D\uDE00");
 * }
 * }</pre>
 *
 * <p>{@link #flush} writes all that is complete; a high surrogate at the end waits for its partner.
 * {@link #close} ends the text: a high surrogate that still waits is unpaired, and treated by the
 * policy. It closes the stream in any case; closing twice does nothing.
 *
 * <p><b>Errors.</b> Where the spec reports, the text before the unpaired surrogate is written, and
 * this and every later write throws the {@link IllFormedIOException}. What an observer, a handler
 * or a listener throws is thrown unchanged, in the same way. After {@link #close} writes throw an
 * {@link IOException}.
 *
 * <p><b>Threads.</b> Safe for several, as every {@link Writer}: each call holds the lock.
 */
public final class TextWriter extends Writer {
  private static final int SIZE = 8192;

  private final OutputStream out;
  private final TextEncoder encoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(SIZE);
  private boolean closed;
  private @Nullable Throwable failure;

  /**
   * Writes to a stream, which is flushed and closed with this writer.
   *
   * @param out where the bytes go
   * @param spec how text becomes bytes
   */
  public TextWriter(OutputStream out, EncoderSpec spec) {
    this.out = Objects.requireNonNull(out, "out");
    this.encoder = spec.newEncoder();
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    encode(CharBuffer.wrap(text, from, length), false);
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, text.length());
    if (from + length < text.length()) {
      encode(CharBuffer.wrap(text, from, from + length), false);
    } else {
      encodeFrom(text, from);
    }
  }

  /** A {@code String} to its end, which is encoded fastest. */
  private void encodeFrom(String text, int from) throws IOException {
    synchronized (lock) {
      requireOpen();
      int at = from;
      while (at >= 0) {
        long before = encoder.position() + encoder.pendingChars();
        boolean more = encodeSome(text, at);
        at += (int) (encoder.position() + encoder.pendingChars() - before);
        at = more ? at : -1;
      }
    }
  }

  private void encode(CharBuffer text, boolean end) throws IOException {
    synchronized (lock) {
      requireOpen();
      while (encodeSome(text, end)) {
        // The buffer was full, and has been written.
      }
    }
  }

  private boolean encodeSome(String text, int from) throws IOException {
    CoderStatus status;
    try {
      status = encoder.encode(text, from, bytes, false);
    } catch (Throwable e) {
      throw failed(e);
    }
    return drainIfFull(status);
  }

  private boolean encodeSome(CharBuffer text, boolean end) throws IOException {
    CoderStatus status;
    try {
      status = encoder.encode(text, bytes, end);
    } catch (Throwable e) {
      throw failed(e);
    }
    return drainIfFull(status);
  }

  private boolean drainIfFull(CoderStatus status) throws IOException {
    boolean full = status == CoderStatus.OVERFLOW;
    if (full) {
      drain();
    }
    return full;
  }

  private void drain() throws IOException {
    try {
      out.write(bytes.array(), 0, bytes.position());
    } finally {
      bytes.clear();
    }
  }

  /** Answers with what to throw, or throws it as it is: the encoder has failed. */
  private IOException failed(Throwable thrown) {
    if (thrown instanceof IllFormedTextException e) {
      IllFormedIOException reported = new IllFormedIOException(e);
      failure = reported;
      return reported;
    }
    failure = thrown;
    throw TextReader.<RuntimeException>unchecked(thrown);
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the writer is closed");
    }
    if (failure != null) {
      throw TextReader.<RuntimeException>unchecked(failure);
    }
  }

  @Override
  public void flush() throws IOException {
    synchronized (lock) {
      if (closed) {
        throw new IOException("the writer is closed");
      }
      drain();
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      try (OutputStream target = out) {
        try {
          if (failure == null) {
            encode(CharBuffer.allocate(0), true);
          }
        } finally {
          drain();
          target.flush();
        }
      } finally {
        closed = true;
      }
    }
  }
}
