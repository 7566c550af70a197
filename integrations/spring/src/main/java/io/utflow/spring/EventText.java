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

  /**
   * The end of the last event of a type, on which the next one depends.
   *
   * @param half the high surrogate at the end of the data, or empty
   * @param cr whether the data before the half ended with a CR
   */
  record Waiting(String half, boolean cr) {}

  private static final Waiting NOTHING = new Waiting("", false);

  /**
   * Does what the spec says to unpaired surrogates of all types. Between two events it is empty.
   */
  private final TextEncoder encoder;

  private final LostBlanks lost;

  /**
   * By the type of the event, which is null for an event without a type. A type for which nothing
   * waits is not here, since a stream may have a new type for each event.
   */
  final Map<@Nullable String, Waiting> waiting = new LinkedHashMap<>();

  /**
   * The text of a stream.
   *
   * @param lost which blanks the writer does not keep
   */
  EventText(EncoderSpec like, LostBlanks lost) {
    this.encoder = Charsets.writing(UTF_8, like).bom(BomOutput.NEVER).newEncoder();
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
    if (data.isEmpty()) {
      return data;
    }
    Waiting before = waiting.getOrDefault(type, NOTHING);
    String text = before.half() + data;
    int end = text.length();
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    String half = text.substring(end);
    String encoded = encoded(text.substring(0, end), half);
    boolean cr = encoded.isEmpty() ? before.cr() : encoded.endsWith("\r");
    if (half.isEmpty() && !cr) {
      waiting.remove(type);
    } else {
      waiting.put(type, new Waiting(half, cr));
    }
    return lines(before.cr(), encoded);
  }

  /** The text with what the spec says in the place of each unpaired surrogate. */
  private String encoded(String text, String half) {
    try {
      String encoded = utf8(encoder.encode(text));
      if (encoder.pendingChars() == 0) {
        return encoded;
      }
      // Of two high surrogates at the end of data the first has no partner.
      encoded += utf8(encoder.encode(half));
      encoder.takePending();
      return encoded;
    } catch (IllFormedTextException e) {
      throw StringBodyEncoder.illFormed(e);
    }
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The format knows no CR in data: a reader gets an LF for each line end. */
  private String lines(boolean behindCr, String data) {
    int begin = behindCr && data.startsWith("\n") ? 1 : 0;
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
    List<@Nullable String> types = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    try {
      waiting.forEach(
          (type, rest) -> {
            if (!rest.half().isEmpty()) {
              types.add(type);
              texts.add(utf8(encoder.encode(rest.half()))); // What became of the half before it.
            }
          });
      texts.add(utf8(encoder.finish()));
    } catch (IllFormedTextException e) {
      throw StringBodyEncoder.illFormed(e);
    }
    List<ServerSentEvent<String>> events = new ArrayList<>();
    for (int at = 0; at < types.size(); at++) {
      String type = types.get(at);
      String data = lines(waiting.getOrDefault(type, NOTHING).cr(), texts.get(at + 1));
      if (!data.isEmpty()) {
        ServerSentEvent.Builder<String> event = ServerSentEvent.builder(data);
        events.add((type == null ? event : event.event(type)).build());
      }
    }
    return events;
  }
}
