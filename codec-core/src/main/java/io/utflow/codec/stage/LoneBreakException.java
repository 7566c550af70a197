package io.utflow.codec.stage;

/** A CR without LF, or an LF without CR, where {@link LineSpec#refuseLoneBreaks()} forbids it. */
public final class LoneBreakException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Of the CR or LF. */
  private final long offset;

  LoneBreakException(long offset, String found) {
    super("a lone " + ("\r".equals(found) ? "CR" : "LF") + " at char " + offset + ", not CR LF");
    this.offset = offset;
  }

  /** {@return where the CR or LF stands, in UTF-16 code units of the decoded text} */
  public long offset() {
    return offset;
  }
}
