/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

/**
 * Text was ill-formed and the {@link MalformedPolicy} said to report it. The stream has failed: its
 * decoder or encoder takes no more input until it is reset.
 *
 * <pre>{@code
 * try {
 *   text = decoder.decode(received, true);
 * } catch (IllFormedTextException e) {
 *   text = e.decodedPrefix();
 *   System.err.println(e.sequence().byteOffset() + ": " + e.sequence().cause());
 * }
 * }</pre>
 */
public final class IllFormedTextException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Where, what and why. */
  private final IllFormedSequence sequence;

  /** Well-formed text before the sequence that was not delivered. */
  private final String decodedPrefix;

  /**
   * The failure of a stream at an ill-formed sequence: for stages and handlers of your own that
   * report one.
   *
   * @param sequence the sequence that was found
   * @param decodedPrefix the well-formed text before it that was not delivered, perhaps empty
   */
  public IllFormedTextException(IllFormedSequence sequence, String decodedPrefix) {
    super(sequence.toString());
    this.sequence = sequence;
    this.decodedPrefix = decodedPrefix;
  }

  /** {@return the ill-formed sequence: where it stands, its bytes and its cause} */
  public IllFormedSequence sequence() {
    return sequence;
  }

  /**
   * {@return the well-formed text before the sequence that was delivered in no other way} It is
   * what the failing call had decoded; of a stage of lines, the line that has not ended; of a stage
   * of one text ({@link io.utflow.codec.stage.Stages#text}), all of it. Empty where it was
   * delivered, as by stages, handlers and operators that yield text in pieces.
   */
  public String decodedPrefix() {
    return decodedPrefix;
  }
}
