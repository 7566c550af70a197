package io.utflow.codec.stage;

/** A CR without LF, or an LF without CR, where {@link LineSpec#refuseLoneBreaks()} forbids it. */
public final class LoneBreakException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Of the CR or LF. */
  private final long offset;

  /** In bytes of the stream. */
  private final long byteOffset;

  LoneBreakException(long offset, long byteOffset, String found) {
    super(
        "a bare "
            + ("\r".equals(found) ? "CR" : "LF")
            + " at byte "
            + byteOffset
            + ", char "
            + offset
            + ", not CR LF");
    this.offset = offset;
    this.byteOffset = byteOffset;
  }

  /** {@return where the CR or LF stands, in UTF-16 code units of the decoded text} */
  public long offset() {
    return offset;
  }

  /**
   * Where it stands.
   *
   * @return the byte offset from the start of the stream
   */
  public long byteOffset() {
    return byteOffset;
  }
}
