package io.utflow.codec;

/** How a call of a decoder, encoder or transcoder ended. */
public enum CoderStatus {
  /** The input is used up. What could not be decided yet is carried inside the coder. */
  UNDERFLOW,
  /**
   * The output lacks room for the next character. Nothing is lost: call again with the same input,
   * the same end-of-input flag and more room.
   */
  OVERFLOW
}
