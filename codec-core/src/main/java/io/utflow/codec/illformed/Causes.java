/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.form.Cause;

/** The causes that users see, by those that forms tell. */
public final class Causes {
  private static final IllFormedCause[] BY_FORM = new IllFormedCause[Cause.values().length];

  static {
    for (Cause cause : Cause.values()) {
      BY_FORM[cause.ordinal()] = IllFormedCause.valueOf(cause.name());
    }
  }

  private Causes() {}

  public static IllFormedCause of(Cause cause) {
    return BY_FORM[cause.ordinal()];
  }
}
