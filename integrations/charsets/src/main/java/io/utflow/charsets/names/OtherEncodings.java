/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The names by which IANA, glibc, CPython and ICU know encodings that neither Utflow nor the JDK
 * has. To none of them another is proposed because its name is near: that would be another table.
 */
final class OtherEncodings {
  /** A row is {@code icu} and ICU's name for the encoding, or {@code - -}; then all its names. */
  private static final String FILE = "other-encodings.txt";

  private static final String OF_NONE = "it is an encoding that neither Utflow nor this JVM has";

  private static final Map<String, String> REASONS = read();

  private OtherEncodings() {}

  private static Map<String, String> read() {
    Map<String, String> reasons = new HashMap<>();
    try (InputStream file =
            Objects.requireNonNull(OtherEncodings.class.getResourceAsStream(FILE), FILE);
        BufferedReader rows =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII))) {
      rows.lines().filter(row -> !row.startsWith("#")).forEach(row -> put(row, reasons));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return reasons;
  }

  private static void put(String row, Map<String, String> reasons) {
    String[] words = row.split(" ", -1);
    String reason =
        words[0].equals("icu")
            ? "ICU has it as " + words[1] + ": put com.ibm.icu:icu4j-charset on the class path"
            : OF_NONE;
    for (int i = 2; i < words.length; i++) {
      reasons.put(words[i], reason);
    }
  }

  /** Why a name in lower case names nothing here; null if it names nothing elsewhere either. */
  static @Nullable String whyNot(String name) {
    return REASONS.get(name);
  }
}
