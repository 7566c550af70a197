/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import java.util.List;
import java.util.function.Function;

/**
 * A policy, and what it must do in terms of the reference.
 *
 * @param text what the policy puts in the place of a sequence
 * @param budget how many sequences it bears before it reports
 * @param policy makes the policy; one that calls a handler passes it what {@code text} says
 */
public record PolicyCase(
    String name,
    Function<ExpectedSequence, String> text,
    long budget,
    Function<Function<IllFormedSequence, String>, MalformedPolicy> policy) {

  private static final String LONG = "<ill-formed \uD83D\uDE42 text \u4E2D>";

  /** One of each kind. */
  public static final List<PolicyCase> ALL =
      List.of(
          unlimited("REPLACE", "\uFFFD", MalformedPolicy.REPLACE),
          unlimited("SKIP", "", MalformedPolicy.SKIP),
          unlimited("replaceWith(long)", LONG, MalformedPolicy.replaceWith(LONG)),
          new PolicyCase(
              "handledBy", PolicyCase::diagnosis, Long.MAX_VALUE, MalformedPolicy::handledBy),
          new PolicyCase(
              "handledBy.atMost(3)",
              PolicyCase::diagnosis,
              3,
              handler -> MalformedPolicy.handledBy(handler).atMost(3)),
          new PolicyCase("REPORT", PolicyCase::never, 0, handler -> MalformedPolicy.REPORT),
          new PolicyCase(
              "SKIP.atMost(0)", PolicyCase::never, 0, handler -> MalformedPolicy.SKIP.atMost(0)),
          new PolicyCase(
              "REPLACE.atMost(9).atMost(1).atMost(5)",
              sequence -> "\uFFFD",
              1,
              handler -> MalformedPolicy.REPLACE.atMost(9).atMost(1).atMost(5)));

  private static PolicyCase unlimited(String name, String text, MalformedPolicy policy) {
    return new PolicyCase(name, sequence -> text, Long.MAX_VALUE, handler -> policy);
  }

  private static String diagnosis(ExpectedSequence sequence) {
    return "{" + sequence.cause() + "@" + sequence.offset() + "}";
  }

  private static String never(ExpectedSequence sequence) {
    throw new AssertionError("a budget of 0 replaces nothing");
  }

  @Override
  public String toString() {
    return name;
  }
}
