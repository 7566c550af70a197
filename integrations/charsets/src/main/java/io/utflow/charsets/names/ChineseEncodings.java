/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.charsets.shift.HzForm;
import io.utflow.charsets.shift.Iso2022CnForm;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.source.EncodingDefinition;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chinese in seven bits, by our own forms, because those of the JDK and ICU4J are wrong or missing.
 * The characters come from tables of the JDK, so an encoding is missing if this JVM lacks its
 * table.
 */
final class ChineseEncodings {
  private static final Map<String, EncodingDefinition> BY_NAME = new LinkedHashMap<>();

  static {
    if (Charset.isSupported(HzForm.TABLE)) {
      register("HZ-GB-2312", HzForm::shared, "hz-gb-2312", "hz");
    }
    if (Charset.isSupported(HzForm.TABLE) && Charset.isSupported(Iso2022CnForm.PLANES)) {
      register("ISO-2022-CN", Iso2022CnForm::shared, "iso-2022-cn", "iso2022cn", "csiso2022cn");
    }
  }

  private ChineseEncodings() {}

  private static void register(String name, Supplier<EncodingForm> form, String... names) {
    EncodingDefinition definition = new EncodingDefinition(name, name, form, Kernels::of);
    for (String each : names) {
      BY_NAME.put(each, definition);
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
