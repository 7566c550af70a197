/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import io.utflow.codec.TextEncoding;
import java.util.List;

/** The seven encoding schemes of the Unicode Standard, §3.10. */
public final class UnicodeEncodings {
  /** All of them, those of the smallest code unit first. */
  public static final List<TextEncoding> ALL =
      List.of(
          TextEncoding.UTF_8,
          TextEncoding.UTF_16,
          TextEncoding.UTF_16BE,
          TextEncoding.UTF_16LE,
          TextEncoding.UTF_32,
          TextEncoding.UTF_32BE,
          TextEncoding.UTF_32LE);

  private UnicodeEncodings() {}
}
