/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message with its fields. A field that it lacks is null: nothing is made up.
 *
 * @param format the format that its bytes have
 * @param priority facility times eight and severity, or -1
 * @param timestamp as it was sent; in RFC 3164 without a year and a time zone
 * @param host the sender's name for itself
 * @param application APP-NAME, or the TAG of RFC 3164
 * @param processId PROCID, or the text in brackets after the TAG
 * @param messageId MSGID
 * @param data the elements of STRUCTURED-DATA
 * @param text the message
 */
record SyslogMessage(
    Format format,
    int priority,
    @Nullable String timestamp,
    @Nullable String host,
    @Nullable String application,
    @Nullable String processId,
    @Nullable String messageId,
    List<Element> data,
    MessageText.Decoded text) {

  /** The formats, by their distinguishing marks. */
  enum Format {
    /** {@code <PRI>1 } and five fields. */
    RFC5424,
    /**
     * Any other text after {@code <PRI>}: RFC 3164 describes observed messages, and prescribes
     * little.
     */
    RFC3164,
    /** No priority: a line of something else. */
    UNKNOWN
  }

  /**
   * An SD-ELEMENT.
   *
   * @param id its SD-ID
   * @param parameters in their order; a name may occur more than once
   */
  record Element(String id, List<Map.Entry<String, String>> parameters) {}
}
