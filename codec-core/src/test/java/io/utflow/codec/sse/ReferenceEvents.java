/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The interpretation of a whole event stream, written from the text of the standard. */
final class ReferenceEvents {
  private static final Pattern LINE = Pattern.compile("([^\r\n]*)(\r\n|\r|\n)");

  private final List<ServerSentEvent> events = new ArrayList<>();
  private String data = "";
  private String type = "";
  private @Nullable String id;
  private @Nullable Duration retry;

  static List<ServerSentEvent> of(String text) {
    ReferenceEvents reference = new ReferenceEvents();
    Matcher lines = LINE.matcher(text.startsWith("\uFEFF") ? text.substring(1) : text);
    while (lines.find()) {
      reference.line(lines.group(1));
    }
    return reference.events;
  }

  private void line(String line) {
    if (line.isEmpty()) {
      dispatch();
    } else if (!line.startsWith(":")) {
      String[] parts = line.split(":", 2);
      String value = parts.length == 2 ? parts[1] : "";
      field(parts[0], value.startsWith(" ") ? value.substring(1) : value);
    }
  }

  private void field(String name, String value) {
    if (name.equals("event")) {
      type = value;
    } else if (name.equals("data")) {
      data += value + "\n";
    } else if (name.equals("id") && !value.contains("\0")) {
      id = value;
    } else if (name.equals("retry") && value.matches("[0-9]+")) {
      BigInteger longest = BigInteger.valueOf(Long.MAX_VALUE);
      retry = Duration.ofMillis(new BigInteger(value).min(longest).longValue());
    }
  }

  private void dispatch() {
    if (!data.isEmpty()) {
      String text = data.substring(0, data.length() - 1);
      events.add(new ServerSentEvent(text, type, id, retry, null));
      retry = null;
    }
    data = "";
    type = "";
  }
}
