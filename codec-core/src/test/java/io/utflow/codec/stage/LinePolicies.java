/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.PolicyCase;
import java.util.ArrayList;
import java.util.List;

/** The policies under which lines are asked for their laws. */
final class LinePolicies {
  static final List<PolicyCase> ALL = policies();

  /** One of each kind, and handlers that leave some sequences out. */
  private static List<PolicyCase> policies() {
    List<PolicyCase> all = new ArrayList<>(PolicyCase.ALL);
    all.add(
        new PolicyCase(
            "handledBy, some left out",
            LinePolicies::some,
            Long.MAX_VALUE,
            MalformedPolicy::handledBy));
    all.add(
        new PolicyCase(
            "SKIP.atMost(4)", sequence -> "", 4, handler -> MalformedPolicy.SKIP.atMost(4)));
    return all;
  }

  private static String some(ExpectedSequence sequence) {
    return sequence.offset() % 3 == 0 ? "?" : "";
  }

  private LinePolicies() {}
}
