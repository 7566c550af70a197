/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.CodingListener;
import io.utflow.codec.TextEncoding;
import java.util.HashSet;
import java.util.Set;

/** The sums of what a listener is told of one stream. */
public final class CodingCounts implements CodingListener {
  /** What was read and written, and the ill-formed sequences. */
  public record Sums(long read, long written, long illFormed) {}

  private final Set<TextEncoding> encodings = new HashSet<>();
  private int tellings;
  private Sums sums = new Sums(0, 0, 0);

  @Override
  public void coded(TextEncoding encoding, long read, long written, long illFormed) {
    tellings++;
    if (read > 0) {
      encodings.add(encoding);
    }
    if (read < 0 || written < 0 || illFormed < 0) {
      throw new AssertionError("told " + read + ", " + written + ", " + illFormed);
    }
    sums = new Sums(sums.read + read, sums.written + written, sums.illFormed + illFormed);
  }

  /** How many tellings there were. */
  public int tellings() {
    return tellings;
  }

  /** Their sums. */
  public Sums sums() {
    return sums;
  }

  /** The encodings of which something was read. */
  public Set<TextEncoding> encodings() {
    return encodings;
  }
}
