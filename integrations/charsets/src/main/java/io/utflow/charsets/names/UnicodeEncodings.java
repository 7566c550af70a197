/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.charsets.unicode.Bocu1Form;
import io.utflow.charsets.unicode.ScsuForm;
import io.utflow.charsets.unicode.UtfEbcdicForm;
import io.utflow.charsets.web.ReplacementForm;
import io.utflow.charsets.web.XUserDefinedForm;
import io.utflow.codec.source.EncodingDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodings that need no table of the JDK: Unicode in other bytes, and single bytes without one.
 */
final class UnicodeEncodings {
  private static final Map<String, EncodingDefinition> BY_NAME = new LinkedHashMap<>();

  static {
    register(
        EncodingDefinition.of("UTF-EBCDIC", () -> UtfEbcdicForm.INSTANCE),
        "utf-ebcdic",
        "utfebcdic");
    register(
        new EncodingDefinition("SCSU", "SCSU", () -> ScsuForm.SHARED, Kernels::of),
        "scsu",
        "csscsu");
    register(
        new EncodingDefinition("BOCU-1", "BOCU-1", () -> Bocu1Form.SHARED, Kernels::of),
        "bocu-1",
        "bocu1",
        "csbocu1",
        "csbocu-1");
    register(
        new EncodingDefinition(
            "x-user-defined", "x-user-defined", XUserDefinedForm::make, Kernels::of),
        "x-user-defined");
    register(EncodingDefinition.of("replacement", () -> ReplacementForm.SHARED), "replacement");
  }

  private UnicodeEncodings() {}

  private static void register(EncodingDefinition definition, String... names) {
    for (String name : names) {
      BY_NAME.put(name, definition);
    }
  }

  /** The encoding of a name in lower case; null if it names none. */
  static @Nullable EncodingDefinition find(String name) {
    return BY_NAME.get(name);
  }

  /** By their names in lower case. */
  static Map<String, EncodingDefinition> all() {
    return BY_NAME;
  }
}
