/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.io.LineReader;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Body handlers of the JDK's HTTP client, in the place of {@code BodyHandlers.ofString} and {@code
 * ofLines}: with bounded memory, policies, byte offsets, and demand that reaches the peer.
 *
 * <pre>{@code
 * HttpResponse<Flow.Publisher<ServerSentEvent>> response =
 *     client.send(get, TextBodies.ofEvents(EventSpec.DEFAULT));
 * response.body().subscribe(subscriber);
 * }</pre>
 *
 * <p><b>Encoding.</b> It is the one that the {@code charset} of the Content-Type names ({@link
 * TextEncoding#ofContentType}); without a charset, that of the spec. All the rest is as the spec
 * says; if it drops byte order marks by default, one at the start of UTF-16 decides the order,
 * whichever order the charset names ({@link DecoderSpec#declared}). A charset that is not known, or
 * that the rest of the spec does not go with, fails the exchange before the body is read, and the
 * connection is closed.
 *
 * <p><b>Publishers.</b> A body that is a {@link Flow.Publisher} is there with the headers, before
 * its bytes. It is for one subscriber, and must be subscribed to, and read or cancelled: until then
 * the connection waits. At most one input waits in it; what the subscriber does not request, the
 * peer keeps. Errors come to the subscriber unchanged, after all that was before them.
 *
 * <p><b>Errors.</b> Where a body fails before it is there, {@code sendAsync} completes with that
 * failure: an {@link io.utflow.codec.IllFormedTextException}, a {@link
 * io.utflow.codec.stage.TooLongTextException}, or for a charset that cannot be read an {@link
 * IOException} whose cause says why: an {@link java.nio.charset.UnsupportedCharsetException} if it
 * is not known; and a {@link NoEventStreamException} for an answer that is not an event stream.
 * {@code send} throws an {@link IOException} with it as its cause.
 *
 * <p>Handlers are immutable and serve any number of requests.
 */
public final class TextBodies {
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;

  /** The bound of an event if its spec sets no bound: enough for a picture in base64. */
  private static final int MAX_EVENT_CHARS = 1 << 24;

  private TextBodies() {}

  /**
   * The whole body as one text.
   *
   * @param spec how the bytes become text, and in which encoding if the Content-Type names none
   * @param maxChars the bound, in UTF-16 code units, at least 1; a longer text fails with a {@link
   *     io.utflow.codec.stage.TooLongTextException} as soon as it passes it
   * @return a handler whose body is the text, perhaps empty
   * @throws IllegalArgumentException if the bound is below 1
   */
  public static BodyHandler<String> ofString(DecoderSpec spec, int maxChars) {
    Stages.text(spec, maxChars).close();
    return handler(spec, actual -> new WholeBody(Stages.text(actual, maxChars)));
  }

  /**
   * As {@link #ofString(DecoderSpec, int)}, in {@code encoding} if the Content-Type names none,
   * with U+FFFD in the place of ill-formed sequences.
   *
   * @param encoding of a body whose Content-Type names none
   * @param maxChars the bound, in UTF-16 code units, at least 1
   * @return a handler
   */
  public static BodyHandler<String> ofString(TextEncoding encoding, int maxChars) {
    return ofString(DecoderSpec.of(encoding), maxChars);
  }

  /**
   * The lines, to be read by code that blocks: as {@link LineReader#lines()}, whose errors these
   * are. Closing the stream closes the connection, if the body has not been read to its end.
   *
   * @param spec how the bytes become text, and in which encoding if the Content-Type names none
   * @param lines the line breaks and the bound
   * @return a handler whose body is there with the headers
   */
  public static BodyHandler<Stream<String>> ofLines(DecoderSpec spec, LineSpec lines) {
    Stages.lines(spec, lines).close();
    return handler(
        spec,
        actual -> {
          // Here, where a refusal fails the exchange: the reader is made when the headers are
          // there.
          Stages.lines(actual, lines).close();
          return BodySubscribers.mapping(
              BodySubscribers.ofInputStream(), in -> linesOf(in, actual, lines));
        });
  }

  /**
   * As {@link #ofLines(DecoderSpec, LineSpec)}, in {@code encoding} if the Content-Type names none,
   * with U+FFFD in the place of ill-formed sequences.
   *
   * @param encoding of a body whose Content-Type names none
   * @param lines the line breaks and the bound
   * @return a handler
   */
  public static BodyHandler<Stream<String>> ofLines(TextEncoding encoding, LineSpec lines) {
    return ofLines(DecoderSpec.of(encoding), lines);
  }

  private static Stream<String> linesOf(InputStream in, DecoderSpec spec, LineSpec lines) {
    LineReader reader = new LineReader(in, spec, lines);
    return reader.lines().onClose(() -> close(reader));
  }

  private static void close(LineReader reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The text as it arrives, in pieces of at most {@link DecoderSpec#pieceChars()} chars, none cut
   * inside a surrogate pair.
   *
   * @param spec how the bytes become text, and in which encoding if the Content-Type names none
   * @return a handler whose body is there with the headers
   */
  public static BodyHandler<Flow.Publisher<String>> ofPublisher(DecoderSpec spec) {
    return ofPublisher(spec, Stages::decode);
  }

  /**
   * As {@link #ofPublisher(DecoderSpec)}, in {@code encoding} if the Content-Type names none, with
   * U+FFFD in the place of ill-formed sequences.
   *
   * @param encoding of a body whose Content-Type names none
   * @return a handler
   */
  public static BodyHandler<Flow.Publisher<String>> ofPublisher(TextEncoding encoding) {
    return ofPublisher(DecoderSpec.of(encoding));
  }

  /**
   * The lines as they arrive.
   *
   * @param spec how the bytes become text, and in which encoding if the Content-Type names none
   * @param lines the line breaks and the bound
   * @return a handler whose body is there with the headers
   */
  public static BodyHandler<Flow.Publisher<String>> ofLinePublisher(
      DecoderSpec spec, LineSpec lines) {
    return ofPublisher(spec, actual -> Stages.lines(actual, lines));
  }

  /**
   * As {@link #ofLinePublisher(DecoderSpec, LineSpec)}, in {@code encoding} if the Content-Type
   * names none, with U+FFFD in the place of ill-formed sequences.
   *
   * @param encoding of a body whose Content-Type names none
   * @param lines the line breaks and the bound
   * @return a handler
   */
  public static BodyHandler<Flow.Publisher<String>> ofLinePublisher(
      TextEncoding encoding, LineSpec lines) {
    return ofLinePublisher(DecoderSpec.of(encoding), lines);
  }

  /**
   * Server-sent events as they arrive. They are in UTF-8, whatever charset the Content-Type names.
   *
   * <p>Only an answer of the status 200 and the type {@code text/event-stream} is an event stream,
   * and 204 one without events. Any other fails the exchange with a {@link NoEventStreamException},
   * once the end of its body is there, or its first 65,536 bytes.
   *
   * @param events the bound of an event, and whether comments are kept; if it sets no bound, an
   *     event may have 16,777,216 UTF-16 code units, because the program has chosen the peer
   * @return a handler whose body is there with the headers
   */
  public static BodyHandler<Flow.Publisher<ServerSentEvent>> ofEvents(EventSpec events) {
    EventSpec bounded = events.maxCharsElse(MAX_EVENT_CHARS);
    return response -> {
      String contentType = contentType(response);
      return response.statusCode() == NO_CONTENT
              || response.statusCode() == OK && isEventStream(contentType)
          ? published(EventStages.decode(DecoderSpec.of(TextEncoding.UTF_8), bounded))
          : new RefusedBody<>(response, contentType);
    };
  }

  private static boolean isEventStream(String contentType) {
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().equalsIgnoreCase("text/event-stream");
  }

  /**
   * The outputs of a stage of your own, as they arrive.
   *
   * @param spec how the bytes become text, and in which encoding if the Content-Type names none
   * @param stages makes a stage for one body, which the spec it is given says how to read; it is
   *     called once at once, to see whether the two go together
   * @param <O> the outputs of the stage, which need no release
   * @return a handler whose body is there with the headers
   */
  public static <O> BodyHandler<Flow.Publisher<O>> ofPublisher(
      DecoderSpec spec, Function<DecoderSpec, ? extends Stage<ByteBuffer, O>> stages) {
    stages.apply(Objects.requireNonNull(spec, "spec")).close();
    return handler(spec, actual -> published(stages.apply(actual)));
  }

  /** A body that is there at once, and publishes what the stage yields. */
  private static <O> BodySubscriber<Flow.Publisher<O>> published(Stage<ByteBuffer, O> stage) {
    return BodySubscribers.mapping(
        BodySubscribers.ofPublisher(),
        bytes -> {
          StageProcessor<List<ByteBuffer>, O> outputs =
              new StageProcessor<>(new BufferLists<>(stage));
          bytes.subscribe(outputs);
          return outputs;
        });
  }

  private static <T> BodyHandler<T> handler(
      DecoderSpec spec, Function<DecoderSpec, BodySubscriber<T>> bodies) {
    return response -> {
      try {
        return bodies.apply(
            TextEncoding.ofContentType(contentType(response)).map(spec::declared).orElse(spec));
      } catch (RuntimeException e) {
        // What the peer names is not known, or the rest of the spec does not go with it. The client
        // would throw these unchecked, and leave the connection open.
        return new UnreadBody<>(new IOException(e.getMessage(), e));
      }
    };
  }

  private static String contentType(ResponseInfo response) {
    return response.headers().firstValue("Content-Type").orElse("");
  }
}
