package io.utflow.codec;

/**
 * Text was ill-formed and the {@link MalformedPolicy} said to report it. The stream has failed: its
 * decoder or encoder takes no more input until it is reset.
 */
public final class IllFormedTextException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Where, what and why. */
  private final IllFormedSequence sequence;

  /** Well-formed text before the sequence that was not delivered. */
  private final String decodedPrefix;

  IllFormedTextException(IllFormedSequence sequence, String decodedPrefix) {
    super(sequence.toString());
    this.sequence = sequence;
    this.decodedPrefix = decodedPrefix;
  }

  /** {@return the ill-formed sequence: where it stands, its bytes and its cause} */
  public IllFormedSequence sequence() {
    return sequence;
  }

  /**
   * The well-formed text that the failing call had decoded before the sequence and could deliver in
   * no other way; empty where it was delivered, as it is by stages, handlers and operators.
   *
   * @return the text, perhaps empty
   */
  public String decodedPrefix() {
    return decodedPrefix;
  }

  /**
   * The same failure with this text as its {@link #decodedPrefix()}, and this one as its cause.
   *
   * @param prefix the well-formed text before the ill-formed sequence
   * @return a new exception
   */
  public IllFormedTextException withDecodedPrefix(String prefix) {
    IllFormedTextException other = new IllFormedTextException(sequence, prefix);
    other.initCause(this);
    return other;
  }
}
