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
 * The data of the events of one stream, made well-formed. The data of all events of a type is one
 * text, as tokens are: a high surrogate at the end of one waits for the next event of its type that
 * has a {@code String} for data. An encoder of each type keeps it, and does what the spec says to
 * unpaired surrogates.
 */
final class EventText {
  private static final MediaType UTF_8 =
      new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

  private final EncoderSpec spec;

  /** By the type of the event, which is null where none is named. */
  private final Map<@Nullable String, TextEncoder> texts = new LinkedHashMap<>();

  EventText(EncoderSpec like) {
    this.spec = Charsets.writing(UTF_8, like).bom(BomOutput.NEVER);
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
    TextEncoder text = texts.computeIfAbsent(type, any -> spec.newEncoder());
    try {
      return new String(text.encode(data), StandardCharsets.UTF_8);
    } catch (IllFormedTextException e) {
      throw StringBodyEncoder.illFormed(e);
    }
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
          String data = rest(text);
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
