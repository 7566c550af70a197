/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import org.jspecify.annotations.Nullable;

/** Finds the charsets of the JVM as encodings. */
final class JdkEncodings {
  private JdkEncodings() {}

  /**
   * The charset of a name or alias; null if there is none. Until the names are gathered {@link
   * Charset} is asked, so that a charset is found at once.
   */
  static @Nullable JdkEncoding find(String name, String lowerCase) {
    CharsetNames names = CharsetNames.ifGathered();
    if (names != null) {
      return names.find(lowerCase);
    }
    Charset charset = charset(name);
    return charset == null ? null : JdkEncoding.of(charset);
  }

  /** The encoding of a charset that is listed under no name by its provider; null if none. */
  static @Nullable Encoding ofUnlisted(String name) {
    Charset charset = charset(name);
    return charset == null ? null : JdkEncoding.of(charset).encoding();
  }

  private static @Nullable Charset charset(String name) {
    try {
      return Charset.isSupported(name) ? Charset.forName(name) : null;
    } catch (IllegalCharsetNameException notAName) {
      return null;
    }
  }
}
