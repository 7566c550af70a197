/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.TooLongPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The threads that read a file: how far ahead they are, and what ends them. */
class TextFileThreadsTest {
  private static final LineSpec ANY = LineSpec.of(LineBreaks.ANY);
  private static final DecoderSpec UTF8 = DecoderSpec.of(TextEncoding.UTF_8);

  @TempDir private Path folder;

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("file"), bytes);
  }

  @Test
  void threadsAreAFewSplitsAheadAndEndWhenTheStreamIsClosed() throws Exception {
    byte[] bytes = "abc\n".repeat(100_000).getBytes(UTF_8);
    bytes[bytes.length - 2] = (byte) 0xFF;
    try (TextFile opened = TextFile.open(file(bytes), UTF8)) {
      TextFile file = opened.jobs(2).splitBytes(1000);
      long before = file.bytesRead();
      try (Stream<LocatedLine> lines = file.lines(ANY)) {
        var iterator = lines.iterator();
        assertThat(iterator.next().text()).isEqualTo("abc");
        awaitIdle();
        assertThat(file.bytesRead() - before).isBetween(4000L, 7 * (1000L + 4096));
      }
      awaitNoThreads();
    }
  }

  /** No more threads than splits, and none that waits for ever. */
  @Test
  @Timeout(60)
  void anyNumberOfJobs() throws Exception {
    byte[] bytes = "abc\n".repeat(1000).getBytes(UTF_8);
    try (TextFile opened = TextFile.open(file(bytes), UTF8)) {
      for (int jobs : new int[] {1, 3, 100, Integer.MAX_VALUE - 1, Integer.MAX_VALUE}) {
        TextFile file = opened.jobs(jobs).splitBytes(1000);
        assertThat(file.count(LineBreaks.LF_ONLY)).isEqualTo(1000);
        assertThat(file.unorderedLines(ANY)).hasSize(1000);
      }
    }
    awaitNoThreads();
  }

  /** Another thread may close it. */
  @Test
  void theLinesBeforeAStreamIsClosedDoNotPassForAll() throws Exception {
    try (TextFile opened = TextFile.open(file("abc\n".repeat(10_000).getBytes(UTF_8)), UTF8)) {
      TextFile file = opened.jobs(2).splitBytes(1000);
      FileRange all = new FileRange(0, file.size());
      for (Supplier<Stream<LocatedLine>> made :
          List.<Supplier<Stream<LocatedLine>>>of(
              () -> file.lines(ANY), () -> file.unorderedLines(ANY), () -> file.lines(ANY, all))) {
        Stream<LocatedLine> lines = made.get();
        var iterator = lines.iterator();
        assertThat(iterator.next().text()).isEqualTo("abc");
        lines.close();
        assertThatThrownBy(() -> iterator.forEachRemaining(line -> {}))
            .isInstanceOf(IllegalStateException.class);
      }
    }
    awaitNoThreads();
  }

  /** An iterator may be asked on after its exception. */
  @Test
  void theLinesBeforeAFailureDoNotPassForAll() throws Exception {
    byte[] bytes = "abc\n".repeat(10_000).getBytes(UTF_8);
    bytes[20_000] = (byte) 0xFF;
    DecoderSpec strict = UTF8.onMalformed(MalformedPolicy.REPORT);
    try (TextFile opened = TextFile.open(file(bytes), strict)) {
      TextFile file = opened.jobs(2).splitBytes(1000);
      for (Supplier<Stream<LocatedLine>> made :
          List.<Supplier<Stream<LocatedLine>>>of(
              () -> file.lines(ANY), () -> file.unorderedLines(ANY))) {
        try (Stream<LocatedLine> lines = made.get()) {
          var iterator = lines.iterator();
          assertThat(iterator.next().text()).isEqualTo("abc");
          for (int time = 0; time < 3; time++) {
            assertThatThrownBy(() -> iterator.forEachRemaining(line -> {}))
                .isInstanceOf(IllFormedTextException.class);
          }
        }
      }
    }
    awaitNoThreads();
  }

  /** Where all is read already no batch has to be waited for: two splits may be ahead. */
  @Test
  @Timeout(120)
  void linesThatAreReadAheadAreNotHandedOverToAnInterruptedThread() throws Exception {
    try (TextFile opened = TextFile.open(file("abc\n".repeat(400).getBytes(UTF_8)), UTF8);
        Stream<LocatedLine> lines = opened.jobs(1).splitBytes(1000).lines(ANY)) {
      var iterator = lines.iterator();
      assertThat(iterator.next().text()).isEqualTo("abc");
      awaitNoThreads();
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> iterator.forEachRemaining(line -> {}))
            .hasRootCauseInstanceOf(InterruptedIOException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThatThrownBy(iterator::hasNext).isInstanceOf(CancellationException.class);
    }
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("utflow-file-"))
        .toList();
  }

  private static void awaitIdle() {
    while (threads().stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
  }

  private static void awaitNoThreads() throws InterruptedException {
    for (Thread thread : threads()) {
      thread.join();
    }
  }

  /** Behind the buffer that the threads are at, not at the end of the file. */
  @Test
  void whatIsClosedIsNotReadOn() throws Exception {
    Path path = folder.resolve("huge");
    long size = 1L << 36; // To read half of it takes seconds: the interrupter may come late.
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.write(ByteBuffer.allocate(1), size - 1); // A line of zeros, most of them a hole.
    }
    LineSpec lines = LineSpec.of(LineBreaks.ANY).onTooLong(TooLongPolicy.TRUNCATE).maxChars(9);
    try (TextFile opened = TextFile.open(path, UTF8)) {
      TextFile file = opened.splitBytes(1 << 30);
      Thread reader = Thread.currentThread();
      AtomicInteger interrupted = new AtomicInteger();
      for (TextFileTest.Operation operation :
          List.<TextFileTest.Operation>of(
              () -> file.count(LineBreaks.LF_ONLY),
              () -> file.validate(1),
              () -> file.lines(lines).count())) {
        long before = file.bytesRead();
        Thread interrupter =
            new Thread(
                () -> {
                  while (file.bytesRead() == before) {
                    Thread.onSpinWait();
                  }
                  reader.interrupt();
                });
        interrupter.start();
        assertThatThrownBy(() -> TextFileTest.io(operation))
            .hasRootCauseInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        interrupter.join();
        awaitNoThreads();
        assertThat(file.bytesRead() - before).isLessThan(size / 2);
        interrupted.incrementAndGet();
      }
      assertThat(interrupted).hasValue(3);
    }
  }

  @Test
  void anOperationEndsWhenItsThreadIsInterrupted() throws Exception {
    try (TextFile file = TextFile.open(file("a\n".repeat(10_000).getBytes(UTF_8)), UTF8)) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> file.jobs(1).splitBytes(10).validate(1))
            .isInstanceOf(InterruptedIOException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
    awaitNoThreads();
  }

  @Test
  void anInterruptedReaderOfARangeDoesNotCloseTheFile() throws IOException {
    try (TextFile file = TextFile.open(file("one\ntwo\n".getBytes(UTF_8)), UTF8)) {
      FileRange all = new FileRange(0, file.size());
      Thread.currentThread().interrupt();
      try (Stream<LocatedLine> lines = file.lines(ANY, all)) {
        assertThatThrownBy(lines::toList).hasRootCauseInstanceOf(InterruptedIOException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(TextFileTest.texts(file.lines(ANY, all))).containsExactly("one", "two");
    }
  }

  /** Else the lines that were read would pass for all. */
  @Test
  void anInterruptedThreadOfTheFileFailsItsReader() throws IOException {
    byte[] bytes = "\u00FF\n".repeat(100_000).getBytes(ISO_8859_1);
    DecoderSpec spec = UTF8.observer(sequence -> Thread.currentThread().interrupt());
    try (TextFile opened = TextFile.open(file(bytes), spec)) {
      TextFile file = opened.jobs(2).splitBytes(512);
      assertThatThrownBy(
              () -> {
                try (Stream<LocatedLine> all = file.lines(ANY)) {
                  all.forEach(line -> {});
                }
              })
          .hasStackTraceContaining("interrupted");
    }
  }
}
