/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import java.util.Map;

/** The labels of the web that the core has, for tests of other packages. */
public final class CoreLabels {
  private CoreLabels() {}

  /** The name of the encoding of each label. */
  public static Map<String, String> all() {
    return WebLabels.BY_LABEL;
  }
}
