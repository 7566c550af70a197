/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The suite on the command line: {@code java -jar utflow-conformance.jar python3 my_driver.py}. */
public final class Main {
  private static final String USAGE =
      """
      usage: java -jar utflow-conformance.jar [--failures[=N]] COMMAND [ARGUMENT..]

      Judges the decoder that COMMAND runs, which speaks the protocol of utflow-conformance on its
      standard input and output, and prints its scores. --failures shows what failed too: N vectors
      of each family, 1 if not said otherwise.
      """;

  private Main() {}

  /**
   * Runs the suite. Exits with 0 if all passed that was judged, 1 if not, 2 if nothing was run.
   *
   * @param arguments the options, then the command of the driver
   */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    int status = run(arguments, out);
    out.flush();
    System.exit(status);
  }

  static int run(String[] arguments, PrintStream out) {
    int shown = 0;
    int first = 0;
    if (arguments.length > 0 && arguments[0].matches("--failures(=\\d{1,6})?")) {
      shown = Integer.parseInt(("1" + arguments[0]).replaceAll(".*=|--.*", ""));
      first = 1;
    }
    if (first == arguments.length || arguments[first].startsWith("-")) {
      out.print(USAGE);
      return 2;
    }
    List<String> command = Arrays.asList(arguments).subList(first, arguments.length);
    try (CommandDecoder decoder = new CommandDecoder(command)) {
      Report report = Suite.all().judge(decoder);
      out.print(report.failures(shown));
      out.print(report.summary());
      return report.verdicts().stream().allMatch(verdict -> verdict.failures().isEmpty()) ? 0 : 1;
    } catch (IOException | UncheckedIOException e) {
      out.println(String.join(" ", command) + ": " + e.getMessage());
      return 2;
    }
  }
}
