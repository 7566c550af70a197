/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.form.HzForm;
import io.utflow.codec.form.Iso2022CnForm;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chinese in seven bits: by forms of our own, for what the JDK and ICU4J have is wrong or missing;
 * the characters are the JDK's, so there is none where this JVM has not their table.
 */
final class ChineseEncodings {
  private static final Map<String, Encoding> BY_NAME = new LinkedHashMap<>();

  static {
    if (Charset.isSupported(HzForm.TABLE)) {
      Encoding hz = Encoding.ofForm("HZ-GB-2312", HzForm.shared());
      BY_NAME.put("hz-gb-2312", hz);
      BY_NAME.put("hz", hz);
    }
    if (Charset.isSupported(HzForm.TABLE) && Charset.isSupported(Iso2022CnForm.PLANES)) {
      Encoding iso2022 = Encoding.ofForm("ISO-2022-CN", Iso2022CnForm.shared());
      BY_NAME.put("iso-2022-cn", iso2022);
      BY_NAME.put("iso2022cn", iso2022);
      BY_NAME.put("csiso2022cn", iso2022);
    }
  }

  private ChineseEncodings() {}

  /** The encoding of a name in lower case; null if it names none. */
  static @Nullable Encoding find(String name) {
    return BY_NAME.get(name);
  }

  /** By their names in lower case. */
  static Map<String, Encoding> all() {
    return BY_NAME;
  }
}
