/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.testing.BufferKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the splits of a file as an engine does, and stages that read all of it. */
final class Splits {
  private Splits() {}

  /**
   * Offers a split its bytes, no more than it asks for.
   *
   * @param size the bytes of each input
   * @return what failed it, or null
   */
  static <O> @Nullable Throwable read(
      FileSplit<O> split, byte[] file, int size, BufferKind kind, Consumer<? super O> out) {
    int at = (int) split.readFrom();
    try {
      while (!split.isComplete() && at < file.length) {
        int to = Math.min(file.length, at + size);
        split.offer(kind.of(Arrays.copyOfRange(file, at, to)));
        at = to;
        drain(split, out);
      }
      split.endOfInput();
      drain(split, out);
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  /** Reads all of a file by a stage. */
  static <O> @Nullable Throwable readAll(ByteStage<O> stage, byte[] file, Consumer<? super O> out) {
    try {
      stage.offer(ByteBuffer.wrap(file));
      drain(stage, out);
      stage.endOfInput();
      drain(stage, out);
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private static <O> void drain(ByteStage<O> stage, Consumer<? super O> out) {
    for (O output = stage.poll(); output != null; output = stage.poll()) {
      out.accept(output);
    }
  }

  /** What does not depend on how a file is cut: all but whether an LF behind a CR was seen. */
  static String place(LocatedLine line) {
    return line.text() + "@" + line.begin() + "-" + line.textEnd();
  }

  static List<String> places(List<LocatedLine> lines) {
    return lines.stream().map(Splits::place).toList();
  }
}
