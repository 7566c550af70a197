/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import io.utflow.cli.FileProblem;
import io.utflow.cli.Printable;
import io.utflow.cli.PrintedOutput;
import io.utflow.cli.Version;
import io.utflow.cli.source.Found;
import io.utflow.cli.source.From;
import io.utflow.cli.source.FromValues;
import io.utflow.cli.source.Reading;
import io.utflow.cli.tail.GrowingFile.Change;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Prints the lines of a file. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Prints the lines of a log in any encoding, and those that are appended.",
    footer = {
      "",
      "With --follow by auto, what is appended decides while the log has been ASCII only: by",
      "auto:GBK, it is UTF-8 or else GBK; by auto alone it is UTF-8, and if it is not, that is told.",
      "",
      "Examples:",
      "  utflow tail -n 10 -f --from GBK app.log",
      "      Show the last ten lines of a log in GBK, and those that follow.",
      "  utflow tail -n 10 -f --from auto:GBK app.log",
      "      Do so with a log that may be UTF-8 or GBK."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The log was read.",
      "1:It could not be read.",
      "2:The command line was wrong.",
      "141:The reader of the output went away, as head does."
    })
public final class Tail implements Callable<Integer> {
  private static final int MOST_CHARS_OF_PIPE = 1 << 20;
  private static final long PAUSE_MILLIS = 200;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Lines that are counted. */
  private static final LineSpec LINES =
      LineSpec.of(LineBreaks.ANY).maxChars(4096).onTooLong(TooLongPolicy.TRUNCATE);

  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "File to read; - is standard input.")
  private Path file = Path.of("");

  @Option(
      names = "--from",
      paramLabel = "NAME",
      completionCandidates = FromValues.class,
      defaultValue = "auto",
      description = From.DESCRIPTION)
  private From from = From.AUTO;

  @Option(
      names = "-n",
      paramLabel = "LINES",
      converter = LineCount.class,
      description =
          "Print only the last LINES lines (default: all, where GNU's tail prints ten). Those of a pipe are kept in memory: of a line that is"
              + " longer than 1048576 chars the rest is left out, and standard error tells it.")
  private @Nullable Integer last;

  @Option(
      names = {"-f", "--follow"},
      description =
          "Go on with what is appended, and with the start of a log that was truncated or replaced,"
              + " which is told.")
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

  /** A number without a sign: elsewhere +5 is the fifth line and all after it. */
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
    if (!Files.isRegularFile(file)) {
      tailPipe(out);
      return 0;
    }
    Found found;
    try (Reading text = Reading.open(file, from)) {
      found = text.found();
    }
    if (last == null) {
      print(new LastLines(0, found.spec()), found, 0, out);
    } else {
      printLast(found, last, out);
    }
    return 0;
  }

  private void print(LastLines lines, Found found, long skipped, PrintWriter out)
      throws IOException {
    PrintedLines printed = new PrintedLines(out, number, skipped);
    LinePieces pieces = new LinePieces(printed);
    LogText text = new LogText(file.toString(), from, found, lines, command.commandLine().getErr());
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    try (GrowingFile log = new GrowingFile(file, lines.start())) {
      while (true) {
        PrintedOutput.flush(out);
        if (log.read(buffer)) {
          pieces.accept(text.decode(buffer));
          continue;
        }
        Change change = follow ? log.change() : Change.NONE;
        if (change == Change.ROTATED && log.read(buffer)) {
          pieces.accept(text.decode(buffer)); // Written before it was.
          continue;
        }
        if (!follow || change != Change.NONE) {
          pieces.accept(text.finish());
          printed.endOfText();
        } else {
          pieces.accept(text.idle());
          PrintedOutput.flush(out);
        }
        if (change != Change.NONE) {
          note(change.words());
          log.beginAgain();
          text.beginAgain();
          pieces = new LinePieces(printed); // A CR before ends no line of it.
        } else if (!follow || !pause()) {
          return;
        }
      }
    }
  }

  private void note(String what) {
    command.commandLine().getErr().println(Printable.of(file + ": " + what));
  }

  /** Returns whether to go on. */
  private static boolean pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The file is read twice from there, so that no lines are kept in memory. */
  private void printLast(Found found, int last, PrintWriter out) throws IOException {
    LastLines lines = new LastLines(0, found.spec());
    if (!number) {
      try (FileChannel channel = FileChannel.open(file)) {
        if (LastLines.canFind(found)) {
          lines = LastLines.find(channel, last, found);
        } else {
          note("read from its start, for " + found.encoding() + " cannot be read from its end");
        }
      } catch (IOException e) {
        throw FileProblem.of(file.toString(), e);
      }
    }
    long present = 0;
    ByteStage<String> stage = Stages.lines(lines.decoder(), LINES);
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    try (GrowingFile log = new GrowingFile(file, lines.start())) {
      boolean more = true;
      while (more) {
        more = log.read(buffer);
        if (more) {
          stage.offer(buffer);
        } else {
          stage.endOfInput();
        }
        while (stage.poll() != null) {
          present++;
        }
      }
    }
    print(lines, found, Math.max(0, present - last), out);
  }

  /** What can be read only once, and not waited for as a whole. */
  private void tailPipe(PrintWriter out) throws IOException {
    String name = Reading.nameOf(file);
    try (InputStream in = Reading.isStandardInput(file) ? System.in : Files.newInputStream(file)) {
      if (last == null) {
        printPipe(in, name, out);
      } else {
        printLastOfPipe(in, name, last, out);
      }
    } catch (IOException e) {
      throw FileProblem.of(name, e);
    }
  }

  private void printPipe(InputStream in, String name, PrintWriter out) throws IOException {
    PrintedLines printed = new PrintedLines(out, number, 0);
    LinePieces pieces = new LinePieces(printed);
    ByteStage<String> text = from.decoder(name, command.commandLine().getErr());
    pollAll(in, text, () -> PrintedOutput.flush(out), pieces::accept);
    printed.endOfText();
  }

  private void printLastOfPipe(InputStream in, String name, int last, PrintWriter out)
      throws IOException {
    PrintWriter err = command.commandLine().getErr();
    LineSpec kept =
        LINES
            .maxChars(MOST_CHARS_OF_PIPE)
            .observer(line -> err.println(Printable.of(file.toString()) + ": cut: " + line));
    ArrayDeque<String> lines = new ArrayDeque<>();
    long[] passed = {0};
    pollAll(
        in,
        from.lines(name, kept, err),
        () -> {},
        line -> {
          lines.add(line);
          if (lines.size() > last) {
            lines.remove();
            passed[0]++;
          }
        });
    PrintedLines printed = new PrintedLines(out, number, 0);
    printed.passOver(passed[0]);
    for (String line : lines) {
      printed.piece(line);
      printed.endOfLine();
    }
  }

  private static void pollAll(
      InputStream in, ByteStage<String> stage, Runnable beforeRead, Consumer<String> outputs)
      throws IOException {
    byte[] bytes = new byte[BUFFER_BYTES];
    int read = 0;
    while (read >= 0) {
      beforeRead.run();
      read = in.read(bytes);
      if (read >= 0) {
        stage.offer(ByteBuffer.wrap(bytes, 0, read));
      } else {
        stage.endOfInput();
      }
      for (String each = stage.poll(); each != null; each = stage.poll()) {
        outputs.accept(each);
      }
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
    Found found;
    try (Reading text = Reading.open(file, from)) {
      found = text.found();
    }
    ResumedLog log =
        new ResumedLog(file, from, found, lines, note -> err.println(name + ": " + note));
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
