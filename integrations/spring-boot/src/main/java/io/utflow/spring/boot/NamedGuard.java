/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import io.utflow.guard.TextGuard;
import io.utflow.spring.CodecSpec;

/** A guard by its name, where {@code utflow-guard} is there. */
final class NamedGuard {
  private NamedGuard() {}

  static CodecSpec behind(CodecSpec spec, String name) {
    return spec.through(TextGuard.preset(name)::stage);
  }
}
