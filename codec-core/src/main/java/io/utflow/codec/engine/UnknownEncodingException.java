/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import java.nio.charset.UnsupportedCharsetException;
import java.util.List;

/** A name of no encoding, with a message of its own. */
final class UnknownEncodingException extends UnsupportedCharsetException {
  private static final long serialVersionUID = 1L;

  private final String message;

  UnknownEncodingException(String name, String message) {
    super(name);
    this.message = message;
  }

  /** The name in quotation marks, its beginning if it is long. */
  static String quoted(String name) {
    boolean isLong = name.length() > NearNames.LONGEST;
    return Quoted.of(isLong ? name.substring(0, NearNames.LONGEST) + "..." : name);
  }

  /** What may have been meant, in a message. */
  static String advice(List<String> near, String otherwise) {
    return near.isEmpty() ? otherwise : ": did you mean " + String.join(" or ", near) + "?";
  }

  @Override
  public String getMessage() {
    return message;
  }
}
