/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.cli.FileProblem;
import io.utflow.cli.Printable;
import io.utflow.cli.Version;
import io.utflow.cli.source.Found;
import io.utflow.cli.source.From;
import io.utflow.cli.source.FromValues;
import io.utflow.cli.source.Reading;
import io.utflow.cli.source.Told;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Shows a part of a file as the page does, but as text, for a terminal or the log of an incident.
 */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Prints the bytes of a file with their characters, cuts and ill-formed sequences.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:What was printed is well-formed.", "1:Something is ill-formed."})
public final class Inspect implements Callable<Integer> {
  private static final String NOT_ENTERED = ", so it cannot be entered in the middle";

  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(
      paramLabel = "FILE",
      description = "A regular file of any length; - is standard input.")
  private Path file = Path.of("");

  @Option(
      names = {"-f", "--from"},
      paramLabel = "NAME",
      completionCandidates = FromValues.class,
      defaultValue = "auto",
      description = From.DESCRIPTION)
  private From from = From.AUTO;

  @Option(
      names = "--cuts",
      paramLabel = "BYTES",
      defaultValue = "0",
      description = "Show cuts every so many bytes, counted from the start of the file.")
  private int cuts;

  @Option(
      names = "--at",
      paramLabel = "OFFSET",
      description = "Show the surroundings of this byte.")
  private @Nullable Long at;

  @Option(
      names = "--length",
      paramLabel = "BYTES",
      defaultValue = "256",
      description =
          "How many bytes to show (default: ${DEFAULT-VALUE}); characters at both ends are shown"
              + " whole.")
  private int length;

  @Override
  public Integer call() throws IOException {
    if (length < 1 || length > LensSession.MAX_BYTES) {
      throw new IllegalArgumentException("--length is 1 to " + LensSession.MAX_BYTES);
    }
    if (at != null && at < 0) {
      throw new IllegalArgumentException("--at is a byte offset, 0 or more");
    }
    if (cuts < 0) {
      throw new IllegalArgumentException("--cuts is 0, for none, or more");
    }
    if (Reading.isStandardInput(file)) {
      return inspectStandardInput();
    }
    return inspect(file.toString());
  }

  /** Its bytes are looked at in any order, so they are kept in a file meanwhile. */
  private int inspectStandardInput() throws IOException {
    Path kept = Files.createTempFile("utflow", null);
    try {
      Files.copy(System.in, kept, StandardCopyOption.REPLACE_EXISTING);
      file = kept;
      return inspect("standard input");
    } finally {
      Files.delete(kept);
    }
  }

  private int inspect(String name) throws IOException {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new FileSystemException(file.toString(), null, "not a regular file" + NOT_ENTERED);
      }
      try (FileChannel channel = FileChannel.open(file)) {
        return print(channel, name);
      }
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  private int print(FileChannel channel, String name) throws IOException {
    long size = channel.size();
    // A file of /proc has bytes and says that it has none, one of /sys has fewer than it says.
    boolean hasLast = channel.read(ByteBuffer.allocate(1), Math.max(0, size - 1)) > 0;
    if (hasLast != size > 0) {
      throw new FileSystemException(file.toString(), null, "its size is not known" + NOT_ENTERED);
    }
    if (at != null && at >= size) {
      throw new IllegalArgumentException(
          "--at %d: the file has %,d bytes, the first is 0".formatted(at, size));
    }
    long from = at == null ? 0 : Math.max(0, at - length / 2);
    FilePart part = FilePart.read(channel, encoding(name), from, length);
    PrintWriter out = command.commandLine().getOut();
    out.printf(
        "%s, %,d bytes, here %,d from %,d. %s.%n",
        Printable.of(name), size, part.bytes().length, part.begin(), part.map().mark().sentence());
    InspectedBytes inspected = new InspectedBytes(part, cuts);
    inspected.printGrid(out, at == null ? -1 : at);
    inspected.printCuts(out);
    return inspected.printIllFormed(out) == 0 ? 0 : 1;
  }

  private TextEncoding encoding(String name) throws IOException {
    try (Reading text = Reading.open(file, from)) {
      new Told(command.commandLine().getErr()).of(name, text.found());
      // The mark itself is shown, so what it says is not said before.
      boolean isMarked = text.found().why() == Found.Why.BYTE_ORDER_MARK;
      TextEncoding found = isMarked ? TextEncoding.UTF_8 : text.found().encoding();
      return from.declared().orElse(found);
    }
  }
}
