/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.files;

import io.utflow.cli.OptionValues;
import io.utflow.cli.Version;
import io.utflow.cli.source.Reading;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.files.TextFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Counts line terminators, as {@code wc -l} does, in files of any encoding. */
@Command(
    name = "count",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Counts the line terminators of files in any encoding, as wc -l does.",
    footer = {
      "",
      "Examples:",
      "  utflow count --breaks any log.txt",
      "      Count lines that end with LF, CR LF or CR."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All files were counted.",
      "1:Some could not be read.",
      "2:The command line was wrong."
    })
public final class Count implements Callable<Integer> {
  static final class LineBreakValues extends OptionValues {
    LineBreakValues() {
      super(LineBreaks.values());
    }
  }

  @Spec private CommandSpec command = CommandSpec.create();

  @Mixin private FileOptions options = new FileOptions();

  @Option(
      names = "--breaks",
      paramLabel = "LINE-BREAKS",
      completionCandidates = LineBreakValues.class,
      defaultValue = "lf-only",
      description = "What ends a line: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private LineBreaks breaks = LineBreaks.LF_ONLY;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    Counting counting = new Counting(out);
    boolean all = options.readEach(command.commandLine().getErr(), counting);
    if (options.areSeveral()) {
      out.println(counting.total + " total");
    }
    return all ? 0 : 1;
  }

  private final class Counting implements FileOptions.Operation {
    private final PrintWriter out;
    private long total;

    Counting(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void run(String name, TextFile file, Reading text) throws IOException {
      tell(file.count(breaks), name);
    }

    /** A line of which nothing is kept ends where one ends of which all is. */
    @Override
    public void run(String name, Reading text) throws IOException {
      LineSpec lines = LineSpec.of(breaks).maxChars(1).onTooLong(TooLongPolicy.TRUNCATE);
      ByteStage<LocatedLine> stage = Stages.locatedLines(text.found().spec(), lines);
      long count = 0;
      boolean ended = false;
      while (!ended) {
        ByteBuffer bytes = text.next();
        ended = !bytes.hasRemaining();
        if (ended) {
          stage.endOfInput();
        } else {
          stage.offer(bytes);
        }
        for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
          count += line.next().byteOffset() > line.textEnd() ? 1 : 0;
        }
      }
      tell(count, name);
    }

    private void tell(long count, String name) {
      total += count;
      out.println(count + " " + name);
    }
  }
}
