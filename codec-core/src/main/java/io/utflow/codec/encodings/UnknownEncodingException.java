/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import io.utflow.codec.source.NearNames;
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

  /**
   * The whole message. If the artifact with the other encodings is missing, the message names it,
   * because it knows most of the names that the core does not.
   *
   * @param problem such as "names no encoding"
   * @param near the names that may have been meant
   * @param otherwise the advice if no name is near and all artifacts are present
   */
  static String message(String name, String problem, List<String> near, String otherwise) {
    boolean isLong = name.length() > NearNames.LONGEST;
    String shown = isLong ? name.substring(0, NearNames.LONGEST) + "..." : name;
    String begin = Quoted.of(shown) + " " + problem;
    String question = near.isEmpty() ? "" : ": did you mean " + String.join(" or ", near) + "?";
    if (!OtherSources.ALL.isEmpty()) {
      return begin + (near.isEmpty() ? otherwise : question);
    }
    String artifact =
        OtherSources.PROBLEM == null
            ? "ther charsets are in io.utflow:utflow-charsets: add that artifact beside the core"
            : "ther charsets are in io.utflow:utflow-charsets, which cannot be loaded: put it and"
                + " the core on one path, the class path or the module path ("
                + OtherSources.PROBLEM
                + ")";
    return begin + (near.isEmpty() ? " of the core; o" + artifact : question + " O" + artifact);
  }

  @Override
  public String getMessage() {
    return message;
  }
}
