/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.lens;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.FileProblem;
import io.utflow.examples.Printable;
import io.utflow.examples.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the page shows, as text: a part of a file, for a terminal or the log of an incident. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Prints the bytes of a file with their characters, cuts and ill-formed sequences.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:What was printed is well-formed.", "1:Something is ill-formed."})
public final class Inspect implements Callable<Integer> {
  /** Longer marks there are none. */
  private static final int HEAD = 4;

  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A file of any length.")
  private Path file = Path.of("");

  @Option(
      names = "--from",
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description =
          "Encoding of the file; a byte order mark overrides it (default: ${DEFAULT-VALUE}).")
  private TextEncoding from = TextEncoding.UTF_8;

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
  private long at = -1;

  @Option(
      names = "--length",
      paramLabel = "BYTES",
      defaultValue = "256",
      description = "How many bytes to show (default: ${DEFAULT-VALUE}).")
  private int length;

  @Override
  public Integer call() throws IOException {
    if (length < 1 || length > LensSession.MAX_BYTES) {
      throw new IllegalArgumentException("--length is 1 to " + LensSession.MAX_BYTES);
    }
    if (cuts < 0) {
      throw new IllegalArgumentException("--cuts is 0, for none, or more");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      return print(channel);
    } catch (IOException e) {
      throw FileProblem.of(file.toString(), e);
    }
  }

  private int print(FileChannel channel) throws IOException {
    if (at >= channel.size()) {
      throw new IllegalArgumentException(
          "--at " + at + " is behind the file's last byte, " + (channel.size() - 1));
    }
    long wanted = at < 0 ? 0 : Math.max(0, at - length / 2);
    // No code unit of UTF-16 or UTF-32 is halved.
    long start = wanted - wanted % 4;
    Settings settings = Settings.of(from).with(BomPolicy.SNIFF);
    MarkDecision mark = MarkDecision.of(read(channel, 0, HEAD), settings);
    byte[] bytes = read(channel, start, length);
    if (start > 0) {
      settings = Settings.of(TextEncoding.forName(mark.encoding())).with(BomPolicy.KEEP);
      int skipped = mark.encoding().equals("UTF-8") ? continuations(bytes) : 0;
      bytes = Arrays.copyOfRange(bytes, skipped, bytes.length);
      start += skipped;
    }
    PrintWriter out = command.commandLine().getOut();
    out.printf(
        "%s, %,d bytes, here %,d from %,d. %s.%n",
        Printable.of(file.toString()), channel.size(), bytes.length, start, mark.sentence());
    InspectedBytes inspected = new InspectedBytes(bytes, start, settings, cuts);
    inspected.printGrid(out, at);
    inspected.printCuts(out);
    return inspected.printIllFormed(out) == 0 ? 0 : 1;
  }

  private static byte[] read(FileChannel channel, long from, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(count, channel.size() - from));
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
      // A file may answer with less than is asked for.
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** How many bytes at the head belong to a sequence that began before them. */
  private static int continuations(byte[] bytes) {
    int count = 0;
    while (count < Math.min(3, bytes.length) && (bytes[count] & 0xC0) == 0x80) {
      count++;
    }
    return count;
  }
}
