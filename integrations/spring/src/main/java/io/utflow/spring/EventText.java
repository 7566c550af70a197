/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.BomOutput;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.codec.EncodingException;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;

/**
 * The data of the events of one stream, made well-formed, and so that a reader gets each line of it
 * as it is. The data of all events of a type is one text, as tokens are: a high surrogate at the
 * end of one waits for the next event of its type that has a {@code String} for data, and a CR LF
 * that is cut in two is one line end.
 */
final class EventText {
  private static final MediaType UTF_8 =
      new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

  /** The text of one type. */
  private static final class TypeText {
    /** Keeps a high surrogate, and does what the spec says to unpaired ones. */
    final TextEncoder encoder;

    /** Whether the data of the last event ended so. */
    boolean endedWithCr;

    TypeText(TextEncoder encoder) {
      this.encoder = encoder;
    }
  }

  private final EncoderSpec spec;
  private final LostBlanks lost;

  /** By the type of the event, which is null for an event without a type. */
  private final Map<@Nullable String, TypeText> texts = new LinkedHashMap<>();

  /**
   * The text of a stream.
   *
   * @param lost which blanks the writer does not keep
   */
  EventText(EncoderSpec like, LostBlanks lost) {
    this.spec = Charsets.writing(UTF_8, like).bom(BomOutput.NEVER);
    this.lost = lost;
  }

  /**
   * The event with data that is well-formed; what has no {@code String} for data stays as it is.
   *
   * @throws EncodingException if the policy reports
   */
  Object wellFormed(Object element) {
    if (element instanceof String data) {
      return wellFormed(null, data);
    }
    return element instanceof ServerSentEvent<?> event && event.data() instanceof String data
        ? withData(event, wellFormed(event.event(), data))
        : element;
  }

  private String wellFormed(@Nullable String type, String data) {
    TypeText text = texts.computeIfAbsent(type, any -> new TypeText(spec.newEncoder()));
    try {
      return lines(text, new String(text.encoder.encode(data), StandardCharsets.UTF_8));
    } catch (IllFormedTextException e) {
      throw StringBodyEncoder.illFormed(e);
    }
  }

  /** The format knows no CR in data: a reader gets an LF for each line end. */
  private String lines(TypeText text, String data) {
    int begin = text.endedWithCr && data.startsWith("\n") ? 1 : 0;
    if (!data.isEmpty()) {
      text.endedWithCr = data.endsWith("\r");
    }
    if (begin == 0 && data.indexOf('\r') < 0 && !data.startsWith(" ") && !data.contains("\n ")) {
      return data;
    }
    StringBuilder lines = new StringBuilder(data.length() + 8);
    boolean first = true;
    for (int at = begin; at <= data.length(); at++) {
      if (data.startsWith(" ", at) && (first ? lost.ofFirstLine() : lost.ofOtherLines())) {
        lines.append(' ');
      }
      int end = at;
      while (end < data.length() && data.charAt(end) != '\r' && data.charAt(end) != '\n') {
        end++;
      }
      lines.append(data, at, end);
      if (end < data.length()) {
        lines.append('\n');
      }
      at = data.startsWith("\r\n", end) ? end + 1 : end;
      first = false;
    }
    return lines.toString();
  }

  private static ServerSentEvent<String> withData(ServerSentEvent<?> event, String data) {
    ServerSentEvent.Builder<String> builder = ServerSentEvent.builder(data);
    if (event.id() != null) {
      builder.id(event.id());
    }
    if (event.event() != null) {
      builder.event(event.event());
    }
    if (event.retry() != null) {
      builder.retry(event.retry());
    }
    if (event.comment() != null) {
      builder.comment(event.comment());
    }
    return builder.build();
  }

  /**
   * Writes the surrogates that still wait when the stream ends: an event for each type, or none if
   * the policy leaves them out.
   *
   * @throws EncodingException if the policy reports
   */
  List<ServerSentEvent<String>> rest() {
    List<ServerSentEvent<String>> events = new ArrayList<>();
    texts.forEach(
        (type, text) -> {
          String data = lines(text, rest(text.encoder));
          if (!data.isEmpty()) {
            ServerSentEvent.Builder<String> event = ServerSentEvent.builder(data);
            events.add((type == null ? event : event.event(type)).build());
          }
        });
    return events;
  }

  private static String rest(TextEncoder text) {
    try {
      return new String(text.finish(), StandardCharsets.UTF_8);
    } catch (IllFormedTextException e) {
      throw StringBodyEncoder.illFormed(e);
    }
  }
}
