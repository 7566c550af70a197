/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.utflow.examples.syslog.SyslogMessage.Element;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads STRUCTURED-DATA (RFC 5424, §6.3) from octets, each of which is one character. */
final class StructuredData {
  private static final int LONGEST_NAME = 32;

  private final String octets;
  private final MessageText text;
  private int at;

  StructuredData(String octets, int start, MessageText text) {
    this.octets = octets;
    this.at = start;
    this.text = text;
  }

  /**
   * Adds the elements.
   *
   * @return the index after them, where a space or the end is, or -1 if they break the grammar
   */
  int readTo(List<Element> elements) {
    if (take('-')) {
      return endIfSeparated();
    }
    while (take('[')) {
      String id = name();
      List<Map.Entry<String, String>> parameters = new ArrayList<>();
      while (take(' ')) {
        String name = name();
        if (name.isEmpty() || !take('=') || !take('"')) {
          return -1;
        }
        byte[] value = value();
        if (!take('"')) {
          return -1;
        }
        parameters.add(Map.entry(text.guarded(name), text.decodeUtf8(value)));
      }
      if (id.isEmpty() || !take(']')) {
        return -1;
      }
      elements.add(new Element(text.guarded(id), parameters));
    }
    return elements.isEmpty() ? -1 : endIfSeparated();
  }

  private int endIfSeparated() {
    return at == octets.length() || octets.charAt(at) == ' ' ? at : -1;
  }

  /** SD-NAME: printable ASCII without =, space, ] and ". */
  private String name() {
    int start = at;
    while (at < octets.length() && at - start < LONGEST_NAME && isOfName(octets.charAt(at))) {
      at++;
    }
    return octets.substring(start, at);
  }

  private static boolean isOfName(char octet) {
    return octet > ' ' && octet < 0x7F && octet != '=' && octet != ']' && octet != '"';
  }

  /**
   * The octets up to the quotation mark, unescaped. A backslash before another character than the
   * three stands for itself (§6.3.3). No octet of a longer character in UTF-8 is one of them.
   */
  private byte[] value() {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    while (at < octets.length() && octets.charAt(at) != '"') {
      char octet = octets.charAt(at++);
      if (octet == '\\' && at < octets.length() && "\"\\]".indexOf(octets.charAt(at)) >= 0) {
        octet = octets.charAt(at++);
      }
      value.write(octet);
    }
    return value.toByteArray();
  }

  private boolean take(char expected) {
    boolean found = at < octets.length() && octets.charAt(at) == expected;
    at += found ? 1 : 0;
    return found;
  }
}
