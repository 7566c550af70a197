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
  private static final long NOT_BEGUN = -1;

  private final EventSpec spec;

  /** The last event id, which outlives the block. */
  private @Nullable String id;

  private boolean hasId;

  /** Whether an id has come since the last event; outlives a block that yields no event. */
  private boolean hasNewId;

  /** Where its first line begins; {@link #NOT_BEGUN} between two blocks. */
  private long begin = NOT_BEGUN;

  private boolean tooLong;

  /** The values of data fields so far, joined by LF; null before the first data field. */
  private @Nullable StringBuilder data;

  private String type = NO_TYPE;

  /** Outlives a block that yields no event. */
  private @Nullable Duration retry;

  EventBlock(EventSpec spec) {
    this.spec = spec;
  }

  /**
   * Takes a line that a terminator has ended. One that is longer than the bound, which may be cut
   * after it, makes its event too long.
   *
   * @return the event that it ends, or the comment that it is; else null
   */
  @Nullable ServerSentEvent take(LocatedLine located) {
    String line = located.text();
    if (line.isEmpty()) {
      return end();
    }
    if (begin == NOT_BEGUN) {
      // Not where the line before ended: the LF behind its CR may not have come then.
      begin = located.begin();
    }
    if (line.length() > spec.maxChars()) {
      passBound();
      return null;
    }
    if (line.startsWith("data:")) {
      keepData(valueBehind(line, 4));
      return null;
    }
    int colon = line.indexOf(':');
    if (colon == 0) {
      return spec.keepsAll() ? ServerSentEvent.comment(valueBehind(line, 0)) : null;
    }
    String field = colon < 0 ? line : line.substring(0, colon);
    take(field, colon < 0 ? "" : valueBehind(line, colon));
    return null;
  }

  /** Without the one space that may stand after the colon. */
  private static String valueBehind(String line, int colon) {
    return line.startsWith(" ", colon + 1) ? line.substring(colon + 2) : line.substring(colon + 1);
  }

  private void take(String field, String value) {
    switch (field) {
      case "data" -> keepData(value);
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
      hasNewId = true;
    }
  }

  /** ASCII digits only, and at least one. */
  private void takeRetry(String value) {
    if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        retry = Duration.ofMillis(Long.parseLong(value));
      } catch (NumberFormatException e) {
        retry = ServerSentEvent.LONGEST_RETRY;
      }
    }
  }

  private void keepData(String value) {
    long length = (data == null ? 0 : data.length() + 1L) + value.length();
    if (length > spec.maxChars()) {
      passBound();
    }
    if (!tooLong) {
      data = data == null ? new StringBuilder(value) : data.append('\n').append(value);
    }
  }

  /** Once for each event. */
  private void passBound() {
    if (tooLong) {
      return;
    }
    tooLong = true;
    data = null;
    TooLongEvent event = new TooLongEvent(begin, spec.maxChars());
    spec.observer().ifPresent(observer -> observer.accept(event));
    if (spec.onTooLong() == TooLongPolicy.FAIL) {
      throw new TooLongEventException(event);
    }
  }

  private @Nullable ServerSentEvent end() {
    ServerSentEvent event = null;
    if (!tooLong && (data != null || spec.keepsAll() && saysMoreThanData())) {
      event = new ServerSentEvent(data(), type, id, hasNewId, retry, null);
      retry = null;
      hasNewId = false;
    }
    begin = NOT_BEGUN;
    hasId = false;
    tooLong = false;
    data = null;
    type = NO_TYPE;
    return event;
  }

  private boolean saysMoreThanData() {
    return hasId || retry != null || !type.isEmpty();
  }

  private @Nullable String data() {
    return data == null ? null : data.toString();
  }

  /**
   * Returns the fields of the event that has not ended, and an id and a retry from before it that
   * no event has told.
   */
  String openText() {
    return new ServerSentEvent(data(), type, id, hasNewId, retry, null).fields().toString();
  }
}
