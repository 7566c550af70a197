/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import io.utflow.cli.FileProblem;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file or standard input that is read once, from its start, and how it is encoded. */
public final class Reading implements Closeable {
  /** The number of bytes that are read at once after the head. */
  private static final int READ_BYTES = 1 << 18;

  /** The number of bytes of a stream that are waited for before the encoding is decided. */
  private static final int STREAM_BYTES = 1 << 13;

  /** The longest byte order mark. */
  private static final int MARK_BYTES = 4;

  private static final Path STANDARD_INPUT = Path.of("-");

  private final String name;
  private final InputStream in;
  private byte[] buffer = new byte[From.HEAD_BYTES];
  private Found found;
  private int inBuffer;
  private boolean ended;

  private Reading(String name, InputStream in, boolean isFile, From from) throws IOException {
    this.name = name;
    this.in = in;
    // All that there is of it, or as much as this, so that the answer does not depend on the cut.
    int least = from.declared().isPresent() ? MARK_BYTES : isFile ? buffer.length : STREAM_BYTES;
    boolean isDeclared = from.declared().isPresent();
    while (!ended && inBuffer < least && (!isDeclared || mayBeMark())) {
      int read = in.read(buffer, inBuffer, buffer.length - inBuffer);
      ended = read < 0;
      inBuffer += Math.max(read, 0);
    }
    found = from.find(head(), ended);
  }

  /** A declared text that begins otherwise need not be waited for. */
  private boolean mayBeMark() {
    return inBuffer == 0 || buffer[0] == 0 || (buffer[0] & 0xFF) >= 0xEF;
  }

  /** Whether the name is that of standard input. */
  public static boolean isStandardInput(Path file) {
    return file.equals(STANDARD_INPUT);
  }

  /** The name of a file for users. */
  public static String nameOf(Path file) {
    return isStandardInput(file) ? "standard input" : file.toString();
  }

  /** Opens a file, or standard input for {@code -}. */
  public static Reading open(Path file, From from) throws IOException {
    String name = nameOf(file);
    try {
      InputStream in = isStandardInput(file) ? System.in : Files.newInputStream(file);
      try {
        boolean isFile = Files.isRegularFile(file);
        Reading text = new Reading(name, in, isFile, from);
        if (isFile && !text.ended && from.dependsOnMoreThan(text.found)) {
          text.found = findBehindAscii(file, from);
        }
        return text;
      } catch (Throwable e) {
        in.close();
        throw e;
      }
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  private static Found findBehindAscii(Path file, From from) throws IOException {
    byte[] bytes = new byte[From.HEAD_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      while (true) {
        int read = in.readNBytes(bytes, 0, bytes.length);
        int first = 0;
        while (first < read && bytes[first] >= 0) {
          first++;
        }
        if (first < read || read < bytes.length) {
          System.arraycopy(bytes, first, bytes, 0, read - first);
          int more = in.readNBytes(bytes, read - first, bytes.length - (read - first));
          int length = read - first + more;
          return from.findBehindAscii(ByteBuffer.wrap(bytes, 0, length), length < bytes.length);
        }
      }
    }
  }

  /** The encoding that was found. */
  public Found found() {
    return found;
  }

  /** The first bytes, or all: until the first {@link #next}. */
  public ByteBuffer head() {
    return ByteBuffer.wrap(buffer, 0, inBuffer);
  }

  /** The next bytes, until the call after this; empty at the end. */
  public ByteBuffer next() throws IOException {
    if (inBuffer == 0 && !ended) {
      try {
        buffer = buffer.length < READ_BYTES ? new byte[READ_BYTES] : buffer;
        int read = in.read(buffer);
        ended = read < 0;
        inBuffer = Math.max(read, 0);
      } catch (IOException e) {
        throw FileProblem.of(name, e);
      }
    }
    ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, inBuffer);
    inBuffer = 0;
    return bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
