/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What tests of frames share: results in brackets, and bytes from text. */
final class Frames {
  static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  /** Outputs as they are, {@code [end 0+5]}, {@code [CUT 0]}. */
  static final FrameResult<Object, String> TOLD =
      new FrameResult<>() {
        @Override
        public String output(Object output) {
          return String.valueOf(output);
        }

        @Override
        public String end(FrameBounds bounds) {
          return "[end " + bounds.byteOffset() + "+" + bounds.length() + "]";
        }

        @Override
        public String failed(FrameException failure) {
          return "[" + failure.reason() + " " + failure.byteOffset() + "]";
        }
      };

  private Frames() {}

  static byte[] octets(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static ByteBuffer buffer(String octets) {
    return ByteBuffer.wrap(octets(octets));
  }

  static String text(byte[] octets) {
    return new String(octets, StandardCharsets.ISO_8859_1);
  }

  static ByteStage<String> lines() {
    return Stages.lines(UTF_8, LINES);
  }

  static <O> List<O> drained(Stage<?, O> stage) {
    List<O> outputs = new ArrayList<>();
    for (O output = stage.poll(); output != null; output = stage.poll()) {
      outputs.add(output);
    }
    return outputs;
  }

  /** Offers what follows and polls all. */
  static <O> List<O> read(Stage<ByteBuffer, O> stage, String octets) {
    stage.offer(buffer(octets));
    return drained(stage);
  }

  /** The same, and the end. */
  static <O> List<O> readAll(Stage<ByteBuffer, O> stage, String octets) {
    List<O> outputs = read(stage, octets);
    stage.endOfInput();
    outputs.addAll(drained(stage));
    return outputs;
  }
}
