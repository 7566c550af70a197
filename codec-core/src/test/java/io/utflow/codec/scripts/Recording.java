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
  /** In place of a digest: this build says that it cannot do what the script asks for. */
  private static final String UNSERVED = "unserved";

  private static final String PIECES = "\n";

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
        String digest = isUnserved(yielded) ? UNSERVED : digest(yielded);
        String told = whole ? "yields " + Transcript.escape(yielded) + " of" : digest;
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
    long served = 0;
    long otherPieces = 0;
    for (String line = recorded.readLine(); line != null; line = recorded.readLine()) {
      String[] parts = line.split(" ", 3);
      String yielded = yielded(Script.parse(parts[2]));
      if (parts[1].equals(UNSERVED)) {
        served += isUnserved(yielded) ? 0 : 1;
      } else if (ofFacets(digest(yielded)).equals(ofFacets(parts[1]))) {
        otherPieces += digest(yielded).equals(parts[1]) ? 0 : 1;
      } else {
        out.println(parts[0] + " yields " + Transcript.escape(yielded));
      }
      scripts++;
    }
    out.println(scripts + " scripts were run.");
    out.println(served + " of them were not served before.");
    out.println(otherPieces + " of them yield the same in other pieces.");
  }

  /** What laws speak of, and where the outputs of a stage begin; or what was thrown. */
  private static String yielded(Script script) {
    try {
      Transcript told = Runner.run(script);
      return told.facets() + PIECES + String.join("\u241E", told.outputs());
    } catch (Surface.Refused | Violation e) {
      return e.toString();
    }
  }

  private static boolean isUnserved(String yielded) {
    return yielded.contains("throws " + UnsupportedOperationException.class.getName());
  }

  /** Of what laws speak of, of all. */
  private static String digest(String yielded) {
    int pieces = yielded.indexOf(PIECES);
    return hash(pieces < 0 ? yielded : yielded.substring(0, pieces)) + "-" + hash(yielded);
  }

  private static String ofFacets(String digest) {
    return digest.substring(0, Math.max(0, digest.indexOf('-')));
  }

  /** FNV-1a, in 64 bits. */
  private static String hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return HexFormat.of().toHexDigits(hash);
  }
}
