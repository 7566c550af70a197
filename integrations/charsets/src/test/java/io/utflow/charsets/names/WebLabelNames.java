/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.charsets.names.WebLabels.Meaning;
import io.utflow.codec.encodings.CoreLabels;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All labels of the web, those of the core and those of this artifact. */
public final class WebLabelNames {
  /** What each means. */
  static final Map<String, Meaning> ALL = new HashMap<>(WebLabels.all());

  static {
    CoreLabels.all()
        .forEach(
            (label, name) -> ALL.put(label, new Meaning(name.replaceFirst("^web-", ""), name)));
  }

  private WebLabelNames() {}

  /** The names of the encodings, as the standard writes them. */
  public static List<String> all() {
    return ALL.values().stream().map(Meaning::name).distinct().toList();
  }
}
