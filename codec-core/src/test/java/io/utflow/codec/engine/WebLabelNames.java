/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import java.util.List;

/** The names of the web's encodings, for tests of other packages. */
public final class WebLabelNames {
  private WebLabelNames() {}

  /** As the standard writes them. */
  public static List<String> all() {
    return WebLabels.all().values().stream().map(WebLabels.Meaning::name).distinct().toList();
  }
}
