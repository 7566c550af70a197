/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.files;

import io.utflow.codec.stage.LineBreaks;
import io.utflow.examples.Printable;
import io.utflow.examples.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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
    description = "Counts the line terminators of files in any encoding, as wc -l does.")
public final class Count implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Mixin private FileOptions options = new FileOptions();

  @Option(
      names = "--breaks",
      paramLabel = "NAME",
      defaultValue = "LF_ONLY",
      description = "What ends a line: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private LineBreaks breaks = LineBreaks.LF_ONLY;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = command.commandLine().getOut();
    long total = 0;
    for (Path path : options.files()) {
      long count = options.read(path, file -> file.count(breaks));
      total += count;
      out.println(count + " " + Printable.of(path.toString()));
    }
    if (options.files().size() > 1) {
      out.println(total + " total");
    }
    return 0;
  }
}
