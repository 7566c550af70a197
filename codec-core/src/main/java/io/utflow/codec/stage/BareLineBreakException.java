/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Thrown by {@link Stage#poll} where a CR stands without LF, or an LF without CR, and {@link
 * LineSpec#refuseBareBreaks()} forbids it, as mail does (RFC 5321 §2.3.8) and HTTP may (RFC 9112
 * §2.2): once, after the lines before it. Its message tells which of the two it was, and where.
 */
public final class BareLineBreakException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The char offset of the CR or LF. */
  private final long charOffset;

  /** The byte offset of the CR or LF in the stream. */
  private final long byteOffset;

  BareLineBreakException(long charOffset, long byteOffset, String found) {
    super(
        "a bare "
            + ("\r".equals(found) ? "CR" : "LF")
            + " at byte "
            + byteOffset
            + ", char "
            + charOffset
            + ", not CR LF");
    this.charOffset = charOffset;
    this.byteOffset = byteOffset;
  }

  /** {@return where the CR or LF stands, in UTF-16 code units of the decoded text} */
  public long charOffset() {
    return charOffset;
  }

  /** {@return where the CR or LF stands, in bytes from the start of the stream} */
  public long byteOffset() {
    return byteOffset;
  }
}
