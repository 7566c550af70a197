/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.LineEncodings;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines from bytes, by specs: in the place of {@link java.io.BufferedReader#readLine} and
 * {@link java.io.BufferedReader#lines}, with a bound for each line and in any encoding.
 *
 * <pre>{@code
 * try (LineReader log = new LineReader(System.in, DecoderSpec.of(UTF_8), LineSpec.of(LineBreaks.ANY))) {
 *   long count = log.lines().filter(line -> line.contains("\u2713")).count();
 * }
 * }</pre>
 *
 * <p>A line is read when the last byte of its terminator is there. Bytes after it may have been
 * taken from the source.
 *
 * <p><b>Errors.</b> Where the spec reports, complete lines are read first, then an {@link
 * IllFormedIOException} is thrown; a line that is too long is a {@link
 * io.utflow.codec.stage.TooLongLineException}, unless its spec says otherwise. After a failure
 * there are no more lines.
 *
 * <p><b>Threads.</b> For one thread at a time.
 */
public final class LineReader implements Closeable {
  /** Bytes received at once. Reading over the end of an input costs as much as some lines. */
  private static final int SIZE = 1 << 13;

  private final ByteSource source;
  private final Stage<ByteBuffer, String> lines;
  private boolean ended;
  private boolean closed;

  /**
   * Reads a stream, which is closed with this reader.
   *
   * @param in the bytes
   * @param spec how they become text
   * @param lines the line breaks and the bound
   */
  public LineReader(InputStream in, DecoderSpec spec, LineSpec lines) {
    this(in, Stages.lines(spec, lines));
  }

  private LineReader(InputStream in, Stage<ByteBuffer, String> lines) {
    this.source = new ByteSource(in, SIZE);
    this.lines = lines;
  }

  /**
   * Reads a stream, which is closed with this reader, in the encoding that is found out from its
   * first bytes. Until that is known a read waits for more of them, as the detection says.
   *
   * @param in the bytes
   * @param detection how the encoding is found out
   * @param lines the line breaks and the bound
   */
  public LineReader(InputStream in, Detection detection, LineSpec lines) {
    this(in, Stages.lines(detection, lines));
  }

  /**
   * As {@link #LineReader(InputStream, Detection, LineSpec)}, from a channel, which is closed with
   * this reader.
   *
   * @param in the bytes; in blocking mode
   * @param detection how the encoding is found out
   * @param lines the line breaks and the bound
   */
  public LineReader(ReadableByteChannel in, Detection detection, LineSpec lines) {
    this(Channels.newInputStream(in), detection, lines);
  }

  /**
   * Reads a stream, which is closed with this reader, each line in an encoding of its own. A line
   * over the bound of {@code lines} is a {@link FrameException}, unless they say otherwise.
   *
   * @param in the bytes
   * @param lines the encodings, the line breaks and the bound
   */
  public LineReader(InputStream in, LineEncodings lines) {
    this(in, lines.stage());
  }

  /**
   * As {@link #LineReader(InputStream, LineEncodings)}, from a channel, which is closed with this
   * reader.
   *
   * @param in the bytes; in blocking mode
   * @param lines the encodings, the line breaks and the bound
   */
  public LineReader(ReadableByteChannel in, LineEncodings lines) {
    this(Channels.newInputStream(in), lines);
  }

  /**
   * Reads a stream, which is closed with this reader, and replaces ill-formed sequences by U+FFFD.
   *
   * @param in the bytes
   * @param encoding of the bytes
   * @param lines the line breaks and the bound
   */
  public LineReader(InputStream in, TextEncoding encoding, LineSpec lines) {
    this(in, DecoderSpec.of(encoding), lines);
  }

  /**
   * Reads a channel, which is closed with this reader.
   *
   * @param in the bytes; in blocking mode
   * @param spec how they become text
   * @param lines the line breaks and the bound
   */
  public LineReader(ReadableByteChannel in, DecoderSpec spec, LineSpec lines) {
    this(Channels.newInputStream(in), spec, lines);
  }

  /**
   * Reads a channel, which is closed with this reader, and replaces ill-formed sequences by U+FFFD.
   *
   * @param in the bytes; in blocking mode
   * @param encoding of the bytes
   * @param lines the line breaks and the bound
   */
  public LineReader(ReadableByteChannel in, TextEncoding encoding, LineSpec lines) {
    this(in, DecoderSpec.of(encoding), lines);
  }

  /**
   * Waits for the next line.
   *
   * @return the line, or null at the end
   * @throws IllFormedIOException if the spec reports
   * @throws IOException if the source fails, or if this is closed
   * @throws io.utflow.codec.stage.TooLongLineException if the spec of lines says so
   * @throws FrameException if {@link LineEncodings} say so
   */
  public @Nullable String readLine() throws IOException {
    if (closed) {
      throw new IOException("the reader is closed");
    }
    String line = poll();
    while (line == null && !ended) {
      receive();
      line = poll();
    }
    return line;
  }

  private @Nullable String poll() throws IllFormedIOException {
    try {
      return lines.poll();
    } catch (IllFormedTextException e) {
      ended = true;
      throw new IllFormedIOException(e);
    } catch (FrameException e) {
      ended = true;
      // A line that is read alone fails as a frame does; the sequence counts from the start of all.
      if (e.getCause() instanceof IllFormedTextException found) {
        throw new IllFormedIOException(found);
      }
      throw e;
    } catch (Throwable e) {
      ended = true;
      throw e;
    }
  }

  private void receive() throws IOException {
    if (source.receive()) {
      lines.offer(source.bytes);
    } else {
      ended = true;
      lines.endOfInput();
    }
  }

  /**
   * The lines to come, read as they are asked for. The stream throws the exceptions of {@link
   * #readLine}, an {@link IOException} as an {@link UncheckedIOException}.
   *
   * @return a sequential stream, to be used once; closing it closes nothing
   */
  public Stream<String> lines() {
    return Stream.<@Nullable String>iterate("", Objects::nonNull, any -> nextLine()).skip(1);
  }

  private @Nullable String nextLine() {
    try {
      return readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    lines.close();
    source.close();
  }
}
