/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.Locale;

/** The task of a decoder: how it decodes the bytes. */
public enum Job {
  /** Text, in outputs of any length. */
  TEXT,
  /** Lines that end with LF alone; a CR is text. */
  LINES_LF,
  /** Lines that end with LF or CR LF. */
  LINES_LF_OR_CRLF,
  /** Lines that end with LF, CR LF or CR. */
  LINES_ANY,
  /**
   * Server-sent events. An output is the type of the event, LF, the last event id, LF, the data.
   */
  EVENTS;

  /** {@return the word that vectors and the protocol call it by, as {@code lines-lf-or-crlf}} */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * {@return the job of that word}
   *
   * @param word the word
   * @throws IllegalArgumentException if no job has that word
   */
  public static Job of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** {@return {@code text}, {@code lines} or {@code events}: what is counted together} */
  public String kind() {
    return word().replaceFirst("-.*", "");
  }
}
