/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.illformed.Failures;
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
 * this and every later write throws the {@link IllFormedIOException}. Exceptions of an observer, a
 * handler or a listener are thrown unchanged, in the same way. If the stream refuses bytes, some of
 * the text is lost, so every later write throws the same exception: text after a gap would look
 * whole. After {@link #close} writes throw an {@link IOException}.
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
    encode(CharBuffer.wrap(text, from, length), 0, false);
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, text.length());
    if (from + length < text.length()) {
      encode(CharBuffer.wrap(text, from, from + length), 0, false);
    } else {
      // A String to its end is encoded fastest.
      encode(text, from, false);
    }
  }

  private void encode(CharSequence text, int from, boolean end) throws IOException {
    synchronized (lock) {
      requireOpen();
      int at = from;
      while (true) {
        long before = encoder.position() + encoder.pendingChars();
        if (encodeSome(text, at, end) == CoderStatus.UNDERFLOW) {
          return;
        }
        at += (int) (encoder.position() + encoder.pendingChars() - before);
        drain();
      }
    }
  }

  private CoderStatus encodeSome(CharSequence text, int from, boolean end) throws IOException {
    try {
      return encoder.encode(text, from, bytes, end);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private void drain() throws IOException {
    int length = bytes.position();
    bytes.clear();
    if (length > 0) {
      try {
        out.write(bytes.array(), 0, length);
      } catch (Throwable e) {
        failure = failure == null ? e : failure;
        throw e;
      }
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
    throw Failures.rethrow(thrown);
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the writer is closed");
    }
    if (failure != null) {
      throw Failures.rethrow(failure);
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
      Throwable thrown = failure == null ? also(null, () -> encode("", 0, true)) : null;
      thrown = also(thrown, this::drain);
      thrown = also(thrown, out::flush);
      thrown = also(thrown, out::close);
      closed = true;
      if (thrown != null) {
        throw Failures.rethrow(thrown);
      }
    }
  }

  /** A step of closing, which does not keep the next from being made. */
  private interface Step {
    void make() throws IOException;
  }

  private static @Nullable Throwable also(@Nullable Throwable earlier, Step step) {
    try {
      step.make();
      return earlier;
    } catch (Throwable e) {
      if (earlier == null) {
        return e;
      }
      // A stream may throw one exception twice, and no exception can suppress itself.
      if (earlier != e) {
        earlier.addSuppressed(e);
      }
      return earlier;
    }
  }
}
