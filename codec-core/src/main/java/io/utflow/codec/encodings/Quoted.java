/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import java.util.regex.Pattern;

/** Text of a configuration as people read it. */
public final class Quoted {
  private static final Pattern HIDDEN = Pattern.compile("[\\x00-\\x1F\\x7F-\\x9F\\u2028\\u2029]");

  private Quoted() {}

  /** In quotation marks, with controls and line separators as escapes, so that it is one line. */
  public static String of(String text) {
    return HIDDEN
        .matcher("\"" + text + "\"")
        .replaceAll(found -> "\\\\u%04X".formatted((int) found.group().charAt(0)));
  }
}
