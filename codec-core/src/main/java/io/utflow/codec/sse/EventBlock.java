/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.TooLongPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The lines between two empty ones, and what outlives them: "Interpreting an event stream" of the
 * standard. Mutable, one per stream.
 */
final class EventBlock {
  private static final String NO_TYPE = "";

  /** No longer {@link Duration} of milliseconds can be said. */
  private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

  private final EventSpec spec;

  /** The last event id, which outlives the block. */
  private @Nullable String id;

  private boolean hasId;
  private long begin;
  private boolean tooLong;
  private @Nullable Lines data;
  private @Nullable Lines comment;
  private String type = NO_TYPE;

  /** Outlives a block that yields no event. */
  private @Nullable Duration retry;

  EventBlock(EventSpec spec) {
    this.spec = spec;
  }

  /** Takes a line; answers with the event that it ends, or null. */
  @Nullable ServerSentEvent take(LocatedLine located) {
    String line = located.text();
    if (line.isEmpty()) {
      return end(located.next().byteOffset());
    }
    if (line.startsWith("data:")) {
      data = keep(data, valueBehind(line, 4));
      return null;
    }
    int colon = line.indexOf(':');
    if (colon == 0) {
      if (spec.keepsAll()) {
        comment = keep(comment, valueBehind(line, 0));
      }
    } else if (colon > 0) {
      take(line.substring(0, colon), valueBehind(line, colon));
    } else {
      take(line, "");
    }
    return null;
  }

  /** Without the one space that may stand behind the colon. */
  private static String valueBehind(String line, int colon) {
    return line.startsWith(" ", colon + 1) ? line.substring(colon + 2) : line.substring(colon + 1);
  }

  private void take(String field, String value) {
    switch (field) {
      case "data" -> data = keep(data, value);
      case "event" -> type = value;
      case "id" -> takeId(value);
      case "retry" -> takeRetry(value);
      default -> {} // Fields to come are ignored.
    }
  }

  private void takeId(String value) {
    if (value.indexOf('\0') < 0) {
      id = value;
      hasId = true;
    }
  }

  /** ASCII digits only, and at least one. */
  private void takeRetry(String value) {
    if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        retry = Duration.ofMillis(Long.parseLong(value));
      } catch (NumberFormatException e) {
        retry = LONGEST;
      }
    }
  }

  private @Nullable Lines keep(@Nullable Lines lines, String value) {
    long length = (long) length(data) + length(comment) + (lines == null ? 0 : 1) + value.length();
    if (length > spec.maxLength()) {
      passBound();
    }
    if (tooLong) {
      return null;
    }
    return lines == null ? new Lines(value) : lines.add(value);
  }

  private static int length(@Nullable Lines lines) {
    return lines == null ? 0 : lines.length();
  }

  /** The event, or one of its lines, is longer than allowed. */
  void passBound() {
    if (tooLong) {
      return;
    }
    tooLong = true;
    data = null;
    comment = null;
    TooLongEvent event = new TooLongEvent(begin, spec.maxLength());
    spec.observer().ifPresent(observer -> observer.accept(event));
    if (spec.onTooLong() == TooLongPolicy.FAIL) {
      throw new TooLongEventException(event);
    }
  }

  private @Nullable ServerSentEvent end(long next) {
    ServerSentEvent event = null;
    if (!tooLong && (data != null || spec.keepsAll() && saysMoreThanData())) {
      event = new ServerSentEvent(text(data), type, id, retry, text(comment));
      retry = null;
    }
    begin = next;
    hasId = false;
    tooLong = false;
    data = null;
    comment = null;
    type = NO_TYPE;
    return event;
  }

  private boolean saysMoreThanData() {
    return comment != null || hasId || retry != null || !type.isEmpty();
  }

  private static @Nullable String text(@Nullable Lines lines) {
    return lines == null ? null : lines.toString();
  }

  /** What was read of the event that has not ended, as fields. */
  String openText() {
    return new ServerSentEvent(text(data), type, hasId ? id : null, retry, text(comment))
        .fields()
        .toString();
  }

  /** Values joined by LF; of one value, which is the rule, nothing is copied. */
  private static final class Lines {
    private final String first;
    private @Nullable StringBuilder all;

    Lines(String first) {
      this.first = first;
    }

    Lines add(String value) {
      if (all == null) {
        all = new StringBuilder(first);
      }
      all.append('\n').append(value);
      return this;
    }

    int length() {
      return all == null ? first.length() : all.length();
    }

    @Override
    public String toString() {
      return all == null ? first : all.toString();
    }
  }
}
