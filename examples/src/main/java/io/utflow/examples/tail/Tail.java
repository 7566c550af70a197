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
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import reactor.util.function.Tuple2;

/** Prints the lines of a file. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Prints the lines of a log in any Unicode encoding, and those that are appended.")
public final class Tail implements Callable<Integer> {
  private static final int MOST_CHARS_OF_PIPE = 1 << 20;
  private static final long PAUSE_MILLIS = 200;

  /** Lines that are counted. */
  private static final LineSpec LINES =
      LineSpec.of(LineBreaks.ANY).maxChars(4096).onTooLong(TooLongPolicy.TRUNCATE);

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
      description =
          "Print only the last LINES lines. Those of a pipe are kept in memory: of a line that is"
              + " longer than 1048576 chars the rest is left out, and standard error tells it.")
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
    GrowingFile log = new GrowingFile(file, () -> PrintedOutput.flush(out));
    if (last == null) {
      print(log, new LastLines(0, unmarked()), 0, out);
    } else if (log.isSeekable()) {
      printLast(log, last, out);
    } else {
      printLastOfPipe(log, last, out);
    }
    return 0;
  }

  private DecoderSpec unmarked() {
    return DecoderSpec.of(from).bom(BomPolicy.SNIFF);
  }

  private void print(GrowingFile log, LastLines lines, long skipped, PrintWriter out) {
    PrintedLines printed = new PrintedLines(out, number, skipped);
    (follow ? log.bytesToComeFrom(lines.start()) : log.bytesFrom(lines.start()))
        .transform(ByteBufferText.decode(lines.decoder()))
        .doOnNext(new LinePieces(printed)::accept)
        .blockLast();
    printed.endOfText();
  }

  /** The file is read twice from there, so that no lines are kept in memory. */
  private void printLast(GrowingFile log, int last, PrintWriter out) throws IOException {
    LastLines lines = number ? new LastLines(0, unmarked()) : log.lastLines(last, from);
    long present =
        log.bytesFrom(lines.start())
            .transform(ByteBufferText.lines(lines.decoder(), LINES))
            .count()
            .blockOptional()
            .orElseThrow();
    print(log, lines, Math.max(0, present - last), out);
  }

  private void printLastOfPipe(GrowingFile log, int last, PrintWriter out) {
    PrintWriter err = command.commandLine().getErr();
    LineSpec kept =
        LINES
            .maxChars(MOST_CHARS_OF_PIPE)
            .observer(line -> err.println(Printable.of(file.toString()) + ": cut: " + line));
    List<Tuple2<Long, String>> lines =
        log.bytesFrom(0)
            .transform(ByteBufferText.lines(unmarked(), kept))
            .index()
            .takeLast(last)
            .collectList()
            .blockOptional()
            .orElseThrow();
    PrintedLines printed = new PrintedLines(out, number, 0);
    printed.passOver(lines.isEmpty() ? 0 : lines.get(0).getT1());
    for (Tuple2<Long, String> line : lines) {
      printed.piece(line.getT2());
      printed.endOfLine();
    }
  }

  private void resume(long offset, PrintWriter out) throws IOException {
    if (last != null || number || offset < 0) {
      throw new ParameterException(
          command.commandLine(), "--resume takes a byte offset, and --follow beside it only");
    }
    PrintWriter err = command.commandLine().getErr();
    String name = Printable.of(file.toString());
    PrintedLines lines = new PrintedLines(out, false, 0);
    ResumedLog log = new ResumedLog(file, from, lines, note -> err.println(name + ": " + note));
    try (EndSignal end = new EndSignal()) {
      long next = log.read(offset, new Growing(out, end));
      PrintedOutput.flush(out);
      err.println(name + ": resume at " + next);
    } catch (IllegalStateException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  /** More is to be read while the log is followed, and no signal has come in the pause. */
  private final class Growing implements ResumedLog.Growth {
    private final PrintWriter out;
    private final EndSignal end;

    Growing(PrintWriter out, EndSignal end) {
      this.out = out;
      this.end = end;
    }

    @Override
    public boolean await() {
      PrintedOutput.flush(out);
      return follow && !end.await(PAUSE_MILLIS);
    }

    @Override
    public boolean isOver() {
      return end.isGiven();
    }
  }
}
