/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.utflow.examples.syslog.SyslogMessage.Element;
import io.utflow.examples.syslog.SyslogMessage.Format;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields of a message. It reads the bytes as ISO-8859-1, in which each byte is one
 * character: an index is then a byte offset, and the fields, which are ASCII, are found without
 * knowing the encoding of the message after them.
 */
final class SyslogParser {
  private static final int HIGHEST_PRIORITY = 191;
  private static final Pattern PRIORITY = Pattern.compile("<(0|[1-9][0-9]{0,2})>");

  /** RFC 5424, §6: VERSION 1, TIMESTAMP, HOSTNAME, APP-NAME, PROCID, MSGID; PRINTUSASCII. */
  private static final Pattern HEADER =
      Pattern.compile("1 ([!-~]{1,64}) ([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) ");

  /** RFC 3164, §4.1.2, or the time of RFC 3339 that newer senders of that format write. */
  private static final Pattern OLD_TIME =
      Pattern.compile(
          "((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ 0-3][0-9] [0-9:]{8}"
              + "|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}(?:Z|[+-][0-9]{2}:[0-9]{2})) ");

  private static final Pattern OLD_HOST = Pattern.compile("([!-~]{1,255}) ");

  /** RFC 3164, §5.3: the TAG, often with the process in brackets. */
  private static final Pattern OLD_TAG =
      Pattern.compile("([^\\s:\\[<]{1,48})(?:\\[([!-~&&[^\\]]]{1,128})\\])?: ?");

  private final MessageText text;

  SyslogParser(MessageText text) {
    this.text = text;
  }

  /** Never fails: what has no format is the text of a message without fields. */
  SyslogMessage parse(byte[] frame) {
    String octets = new String(frame, StandardCharsets.ISO_8859_1);
    Matcher fields = PRIORITY.matcher(octets);
    if (!fields.lookingAt() || Integer.parseInt(fields.group(1)) > HIGHEST_PRIORITY) {
      return new SyslogMessage(
          Format.UNKNOWN, -1, null, null, null, null, null, List.of(), text.decode(frame, 0));
    }
    int priority = Integer.parseInt(fields.group(1));
    int start = fields.end();
    Matcher header = HEADER.matcher(octets).region(start, octets.length());
    return header.lookingAt()
        ? parse5424(priority, header, octets, frame)
        : parse3164(priority, start, octets, frame);
  }

  private SyslogMessage parse5424(int priority, Matcher header, String octets, byte[] frame) {
    StructuredData data = new StructuredData(octets, header.end(), text);
    List<Element> elements = new ArrayList<>();
    int end = data.readTo(elements);
    if (end < 0) { // Not by the grammar: nothing of it is lost if it is shown as it is.
      elements.clear();
      end = header.end();
    } else if (end < octets.length()) {
      end++; // the space
    }
    return new SyslogMessage(
        Format.RFC5424,
        priority,
        field(header.group(1)),
        field(header.group(2)),
        field(header.group(3)),
        field(header.group(4)),
        field(header.group(5)),
        elements,
        text.decode(frame, end));
  }

  /** {@code -} is NILVALUE. */
  private @Nullable String field(String value) {
    return value.equals("-") ? null : text.guarded(value);
  }

  private SyslogMessage parse3164(int priority, int start, String octets, byte[] frame) {
    int at = start;
    String timestamp = null;
    String host = null;
    Matcher time = OLD_TIME.matcher(octets).region(at, octets.length());
    if (time.lookingAt()) {
      timestamp = time.group(1);
      at = time.end();
      Matcher name = OLD_HOST.matcher(octets).region(at, octets.length());
      if (name.lookingAt() && !name.group(1).endsWith(":")) { // That is a TAG without a host.
        host = text.guarded(name.group(1));
        at = name.end();
      }
    }
    String application = null;
    String process = null;
    Matcher tag = OLD_TAG.matcher(octets).region(at, octets.length());
    if (tag.lookingAt() && isAscii(tag.group(1))) {
      application = text.guarded(tag.group(1));
      process = tag.group(2) == null ? null : text.guarded(tag.group(2));
      at = tag.end();
    }
    return new SyslogMessage(
        Format.RFC3164,
        priority,
        timestamp,
        host,
        application,
        process,
        null,
        List.of(),
        text.decode(frame, at));
  }

  private static boolean isAscii(String octets) {
    return octets.chars().allMatch(octet -> octet < 0x80);
  }
}
