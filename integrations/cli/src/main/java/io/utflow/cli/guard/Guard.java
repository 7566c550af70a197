/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.guard;

import io.utflow.cli.FileProblem;
import io.utflow.cli.PrintedOutput;
import io.utflow.cli.Version;
import io.utflow.cli.source.From;
import io.utflow.cli.source.FromValues;
import io.utflow.codec.stage.ByteStage;
import io.utflow.guard.GuardAction;
import io.utflow.guard.TextGuard;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints text that is not trusted, with what a terminal would obey shown as escapes. */
@Command(
    name = "guard",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Prints text with controls but LF and TAB, escape sequences and bidirectional controls shown"
          + " as \\x1b or \\u202e, while it reads: cat untrusted.log | utflow guard"
    })
public final class Guard implements Callable<Integer> {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final Path STANDARD_INPUT = Path.of("-");

  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "-",
      description = "File to read; - is standard input, and the default.")
  private Path file = STANDARD_INPUT;

  @Option(
      names = {"-f", "--from"},
      paramLabel = "NAME",
      completionCandidates = FromValues.class,
      defaultValue = "auto",
      description = From.DESCRIPTION)
  private From from = From.AUTO;

  @Option(
      names = "--drop-nul",
      description = "Leave NUL out, where the preset would show it: files of a crash end with it.")
  private boolean dropNul;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      defaultValue = "terminals",
      converter = Preset.class,
      description =
          "What is refused: terminals, logs, unicode-assignables, ... (default: ${DEFAULT-VALUE}).")
  private TextGuard guard = TextGuard.forTerminals();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = command.commandLine().getOut();
    if (file.equals(STANDARD_INPUT)) {
      print(System.in, "standard input", out);
      return 0;
    }
    try (InputStream in = Files.newInputStream(file)) {
      print(in, file.toString(), out);
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
    return 0;
  }

  private void print(InputStream in, String name, PrintWriter out) throws IOException {
    ByteStage<String> decoded = from.decoder(name, command.commandLine().getErr());
    TextGuard chosen = dropNul ? guard.on(GuardAction.DROP, "\0") : guard;
    ByteStage<String> text = decoded.then(chosen.stage());
    byte[] bytes = new byte[BUFFER_BYTES];
    int read;
    while ((read = in.read(bytes)) >= 0) {
      text.offer(ByteBuffer.wrap(bytes, 0, read));
      printAll(text, out);
    }
    text.endOfInput();
    printAll(text, out);
  }

  private static void printAll(ByteStage<String> text, PrintWriter out) {
    String piece;
    while ((piece = text.poll()) != null) {
      out.print(piece);
    }
    PrintedOutput.flush(out);
  }
}
