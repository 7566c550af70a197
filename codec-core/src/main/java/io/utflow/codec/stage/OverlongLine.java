package io.utflow.codec.stage;

import java.io.Serializable;

/**
 * A line or record that passed its bound.
 *
 * @param offset where it begins, in UTF-16 code units of the decoded text
 * @param maxLength the bound, in UTF-16 code units without the terminator
 * @serial exclude
 */
public record OverlongLine(long offset, int maxLength) implements Serializable {
  @Override
  public String toString() {
    return "the line that begins at char " + offset + " is longer than " + maxLength + " chars";
  }
}
