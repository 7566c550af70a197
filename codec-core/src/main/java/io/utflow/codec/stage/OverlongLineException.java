package io.utflow.codec.stage;

/** A line or record passed its bound and the spec says {@link Overlong#FAIL}. */
public final class OverlongLineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Where it begins, and its bound. */
  private final OverlongLine line;

  OverlongLineException(OverlongLine line) {
    super(line.toString());
    this.line = line;
  }

  /** {@return where the line or record begins, and the bound that it passed} */
  public OverlongLine line() {
    return line;
  }
}
