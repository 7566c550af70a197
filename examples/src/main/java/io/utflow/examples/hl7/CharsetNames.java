/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.TextEncoding;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names that MSH-18 may have: those of this site, because senders write {@code UTF-8} or {@code
 * Windows-1252}, then those of table 0211. A name of the site wins over the same name in the table,
 * because senders write {@code 8859/1} and send windows-1252.
 */
final class CharsetNames {
  /** The table alone. */
  static final CharsetNames TABLE_0211 = new CharsetNames(Map.of());

  private final Map<String, TextEncoding> own;
  private final Set<TextEncoding> readAsText;

  /**
   * @param own the names of the site, exactly as senders write them
   * @throws IllegalArgumentException if MLLP cannot carry messages in one of their encodings
   */
  CharsetNames(Map<String, TextEncoding> own) {
    own.values().forEach(MllpEncoding::require);
    this.own = Map.copyOf(own);
    this.readAsText = new LinkedHashSet<>(Table0211.readAsText());
    own.values().stream().filter(MllpEncoding::holdsAscii).forEach(readAsText::add);
  }

  /** The encoding that a name means; empty if it is not known. */
  Optional<TextEncoding> find(String name) {
    return Optional.ofNullable(own.get(name)).or(() -> Table0211.find(name));
  }

  /** The encodings that have to be decoded before the fields can be told apart. */
  Set<TextEncoding> readAsText() {
    return readAsText;
  }
}
