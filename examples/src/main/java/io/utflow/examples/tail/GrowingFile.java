package io.utflow.examples.tail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/** The bytes of a file as they are, and, if it is followed, as they are appended. */
final class GrowingFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Path file;

  GrowingFile(Path file) {
    this.file = file;
  }

  /** All bytes up to the end of the file. */
  Flux<ByteBuffer> bytes() {
    return Flux.using(this::open, GrowingFile::rest, GrowingFile::close);
  }

  /** All bytes, and without end those that are appended. */
  Flux<ByteBuffer> bytesToCome() {
    return Flux.using(
        this::open,
        channel -> rest(channel).repeatWhen(ends -> ends.delayElements(PAUSE)),
        GrowingFile::close);
  }

  private static Flux<ByteBuffer> rest(FileChannel channel) {
    return Flux.generate(sink -> readNext(channel, sink));
  }

  private static void readNext(FileChannel channel, SynchronousSink<ByteBuffer> sink) {
    try {
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
      if (channel.read(buffer) < 0) {
        sink.complete();
      } else {
        sink.next(buffer.flip());
      }
    } catch (IOException e) {
      sink.error(e);
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(file);
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
