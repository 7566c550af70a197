/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/**
 * The lines and records of files, decoded by all cores, in constant memory: see {@link TextFile}.
 * Needs {@code reactor-core}, which is optional here. Lines are decoded as the subscriber asks for
 * them, except for a few splits that are read ahead. Each subscription opens the file anew and
 * emits on a thread of {@link Schedulers#boundedElastic()}, because reading files blocks; a cancel
 * ends its threads and closes the file.
 *
 * <pre>{@code
 * Flux<LocatedLine> lines =
 *     FileText.lines(path, DecoderSpec.of(UTF_16), LineSpec.of(LineBreaks.LF_OR_CRLF));
 * }</pre>
 */
public final class FileText {
  private FileText() {}

  /**
   * The lines of a file, in order, each with its byte offsets.
   *
   * @param path of a regular file
   * @param spec how it is read; its observer and handler are called by several threads
   * @param lines what a line is
   * @return the lines; a failure comes after the lines before it, an {@link IOException} unwrapped
   */
  public static Flux<LocatedLine> lines(Path path, DecoderSpec spec, LineSpec lines) {
    return read(path, spec, file -> file.lines(lines));
  }

  /**
   * The lines of a file in an encoding, in order, with U+FFFD in the place of ill-formed sequences.
   *
   * @param path of a regular file
   * @param encoding of its bytes
   * @param lines what a line is
   * @return as {@link #lines(Path, DecoderSpec, LineSpec)}
   */
  public static Flux<LocatedLine> lines(Path path, TextEncoding encoding, LineSpec lines) {
    return lines(path, DecoderSpec.of(encoding), lines);
  }

  /**
   * The lines of a file in the order in which they are decoded: those of a split are in order, and
   * splits are mixed.
   *
   * @param path of a regular file
   * @param spec how it is read; its observer and handler are called by several threads
   * @param lines what a line is
   * @return the lines, each once
   */
  public static Flux<LocatedLine> unorderedLines(Path path, DecoderSpec spec, LineSpec lines) {
    return read(path, spec, file -> file.unorderedLines(lines));
  }

  /**
   * The records of a file, in order, each with its byte offsets.
   *
   * @param path of a regular file
   * @param spec how it is read; its observer and handler are called by several threads
   * @param records what a record is
   * @return the records; a failure comes after the records before it
   */
  public static Flux<LocatedLine> records(Path path, DecoderSpec spec, RecordSpec records) {
    return read(path, spec, file -> file.records(records));
  }

  /**
   * The records of a file in the order in which they are decoded: those of a split are in order,
   * and splits are mixed.
   *
   * @param path of a regular file
   * @param spec how it is read; its observer and handler are called by several threads
   * @param records what a record is
   * @return the records, each once
   */
  public static Flux<LocatedLine> unorderedRecords(
      Path path, DecoderSpec spec, RecordSpec records) {
    return read(path, spec, file -> file.unorderedRecords(records));
  }

  private static Flux<LocatedLine> read(
      Path path, DecoderSpec spec, Function<TextFile, Stream<LocatedLine>> lines) {
    return Flux.using(
            () -> new Reading(path, spec, lines),
            reading -> Flux.<LocatedLine>generate(reading::next),
            Reading::close)
        .subscribeOn(Schedulers.boundedElastic());
  }

  /**
   * One subscription, which opens the file when it is asked for the first line. A cancel closes it,
   * and then interrupts the thread that opens the file or waits for a line; the resulting exception
   * is not a failure and is dropped.
   */
  private static final class Reading {
    private final Path path;
    private final DecoderSpec spec;
    private final Function<TextFile, Stream<LocatedLine>> lines;
    private @Nullable Iterator<LocatedLine> iterator;
    private @Nullable Stream<LocatedLine> stream;
    private volatile boolean closed;

    Reading(Path path, DecoderSpec spec, Function<TextFile, Stream<LocatedLine>> lines) {
      this.path = path;
      this.spec = spec;
      this.lines = lines;
    }

    void next(SynchronousSink<LocatedLine> sink) {
      try {
        Iterator<LocatedLine> next = iterator;
        if (next == null) {
          next = open();
          iterator = next;
        }
        if (next.hasNext()) {
          sink.next(next.next());
        } else {
          sink.complete();
        }
      } catch (IOException | RuntimeException e) {
        Throwable cause = e instanceof UncheckedIOException ? e.getCause() : null;
        fail(cause == null ? e : cause, sink);
      }
    }

    private void fail(Throwable e, SynchronousSink<LocatedLine> sink) {
      if (closed) {
        sink.complete();
      } else {
        sink.error(e);
      }
    }

    private Iterator<LocatedLine> open() throws IOException {
      TextFile file = TextFile.open(path, spec);
      Stream<LocatedLine> opened;
      try {
        opened = lines.apply(file).onClose(() -> close(file));
      } catch (RuntimeException e) {
        file.close();
        throw e;
      }
      Iterator<LocatedLine> all = opened.iterator();
      synchronized (this) {
        stream = opened;
      }
      if (closed) {
        close();
      }
      return all;
    }

    private static void close(TextFile file) {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void close() {
      closed = true;
      Stream<LocatedLine> opened;
      synchronized (this) {
        opened = stream;
        stream = null;
      }
      if (opened != null) {
        opened.close();
      }
    }
  }
}
