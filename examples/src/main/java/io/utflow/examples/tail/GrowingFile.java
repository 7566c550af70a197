/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.tail;

import io.utflow.codec.TextEncoding;
import io.utflow.examples.FileProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/** Reads the bytes of a file, and if it is followed those that are appended. */
final class GrowingFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Path STANDARD_INPUT = Path.of("-");

  private final Path file;
  private final Runnable beforeEachRead;

  GrowingFile(Path file, Runnable beforeEachRead) {
    this.file = file;
    this.beforeEachRead = beforeEachRead;
  }

  /** Whether it can be read from any offset, and twice. */
  boolean isSeekable() {
    return Files.isRegularFile(file);
  }

  /**
   * Where the last lines begin.
   *
   * @param unmarked the encoding of a file without a byte order mark
   */
  LastLines lastLines(int lines, TextEncoding unmarked) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      return LastLines.find(channel, lines, unmarked);
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  /** All bytes from {@code start} up to the end of the file. */
  Flux<ByteBuffer> bytesFrom(long start) {
    return Flux.using(() -> open(start), this::rest, GrowingFile::close);
  }

  /** All bytes from {@code start}, then those that are appended, without end. */
  Flux<ByteBuffer> bytesToComeFrom(long start) {
    return Flux.using(
        () -> open(start),
        channel -> rest(channel).repeatWhen(ends -> ends.delayElements(PAUSE)),
        GrowingFile::close);
  }

  private Flux<ByteBuffer> rest(ReadableByteChannel channel) {
    return Flux.generate(sink -> readNext(channel, sink));
  }

  private void readNext(ReadableByteChannel channel, SynchronousSink<ByteBuffer> sink) {
    try {
      beforeEachRead.run();
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
      if (channel.read(buffer) < 0) {
        sink.complete();
      } else {
        sink.next(buffer.flip());
      }
    } catch (IOException e) {
      sink.error(FileProblem.of(file.toString(), e));
    }
  }

  private ReadableByteChannel open(long start) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return Channels.newChannel(System.in);
    }
    try {
      FileChannel channel = FileChannel.open(file);
      return start == 0 ? channel : channel.position(start);
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  private static void close(ReadableByteChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
