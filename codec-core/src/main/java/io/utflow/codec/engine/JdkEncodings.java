/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.form.CharsetForm;
import io.utflow.codec.form.CharsetForms;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The charsets of the JDK as encodings: one instance for each, made when it is first found. */
final class JdkEncodings {
  /** By the canonical name, so there are no more than charsets. */
  private static final Map<String, Encoding> FOUND = new ConcurrentHashMap<>();

  private JdkEncodings() {}

  /** The encoding of a charset's name or alias; null if there is none, or it cannot be streamed. */
  static @Nullable Encoding find(String name) {
    Charset charset = charset(name);
    if (charset == null) {
      return null;
    }
    Encoding known = FOUND.get(charset.name());
    return known == null ? FOUND.computeIfAbsent(charset.name(), any -> made(charset)) : known;
  }

  private static @Nullable Encoding made(Charset charset) {
    CharsetForm form = CharsetForms.of(charset);
    return form == null ? null : Encoding.ofCharset(form);
  }

  /** Why a charset that the JDK knows cannot be streamed; null if it can, or is not known. */
  static @Nullable String reasonForNone(String name) {
    Charset charset = charset(name);
    return charset == null ? null : CharsetForms.reasonForNone(charset);
  }

  private static @Nullable Charset charset(String name) {
    try {
      return Charset.isSupported(name) ? Charset.forName(name) : null;
    } catch (IllegalCharsetNameException notAName) {
      return null;
    }
  }

  /** The names and aliases of all that can be had, with the name of each. */
  static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      if (CharsetForms.reasonForNone(charset) == null) {
        names.put(charset.name(), charset.name());
        charset.aliases().stream().sorted().forEach(alias -> names.put(alias, charset.name()));
      }
    }
    return names;
  }
}
