/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/**
 * An escape that was begun and is not completed, where {@link Packing#refuseBroken()} forbids it.
 */
public final class BrokenEscapeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The char offset of the first character of the escape. */
  private final long charOffset;

  BrokenEscapeException(String escape, long charOffset) {
    super("an escape that is not completed at char " + charOffset + ": " + escape);
    this.charOffset = charOffset;
  }

  /** {@return where the escape begins, in UTF-16 code units of the packed text} */
  public long charOffset() {
    return charOffset;
  }
}
