/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static io.utflow.codec.engine.Encoding.UTF_16;
import static io.utflow.codec.engine.Encoding.UTF_16BE;
import static io.utflow.codec.engine.Encoding.UTF_16LE;
import static io.utflow.codec.engine.Encoding.UTF_32;
import static io.utflow.codec.engine.Encoding.UTF_32BE;
import static io.utflow.codec.engine.Encoding.UTF_32LE;
import static io.utflow.codec.engine.Encoding.UTF_8;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names under which encodings are found. */
public final class EncodingNames {
  private static final Map<String, Encoding> BY_NAME = new LinkedHashMap<>();
  private static final Map<String, Encoding> BY_WEB_LABEL = new LinkedHashMap<>();

  static {
    // IANA names, IANA "cs" aliases and the aliases of java.nio.charset.Charset; but not "unicode"
    // and "ISO-10646-UCS-2": one thing to IANA, another to the JDK and a third to the web.
    register(BY_NAME, UTF_8, "utf-8", "utf8", "csutf8", "unicode-1-1-utf-8");
    register(BY_NAME, UTF_16, "utf-16", "utf16", "utf_16", "csutf16", "unicodebig");
    register(BY_NAME, UTF_16BE, "utf-16be", "utf_16be", "utf16be", "csutf16be", "x-utf-16be");
    register(BY_NAME, UTF_16BE, "unicodebigunmarked");
    register(BY_NAME, UTF_16LE, "utf-16le", "utf_16le", "utf16le", "csutf16le", "x-utf-16le");
    register(BY_NAME, UTF_16LE, "unicodelittleunmarked");
    register(BY_NAME, UTF_32, "utf-32", "utf32", "utf_32", "csutf32");
    register(BY_NAME, UTF_32BE, "utf-32be", "utf_32be", "utf32be", "csutf32be", "x-utf-32be");
    register(BY_NAME, UTF_32LE, "utf-32le", "utf_32le", "utf32le", "csutf32le", "x-utf-32le");
    // WHATWG Encoding, §4.2, the rows of the Unicode encodings.
    register(BY_WEB_LABEL, UTF_8, "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8");
    register(BY_WEB_LABEL, UTF_8, "unicode20utf8", "x-unicode20utf8");
    register(BY_WEB_LABEL, UTF_16BE, "utf-16be", "unicodefffe");
    register(BY_WEB_LABEL, UTF_16LE, "utf-16le", "utf-16", "csunicode", "iso-10646-ucs-2");
    register(BY_WEB_LABEL, UTF_16LE, "ucs-2", "unicode", "unicodefeff");
  }

  private EncodingNames() {}

  private static void register(Map<String, Encoding> names, Encoding encoding, String... labels) {
    for (String label : labels) {
      names.put(label, encoding);
    }
  }

  /** The encoding of an IANA name or alias, in any case; null if it names none. */
  public static @Nullable Encoding find(String name) {
    return BY_NAME.get(name.toLowerCase(Locale.ROOT));
  }

  /** As {@link #find}, with an error that lists the names there are. */
  public static Encoding named(String name) {
    return known(BY_NAME, find(name), name);
  }

  /** The encoding of a label as browsers read it (WHATWG Encoding, "get an encoding"). */
  public static Encoding labelled(String label) {
    String trimmed = label.replaceAll("^[\\t\\n\\f\\r ]+|[\\t\\n\\f\\r ]+$", "");
    return known(BY_WEB_LABEL, BY_WEB_LABEL.get(trimmed.toLowerCase(Locale.ROOT)), label);
  }

  private static Encoding known(
      Map<String, Encoding> names, @Nullable Encoding encoding, String asGiven) {
    if (encoding == null) {
      throw new UnknownEncodingException(asGiven, names);
    }
    return encoding;
  }
}
