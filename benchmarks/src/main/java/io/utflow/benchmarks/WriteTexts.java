/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes the text of each {@link Script} to a file in UTF-8, for programs in other languages.
 * Argument: the folder (texts).
 */
public final class WriteTexts {
  private WriteTexts() {}

  /** Writes. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "texts"));
    for (Script script : Script.values()) {
      Path file = folder.resolve(script.name().toLowerCase(Locale.ROOT) + ".utf8");
      Files.writeString(file, script.text(RatioTable.CHARS));
    }
  }
}
