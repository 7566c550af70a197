/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.stage.TooLongPolicy;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The interpretation of a whole event stream, written from the text of the standard, on decoded
 * text. What the standard has not, bounds and comments that are kept, is added where its lines and
 * buffers are.
 */
final class ReferenceEvents {
  private static final Pattern LINE = Pattern.compile("([^\r\n]*)(\r\n|\r|\n)");

  private final EventSpec spec;
  private final List<ServerSentEvent> events = new ArrayList<>();
  private final List<TooLongEvent> tooLong = new ArrayList<>();
  private boolean failed;

  /** Where the block begins, in bytes, and whether it is left out. */
  private long begin;

  private boolean leftOut;

  private String data = "";
  private String type = "";
  private @Nullable String id;
  private boolean hasId;
  private @Nullable Duration retry;

  private ReferenceEvents(EventSpec spec) {
    this.spec = spec;
  }

  static List<ServerSentEvent> of(String text) {
    return read(text, EventSpec.DEFAULT).events;
  }

  /** All of a stream that the end cuts: what no terminator ends is discarded. */
  static ReferenceEvents read(String text, EventSpec spec) {
    ReferenceEvents reference = new ReferenceEvents(spec);
    int mark = text.startsWith("\uFEFF") ? 1 : 0;
    Matcher lines = LINE.matcher(text).region(mark, text.length());
    while (!reference.failed && lines.find()) {
      reference.line(lines.group(1));
      if (lines.group(1).isEmpty()) {
        reference.begin = text.substring(0, lines.end()).getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return reference;
  }

  List<ServerSentEvent> events() {
    return events;
  }

  List<TooLongEvent> tooLong() {
    return tooLong;
  }

  boolean hasFailed() {
    return failed;
  }

  private void line(String line) {
    if (line.length() > spec.maxChars()) {
      passBound();
    } else if (line.isEmpty()) {
      dispatch();
    } else if (line.startsWith(":")) {
      if (spec.keepsAll()) {
        events.add(ServerSentEvent.comment(withoutSpace(line.substring(1))));
      }
    } else {
      String[] parts = line.split(":", 2);
      field(parts[0], parts.length == 2 ? withoutSpace(parts[1]) : "");
    }
  }

  private static String withoutSpace(String value) {
    return value.startsWith(" ") ? value.substring(1) : value;
  }

  private void field(String name, String value) {
    if (name.equals("event")) {
      type = value;
    } else if (name.equals("data")) {
      if (data.length() + value.length() > spec.maxChars()) {
        passBound();
      }
      data += value + "\n";
    } else if (name.equals("id") && !value.contains("\0")) {
      id = value;
      hasId = true;
    } else if (name.equals("retry") && value.matches("[0-9]+")) {
      BigInteger longest = BigInteger.valueOf(Long.MAX_VALUE);
      retry = Duration.ofMillis(new BigInteger(value).min(longest).longValue());
    }
  }

  private void passBound() {
    if (!leftOut) {
      tooLong.add(new TooLongEvent(begin, spec.maxChars()));
      leftOut = true;
      failed = spec.onTooLong() == TooLongPolicy.FAIL;
    }
  }

  private void dispatch() {
    boolean says = hasId || retry != null || !type.isEmpty();
    if (!leftOut && !data.isEmpty()) {
      String text = data.substring(0, data.length() - 1);
      events.add(new ServerSentEvent(text, type, id, retry, null));
      retry = null;
    } else if (!leftOut && spec.keepsAll() && says) {
      events.add(new ServerSentEvent(null, type, id, retry, null));
      retry = null;
    }
    data = "";
    type = "";
    hasId = false;
    leftOut = false;
  }
}
