/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.files;

import io.utflow.codec.stage.LineBreaks;
import io.utflow.examples.OptionValues;
import io.utflow.examples.Version;
import java.io.PrintWriter;
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
    long[] total = {0};
    boolean all =
        options.<Long>readEach(
            command.commandLine().getErr(),
            file -> file.count(breaks),
            (name, count) -> {
              total[0] += count;
              out.println(count + " " + name);
            });
    if (options.areSeveral()) {
      out.println(total[0] + " total");
    }
    return all ? 0 : 1;
  }
}
