/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A line or a number of bytes that a protocol says comes next. Immutable. */
public final class ExpectedPart {
  private static final byte[] NO_END = {};

  /** The ends of a line; null if bytes are counted. */
  final @Nullable ByteDelimiters lineEnds;

  final long length;
  final boolean isText;
  final byte[] end;

  private ExpectedPart(@Nullable ByteDelimiters lineEnds, long length, boolean isText, byte[] end) {
    this.lineEnds = lineEnds;
    this.length = length;
    this.isText = isText;
    this.end = end;
  }

  public static ExpectedPart line(byte[]... ends) {
    return new ExpectedPart(new ByteDelimiters(ends), -1, true, NO_END);
  }

  public static ExpectedPart counted(long length, boolean isText, byte[] end) {
    if (length < 0) {
      throw new IllegalArgumentException("the length " + length + " was announced");
    }
    ByteDelimiters.requireLength("the end of a counted part", end, 0);
    return new ExpectedPart(null, length, isText, end.clone());
  }

  public boolean isLine() {
    return lineEnds != null;
  }

  /** Tells what may end a line; nothing where bytes are counted. */
  public void forEachLineEnd(Consumer<byte[]> action) {
    if (lineEnds != null) {
      lineEnds.forEach(action);
    }
  }

  @Override
  public String toString() {
    return lineEnds != null ? "a line" : length + (isText ? " bytes of text" : " bytes");
  }
}
