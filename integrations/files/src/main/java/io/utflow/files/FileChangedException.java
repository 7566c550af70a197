/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import java.io.IOException;

/**
 * A file has become shorter while it was read: bytes that were there when it was opened are not.
 */
public final class FileChangedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Where the file ended, or was read last, in bytes. */
  private final long byteOffset;

  /** In bytes, when it was opened. */
  private final long expectedSize;

  FileChangedException(String file, long byteOffset, long expectedSize) {
    super(
        "%s ends at byte %d; it had %d bytes when it was opened"
            .formatted(file, byteOffset, expectedSize));
    this.byteOffset = byteOffset;
    this.expectedSize = expectedSize;
  }

  /** {@return the byte offset at which nothing could be read} */
  public long byteOffset() {
    return byteOffset;
  }

  /** {@return the bytes that the file had when it was opened} */
  public long expectedSize() {
    return expectedSize;
  }
}
