/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import java.util.HexFormat;

/** The policies for ill-formed sequences that the page offers, each with the Java that makes it. */
enum IllFormedChoice {
  REPLACE("MalformedPolicy.REPLACE", MalformedPolicy.REPLACE),
  SKIP("MalformedPolicy.SKIP", MalformedPolicy.SKIP),
  REPORT("MalformedPolicy.REPORT", MalformedPolicy.REPORT),
  QUESTION_MARK("MalformedPolicy.replaceWith(\"?\")", MalformedPolicy.replaceWith("?")),
  HEX(
      "MalformedPolicy.handledBy("
          + "found -> \"<\" + HexFormat.of().formatHex(found.bytes()) + \">\")",
      MalformedPolicy.handledBy(IllFormedChoice::inHex));

  private final String java;
  private final MalformedPolicy policy;

  IllFormedChoice(String java, MalformedPolicy policy) {
    this.java = java;
    this.policy = policy;
  }

  private static String inHex(IllFormedSequence found) {
    return "<" + HexFormat.of().formatHex(found.bytes()) + ">";
  }

  String java() {
    return java;
  }

  MalformedPolicy policy() {
    return policy;
  }

  /** The replacement of a sequence in the text; may be empty. */
  String replacementOf(IllFormedSequence found) {
    return switch (this) {
      case REPLACE -> "\uFFFD";
      case SKIP, REPORT -> "";
      case QUESTION_MARK -> "?";
      case HEX -> inHex(found);
    };
  }
}
