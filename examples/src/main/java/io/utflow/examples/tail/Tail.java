/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.tail;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.examples.FileProblem;
import io.utflow.examples.Printable;
import io.utflow.examples.PrintedOutput;
import io.utflow.examples.Version;
import io.utflow.reactor.ByteBufferText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import reactor.core.publisher.Flux;

/** Prints the lines of a file. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Prints the lines of a log in any Unicode encoding, and those that are appended.")
public final class Tail implements Callable<Integer> {
  private static final int MOST_CHARS = 4096;
  private static final long PAUSE_MILLIS = 200;
  private static final LineSpec LINES =
      LineSpec.of(LineBreaks.ANY).maxLength(MOST_CHARS).onTooLong(TooLongPolicy.TRUNCATE);

  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "File to read; - is standard input.")
  private Path file = Path.of("");

  @Option(
      names = "--from",
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description = "Encoding of a log without a byte order mark (default: ${DEFAULT-VALUE}).")
  private TextEncoding from = TextEncoding.UTF_8;

  @Option(
      names = "-n",
      paramLabel = "LINES",
      converter = LineCount.class,
      description = "Print only the last LINES lines.")
  private @Nullable Integer last;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what is appended.")
  private boolean follow;

  @Option(names = "--number", description = "Number the lines, for which the whole file is read.")
  private boolean number;

  @Option(
      names = "--resume",
      paramLabel = "OFFSET",
      description =
          "Print the lines that begin at this byte or behind it, and on standard error the byte to"
              + " resume from next time. A log that has become shorter is read from its start.")
  private @Nullable Long resume;

  /** A number without a sign: elsewhere +5 is the fifth line and all behind it. */
  static final class LineCount implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      if (!value.matches("[0-9]{1,9}")) {
        throw new TypeConversionException("'" + value + "' is not a number of lines");
      }
      return Integer.valueOf(value);
    }
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = command.commandLine().getOut();
    if (resume != null) {
      resume(resume, out);
      return 0;
    }
    Flux<String> lines = lines(new GrowingFile(file, () -> PrintedOutput.flush(out)));
    // Not by println, which flushes each line.
    lines.doOnNext(line -> out.print(line + System.lineSeparator())).blockLast();
    PrintedOutput.flush(out);
    return 0;
  }

  private void resume(long offset, PrintWriter out) throws IOException {
    if (last != null || number || offset < 0) {
      throw new ParameterException(
          command.commandLine(), "--resume takes a byte offset, and --follow beside it only");
    }
    PrintWriter err = command.commandLine().getErr();
    String name = Printable.of(file.toString());
    ResumedLog log =
        new ResumedLog(
            file,
            from,
            LINES,
            line -> out.print(line + System.lineSeparator()),
            note -> err.println(name + ": " + note));
    try {
      long next = log.read(offset, () -> awaitGrowth(out));
      PrintedOutput.flush(out);
      err.println(name + ": resume at " + next);
    } catch (IllegalStateException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  /** Whether more is to be read: the log is followed, and a pause has passed. */
  private boolean awaitGrowth(PrintWriter out) throws IOException {
    PrintedOutput.flush(out);
    try {
      if (follow) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      return follow;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Flux<String> lines(GrowingFile log) throws IOException {
    LastLines all = new LastLines(0, DecoderSpec.of(from).bom(BomPolicy.SNIFF));
    if (last == null) {
      return lines(log, all);
    }
    if (!log.isSeekable()) {
      return numbered(decoded(log.bytesFrom(0), all)).takeLast(last);
    }
    LastLines start = number ? all : log.lastLines(last, from);
    // The file is read twice from there, so that no lines are kept in memory.
    return decoded(log.bytesFrom(start.start()), start)
        .count()
        .flatMapMany(present -> lines(log, start).skip(Math.max(0, present - last)));
  }

  private Flux<String> lines(GrowingFile log, LastLines from) {
    return numbered(
        decoded(follow ? log.bytesToComeFrom(from.start()) : log.bytesFrom(from.start()), from));
  }

  private Flux<String> numbered(Flux<String> lines) {
    return number ? lines.index((index, line) -> String.format("%6d  %s", index + 1, line)) : lines;
  }

  private static Flux<String> decoded(Flux<ByteBuffer> bytes, LastLines from) {
    return bytes.transform(ByteBufferText.lines(from.decoder(), LINES));
  }
}
