/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Prints random scripts and what they yield, or runs the scripts that an older build printed and
 * compares: two builds whose scripts yield the same behave alike. {@code .ci/differential} runs it
 * on the classes of two commits.
 *
 * <p>Arguments: the seed of the first script, how many scripts; {@code whole} for what they yield
 * in place of its digest. Without arguments it reads what was printed, and prints the seed of each
 * script that yields something else.
 */
final class Recording {
  private Recording() {}

  /** Records, or compares. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    if (arguments.length == 0) {
      compare(out);
    } else {
      long first = Long.parseLong(arguments[0]);
      for (long seed = first; seed < first + Long.parseLong(arguments[1]); seed++) {
        Script script = Generator.script(seed);
        String yielded = yielded(script);
        boolean whole = arguments.length > 2;
        String told = whole ? "yields " + Transcript.escape(yielded) + " of" : digest(yielded);
        out.println(seed + " " + told + " " + script);
      }
    }
    out.flush();
  }

  /** Its lines: a seed, a digest, a script. */
  private static void compare(PrintStream out) throws IOException {
    BufferedReader recorded =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    long scripts = 0;
    for (String line = recorded.readLine(); line != null; line = recorded.readLine()) {
      String[] parts = line.split(" ", 3);
      String yielded = yielded(Script.parse(parts[2]));
      if (!digest(yielded).equals(parts[1])) {
        out.println(parts[0] + " yields " + Transcript.escape(yielded));
      }
      scripts++;
    }
    out.println(scripts + " scripts were run.");
  }

  /** Also where the outputs of a stage begin, and what was thrown. */
  private static String yielded(Script script) {
    try {
      Transcript told = Runner.run(script);
      return told.facets() + "\n" + String.join("\u241E", told.outputs());
    } catch (Surface.Refused | Violation e) {
      return e.toString();
    }
  }

  /** FNV-1a, in 64 bits. */
  private static String digest(String text) {
    long digest = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      digest = (digest ^ text.charAt(i)) * 0x100000001B3L;
    }
    return HexFormat.of().toHexDigits(digest);
  }
}
