/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the charsets of the JVM. */
final class JvmCharsets {
  private JvmCharsets() {}

  /**
   * The charset of a name or alias; null without one. Until the names are gathered {@link Charset}
   * is asked, so that a charset is found at once, but only by a name that it lists, as later. Some
   * providers answer to more names, which the gathered names lack.
   */
  static @Nullable JvmCharset find(String name) {
    CharsetNames names = CharsetNames.ifGathered();
    if (names != null) {
      return names.find(name.toLowerCase(Locale.ROOT));
    }
    return lookUp(name);
  }

  /** The charset that the JVM finds by a name that it lists; null if it finds nothing. */
  static @Nullable JvmCharset lookUp(String name) {
    Charset charset = charset(name);
    return charset == null || !JvmCharset.isListed(name, charset) ? null : JvmCharset.of(charset);
  }

  /** The charset that the JVM finds by a name; null if it finds nothing. */
  static @Nullable Charset charset(String name) {
    try {
      return Charset.isSupported(name) ? Charset.forName(name) : null;
    } catch (IllegalCharsetNameException notAName) {
      return null;
    }
  }
}
