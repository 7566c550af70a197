/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Thrown by {@link Stage#poll} at the end of a stream of {@linkplain RecordSpec#ofChars records of
 * a number of chars} of which the last has fewer: once, behind the records before it. {@link
 * RecordSpec#allowShort} delivers it instead.
 */
public final class ShortRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Where it begins. */
  private final long byteOffset;

  /** What there is of it. */
  private final String text;

  ShortRecordException(long byteOffset, String text, int recordChars) {
    super(
        "the last record, which begins at byte "
            + byteOffset
            + ", has "
            + text.length()
            + " of "
            + recordChars
            + " chars; allowShort of the RecordSpec delivers it");
    this.byteOffset = byteOffset;
    this.text = text;
  }

  /** {@return where the record begins, in bytes of the stream} */
  public long byteOffset() {
    return byteOffset;
  }

  /** {@return the chars that there are of it} */
  public String text() {
    return text;
  }
}
