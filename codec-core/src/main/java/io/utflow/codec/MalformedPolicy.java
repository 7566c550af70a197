/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.illformed.MalformedRule;
import java.util.function.Function;

/**
 * The treatment of an ill-formed sequence. Immutable; shared between threads when a spec is, so a
 * {@linkplain #handledBy handler} must be thread-safe.
 *
 * <pre>{@code
 * MalformedPolicy few = MalformedPolicy.REPLACE.atMost(10);
 * MalformedPolicy hex =
 *     MalformedPolicy.handledBy(sequence -> "<" + HexFormat.of().formatHex(sequence.bytes()) + ">");
 * }</pre>
 */
public sealed interface MalformedPolicy permits MalformedRule {

  /** One U+FFFD REPLACEMENT CHARACTER for each maximal subpart. The default. */
  MalformedPolicy REPLACE = MalformedRule.replacing("\uFFFD");

  /**
   * An {@link IllFormedTextException}, after the well-formed text before the sequence was
   * delivered.
   */
  MalformedPolicy REPORT = REPLACE.atMost(0);

  /**
   * Nothing: the sequence is left out. Beware: deletion joins parts that were separate, so text
   * that was checked before it was decoded may say something else afterwards (UTR #36, §3.5).
   */
  MalformedPolicy SKIP = MalformedRule.replacing("");

  /**
   * {@return a policy that replaces each sequence by the same text}
   *
   * @param replacement well-formed text of any length; empty as {@link #SKIP}
   * @throws IllegalArgumentException if the replacement holds an unpaired surrogate
   */
  static MalformedPolicy replaceWith(String replacement) {
    return MalformedRule.replacing(replacement);
  }

  /**
   * {@return a policy that replaces each sequence by what the handler returns} It runs on the
   * decoding thread, once for each sequence, after the observer; its exceptions fail the stream, as
   * does a result that is null or ill-formed ({@link IllegalStateException}).
   *
   * @param handler gets the sequence, answers with the text in its place; empty leaves it out
   */
  static MalformedPolicy handledBy(Function<? super IllFormedSequence, String> handler) {
    return MalformedRule.handledBy(handler);
  }

  /**
   * {@return this policy for the first {@code sequences} ill-formed sequences of a stream, {@link
   * #REPORT} from then on} Of two budgets the smaller holds.
   *
   * @param sequences how many a stream may hold without failing, 0 or more
   * @throws IllegalArgumentException if {@code sequences} is negative
   */
  MalformedPolicy atMost(long sequences);
}
