/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import java.nio.charset.UnsupportedCharsetException;

/** The message for a charset that is not a Unicode encoding. */
public final class UnknownCharset {
  private UnknownCharset() {}

  /** One line, without line end; the message of the exception may be the mere name. */
  public static String message(UnsupportedCharsetException unknown) {
    String message = Printable.of("" + unknown.getMessage());
    return message.equals(Printable.of("" + unknown.getCharsetName()))
        ? "unknown charset " + message
        : message;
  }
}
