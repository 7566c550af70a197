/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Thrown by {@link Stage#poll} at the end of a stream of {@linkplain RecordSpec#ofChars records
 * with a fixed number of chars} if the last record has fewer: once, after all complete records.
 * With {@link RecordSpec#allowShort} the short record is delivered instead.
 */
public final class ShortRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The byte offset of the short record. */
  private final long byteOffset;

  /** The chars of the short record. */
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

  /** {@return the chars of the short record} */
  public String text() {
    return text;
  }
}
