/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import org.jspecify.annotations.Nullable;

/** A law that does not hold of a script. */
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  Violation(String what, @Nullable Throwable cause) {
    super(what, cause);
  }

  Violation(String what) {
    this(what, null);
  }
}
