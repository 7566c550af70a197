/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Prints what random scripts yield, a line to a script: two builds whose lines are equal behave
 * alike. {@code .ci/differential} runs it on the classes of two commits.
 *
 * <p>Arguments: the seed of the first script, how many scripts; {@code whole} for the scripts and
 * what they yield in place of its digest.
 */
final class Recording {
  private Recording() {}

  /** Records. */
  public static void main(String[] arguments) {
    long first = Long.parseLong(arguments[0]);
    long scripts = Long.parseLong(arguments[1]);
    boolean whole = arguments.length > 2;
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (long seed = first; seed < first + scripts; seed++) {
      Script script = Generator.script(seed);
      String yielded = yielded(script);
      out.println(
          seed
              + " "
              + (whole
                  ? script + "\n" + Transcript.escape(yielded)
                  : HexFormat.of().toHexDigits(digest(yielded))));
    }
    out.flush();
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
  private static long digest(String text) {
    long digest = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      digest = (digest ^ text.charAt(i)) * 0x100000001B3L;
    }
    return digest;
  }
}
