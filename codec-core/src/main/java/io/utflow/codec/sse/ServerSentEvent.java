/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event of an event stream, received or to be sent. Immutable and thread-safe. The methods that
 * change something return a new event.
 *
 * <pre>{@code
 * ServerSentEvent token = ServerSentEvent.of("\uD83D\uDE00 hi").type("token").id("17");
 * ServerSentEvent heartbeat = ServerSentEvent.comment("still here");
 * }</pre>
 *
 * <p>An event that was received has data: the standard delivers no other, unless {@link
 * EventSpec#keepAll} asks for the rest. Two events are equal if all their parts are.
 */
public final class ServerSentEvent {
  /** No longer time of whole milliseconds is a {@code long}. */
  static final Duration LONGEST_RETRY = Duration.ofMillis(Long.MAX_VALUE);

  private static final String DEFAULT_TYPE = "message";

  private final @Nullable String data;

  /** Empty if the event does not say one. */
  private final String type;

  private final @Nullable String id;

  /** False if the id is that of an event before. */
  private final boolean hasId;

  private final @Nullable Duration retry;
  private final @Nullable String comment;

  ServerSentEvent(
      @Nullable String data,
      String type,
      @Nullable String id,
      @Nullable Duration retry,
      @Nullable String comment) {
    this(data, type, id, id != null, retry, comment);
  }

  /**
   * An event.
   *
   * @param hasId false if the id is that of an event before
   */
  ServerSentEvent(
      @Nullable String data,
      String type,
      @Nullable String id,
      boolean hasId,
      @Nullable Duration retry,
      @Nullable String comment) {
    this.data = data;
    this.type = type;
    this.id = id;
    this.hasId = hasId;
    this.retry = retry;
    this.comment = comment;
  }

  /**
   * {@return an event of the type {@code message} with this data and nothing else}
   *
   * @param data any text. CR, LF and CR LF in it are received as LF
   */
  public static ServerSentEvent of(String data) {
    return new ServerSentEvent(Objects.requireNonNull(data, "data"), "", null, null, null);
  }

  /**
   * {@return a comment, which receivers ignore: what is sent from time to time so that no proxy
   * closes an idle connection}
   *
   * @param comment any text, perhaps empty; each line of it is a line of the stream
   */
  public static ServerSentEvent comment(String comment) {
    return new ServerSentEvent(null, "", null, null, Objects.requireNonNull(comment, "comment"));
  }

  /**
   * {@return the event with another type}
   *
   * @param type empty stands for {@code message}
   * @throws IllegalArgumentException if it has a CR or LF, which the format cannot say
   */
  public ServerSentEvent type(String type) {
    return new ServerSentEvent(data, oneLine("type", type), id, hasId, retry, comment);
  }

  /**
   * {@return the event with an id, which a receiver sends as {@code Last-Event-ID} when it connects
   * again}
   *
   * @param id empty makes the receiver forget the id it has
   * @throws IllegalArgumentException if it has a CR, LF or NUL, which the format cannot say
   */
  public ServerSentEvent id(String id) {
    if (id.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("an id with a NUL would be ignored: give one without");
    }
    return new ServerSentEvent(data, type, oneLine("id", id), retry, comment);
  }

  /**
   * {@return the event with the time that a receiver waits before it connects again}
   *
   * @param retry in milliseconds, fractions are dropped; a longer time than {@link Long#MAX_VALUE}
   *     milliseconds becomes that
   * @throws IllegalArgumentException if it is negative
   */
  public ServerSentEvent retry(Duration retry) {
    if (retry.isNegative()) {
      throw new IllegalArgumentException("retry " + retry + ": give a time of 0 or more");
    }
    Duration whole =
        retry.compareTo(LONGEST_RETRY) < 0 ? Duration.ofMillis(retry.toMillis()) : LONGEST_RETRY;
    return new ServerSentEvent(data, type, id, hasId, whole, comment);
  }

  /**
   * {@return the event with a comment before it}
   *
   * @param comment any text, perhaps empty
   */
  public ServerSentEvent withComment(String comment) {
    return new ServerSentEvent(
        data, type, id, hasId, retry, Objects.requireNonNull(comment, "comment"));
  }

  private static String oneLine(String name, String value) {
    if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(name + " with a CR or LF: it has to be one line");
    }
    return value;
  }

  /** {@return the data, its lines joined by LF; empty without data} */
  public String data() {
    return data == null ? "" : data;
  }

  /**
   * {@return whether there is data, though it may be empty} Without data an event is not received.
   */
  public boolean hasData() {
    return data != null;
  }

  /** {@return the type; {@code message} unless the event says another} */
  public String type() {
    return type.isEmpty() ? DEFAULT_TYPE : type;
  }

  /**
   * {@return whether the event says its type, which may be {@code message}} To the standard, and to
   * {@link #equals}, an event that does not is one of the type {@code message}.
   */
  public boolean hasType() {
    return !type.isEmpty();
  }

  /**
   * {@return the id, perhaps the empty one} Of an event that was received, it is the last that the
   * stream had up to this event, if there was one. An event without an id therefore has that of the
   * event before; {@link #hasId} tells the two apart.
   */
  public Optional<String> id() {
    return Optional.ofNullable(id);
  }

  /**
   * {@return whether the event says its id; of an event that was received, whether the stream has
   * said one since the event before} An id of an event before is not written again by {@link
   * #toText}, because a receiver has it already. To {@link #equals} the two are the same.
   */
  public boolean hasId() {
    return hasId;
  }

  /**
   * {@return the time to wait before connecting again, if the stream has said one since the event
   * before}
   */
  public Optional<Duration> retry() {
    return Optional.ofNullable(retry);
  }

  /**
   * {@return the comment} Of a stream that is read with {@link EventSpec#keepAll} each comment line
   * is an event of its own, which has nothing else.
   */
  public Optional<String> comment() {
    return Optional.ofNullable(comment);
  }

  /**
   * {@return the event as it is sent in a stream, with the empty line that ends it} Lines end with
   * LF. It is to be encoded in UTF-8.
   */
  public String toText() {
    return fields().append('\n').toString();
  }

  /** Its fields, without the empty line. */
  StringBuilder fields() {
    StringBuilder text = new StringBuilder(data().length() + 32);
    if (comment != null) {
      append(text, "", comment);
    }
    if (id != null && hasId) {
      append(text, "id", id);
    }
    if (!type().equals(DEFAULT_TYPE)) {
      append(text, "event", type);
    }
    if (retry != null) {
      append(text, "retry", String.valueOf(retry.toMillis()));
    }
    if (data != null) {
      append(text, "data", data);
    }
    return text;
  }

  /** A field for each line of the value; the space is what a receiver removes. */
  private static void append(StringBuilder text, String name, String value) {
    int from = 0;
    for (int at = 0; at < value.length(); at++) {
      char c = value.charAt(at);
      if (c == '\n' || c == '\r') {
        text.append(name).append(": ").append(value, from, at).append('\n');
        if (c == '\r' && at + 1 < value.length() && value.charAt(at + 1) == '\n') {
          at++;
        }
        from = at + 1;
      }
    }
    text.append(name).append(": ").append(value, from, value.length()).append('\n');
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ServerSentEvent that
        && Objects.equals(data, that.data)
        && type().equals(that.type())
        && Objects.equals(id, that.id)
        && Objects.equals(retry, that.retry)
        && Objects.equals(comment, that.comment);
  }

  @Override
  public int hashCode() {
    return Objects.hash(data, type(), id, retry, comment);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("ServerSentEvent[").append(type());
    if (id != null) {
      text.append(", id ").append(id);
    }
    if (retry != null) {
      text.append(", retry ").append(retry.toMillis()).append(" ms");
    }
    if (comment != null) {
      text.append(", comment ").append(comment);
    }
    return text.append(data == null ? ", no data" : ": " + data).append(']').toString();
  }
}
