/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.codec.UnmappablePolicy;
import io.utflow.icu.NearestCharacters;

/** {@code --on-unmappable=nearest}, which an optional library does. */
final class Nearest {
  private Nearest() {}

  static UnmappablePolicy policy() {
    try {
      return NearestCharacters.policy();
    } catch (NoClassDefFoundError e) {
      throw new IllegalArgumentException("nearest needs utflow-icu and icu4j in lib", e);
    }
  }
}
