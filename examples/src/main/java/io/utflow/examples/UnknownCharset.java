package io.utflow.examples;

import java.nio.charset.UnsupportedCharsetException;

/** What a user is told who named a charset that is none of the Unicode encodings. */
public final class UnknownCharset {
  private UnknownCharset() {}

  /** A line, without line end: what the exception has to say, which may be the mere name. */
  public static String message(UnsupportedCharsetException unknown) {
    String message = Printable.of("" + unknown.getMessage());
    return message.equals(Printable.of("" + unknown.getCharsetName()))
        ? "unknown charset " + message
        : message;
  }
}
