/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.testing.BufferKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the tests of events share. */
final class Events {
  static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private Events() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static ByteStage<ServerSentEvent> stage(EventSpec spec) {
    return EventStages.decode(UTF_8, spec);
  }

  /** All that can be polled. */
  static <O> List<O> drain(Stage<?, O> stage) {
    List<O> outputs = new ArrayList<>();
    O output;
    while ((output = stage.poll()) != null) {
      outputs.add(output);
    }
    return outputs;
  }

  /** All that comes of one more input. */
  static <O> List<O> offer(Stage<ByteBuffer, O> stage, String input) {
    stage.offer(ByteBuffer.wrap(utf8(input)));
    return drain(stage);
  }

  static List<ServerSentEvent> run(EventSpec spec, BufferKind kind, List<byte[]> pieces) {
    ByteStage<ServerSentEvent> stage = stage(spec);
    List<ServerSentEvent> events = new ArrayList<>();
    for (byte[] piece : pieces) {
      stage.offer(kind.of(piece));
      events.addAll(drain(stage));
    }
    stage.endOfInput();
    events.addAll(drain(stage));
    return events;
  }
}
