/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Runs a stage over a stream in pieces. */
final class Splitting {
  private Splitting() {}

  /** Reads a stream of these tests: one that begins with U+FEFF means it as text. */
  static DecoderSpec spec(TextEncoding encoding, String text) {
    DecoderSpec spec = DecoderSpec.of(encoding);
    return text.startsWith("\uFEFF") ? spec.bom(BomPolicy.KEEP) : spec;
  }

  static Outcome run(Stage<ByteBuffer, String> stage, BufferKind kind, List<byte[]> pieces) {
    return Outcome.record(
        pieces,
        (piece, out) -> {
          if (piece == null) {
            stage.endOfInput();
          } else {
            stage.offer(kind.of(piece));
          }
          String part;
          while ((part = stage.poll()) != null) {
            out.accept(part);
          }
        });
  }

  /** What came out, without the pieces. */
  static List<String> parts(Outcome outcome) {
    return outcome.outputs().stream().flatMap(List::stream).toList();
  }

  /** All that can be polled. */
  static List<String> drain(Stage<ByteBuffer, String> stage) {
    List<String> parts = new ArrayList<>();
    String part;
    while ((part = stage.poll()) != null) {
      parts.add(part);
    }
    return parts;
  }
}
