/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.util.Objects;

/**
 * Makes the stages of event streams. Each is for one stream and one thread at a time; the specs
 * they are made from serve all streams.
 *
 * <pre>{@code
 * ByteStage<ServerSentEvent> events =
 *     EventStages.decode(DecoderSpec.of(UTF_8), EventSpec.DEFAULT);
 * }</pre>
 */
public final class EventStages {
  private EventStages() {}

  /**
   * {@return a stage that decodes bytes to events, as the HTML standard interprets an event stream}
   * An event goes out with the input that has the last byte of its empty line: if that is a CR, at
   * once, and an LF after it is swallowed. An event that the end of the stream cuts is dropped.
   * When the stage is given up within an event, its fields so far are handed over, written again.
   *
   * <p>One byte order mark is dropped, and U+FFFD replaces ill-formed sequences, if {@code spec} is
   * {@code DecoderSpec.of(UTF_8)}: so does the standard.
   *
   * @param spec how the bytes are read; of UTF-8
   * @param events the bound of an event, and whether comments are kept
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public static ByteStage<ServerSentEvent> decode(DecoderSpec spec, EventSpec events) {
    requireUtf8(spec.encoding());
    return new EventStage(spec, Objects.requireNonNull(events, "events"));
  }

  /**
   * {@return a stage that encodes events to buffers of at most {@link EncoderSpec#pieceBytes()}
   * bytes: one for each event that is not longer}
   *
   * @param <B> the type of output buffer
   * @param spec how the text is written; in UTF-8
   * @param buffers where output buffers come from
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public static <B> Stage<ServerSentEvent, B> encode(EncoderSpec spec, OutputBuffers<B> buffers) {
    requireUtf8(spec.encoding());
    return new EventTextStage().then(Stages.encode(spec, buffers));
  }

  private static void requireUtf8(TextEncoding encoding) {
    if (!encoding.equals(TextEncoding.UTF_8)) {
      throw new IllegalArgumentException(
          encoding + ": an event stream is always UTF-8; transcode it first");
    }
  }
}
