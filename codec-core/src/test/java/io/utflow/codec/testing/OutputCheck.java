/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomOutput;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a stream that was read must become in bytes under a policy, whatever it was read from. */
final class OutputCheck {
  private final PolicyCase policy;
  private final ExpectedBytes bytes;
  private final List<ExpectedSequence> sequences;
  private final boolean fails;
  private final int pieceLength;

  OutputCheck(
      Reading whole, PolicyCase policy, TextEncoding target, BomOutput bom, int pieceLength) {
    this.policy = policy;
    this.pieceLength = pieceLength;
    boolean beyondBudget = whole.sequences().size() > policy.budget();
    Reading seen = beyondBudget ? whole.upToSequence(policy.budget() + 1) : whole;
    this.fails = beyondBudget || whole.markIsMissing();
    this.sequences = seen.sequences();
    ExpectedSequence last = fails ? sequences.get(sequences.size() - 1) : null;
    String text = seen.text(o -> o.equals(last) ? "" : policy.text().apply(o));
    this.bytes = new ExpectedBytes(target, bom, text);
  }

  /** The policy, which writes down what its handler is asked, and that the observer came first. */
  MalformedPolicy policy(List<IllFormedSequence> observed, List<IllFormedSequence> handled) {
    return policy
        .policy()
        .apply(
            sequence -> {
              handled.add(sequence);
              if (observed.size() != handled.size()) {
                throw new AssertionError("the handler was asked before the observer");
              }
              return policy.text().apply(ExpectedSequence.of(sequence));
            });
  }

  void check(
      ByteOutcome outcome,
      List<IllFormedSequence> observed,
      List<IllFormedSequence> handled,
      boolean bounded,
      Supplier<String> about) {
    List<String> broken = new ArrayList<>();
    require(bytes.are(outcome), "bytes", broken);
    require(bytes.endWithCharacters(outcome), "outputs that end with characters", broken);
    require(!bounded || areBounded(outcome), "bounded outputs", broken);
    require(sequences.equals(ExpectedSequence.of(observed)), "observations", broken);
    require(failureIsRight(outcome.failure(), observed), "failure", broken);
    int handledCount = observed.size() - (fails ? 1 : 0);
    require(
        handled.isEmpty() || handled.equals(observed.subList(0, handledCount)), "handler", broken);
    if (!broken.isEmpty()) {
      throw new AssertionError(
          "%s: %s, %s, pieceLength %d%nexpected %s with %s%n but was %s with %s, %s"
              .formatted(
                  broken,
                  about.get(),
                  policy,
                  pieceLength,
                  bytes,
                  sequences,
                  HexFormat.of().formatHex(outcome.bytes()),
                  observed,
                  outcome.failure()));
    }
  }

  private static void require(boolean held, String what, List<String> broken) {
    if (!held) {
      broken.add(what);
    }
  }

  private boolean areBounded(ByteOutcome outcome) {
    for (List<byte[]> outputs : outcome.outputs()) {
      for (byte[] output : outputs) {
        if (output.length > pieceLength) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean failureIsRight(@Nullable Throwable failure, List<IllFormedSequence> observed) {
    if (!fails) {
      return failure == null;
    }
    return failure instanceof IllFormedTextException reported
        && !observed.isEmpty()
        && reported.sequence().equals(observed.get(observed.size() - 1));
  }
}
