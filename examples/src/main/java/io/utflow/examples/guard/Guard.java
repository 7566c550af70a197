/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.guard;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import io.utflow.examples.FileProblem;
import io.utflow.examples.PrintedOutput;
import io.utflow.examples.Version;
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
      names = "--from",
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description = "Encoding of text without a byte order mark (default: ${DEFAULT-VALUE}).")
  private TextEncoding from = TextEncoding.UTF_8;

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
      print(System.in, out);
      return 0;
    }
    try (InputStream in = Files.newInputStream(file)) {
      print(in, out);
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
    return 0;
  }

  private void print(InputStream in, PrintWriter out) throws IOException {
    ByteStage<String> text =
        Stages.decode(DecoderSpec.of(from).bom(BomPolicy.SNIFF)).then(guard.stage());
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
