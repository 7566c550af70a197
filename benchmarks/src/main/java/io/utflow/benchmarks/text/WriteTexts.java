/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.text;

import io.utflow.benchmarks.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes each text of the tables to a file in UTF-8, for programs in other languages. Argument: the
 * folder (texts).
 */
public final class WriteTexts {
  private WriteTexts() {}

  /** Writes. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "texts"));
    for (NamedText.Source source : NamedText.Source.values()) {
      for (NamedText text : source.texts(Subject.ROOM).toList()) {
        Path file = folder.resolve(text.name().replaceAll("[ ,]+", "_") + ".utf8");
        Files.writeString(file, text.text());
      }
    }
  }
}
