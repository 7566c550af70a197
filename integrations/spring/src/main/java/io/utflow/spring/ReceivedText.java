/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.TextStage;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.codec.DecodingException;

/** Text on its way through the stage of {@link CodecSpec#through}, if there is one. */
final class ReceivedText {
  private final @Nullable Supplier<? extends TextStage<CharSequence, String>> stages;

  ReceivedText(CodecSpec spec) {
    this.stages = spec.through().orElse(null);
  }

  /** Text that flows in pieces: one stage for all. */
  Stage<ByteBuffer, String> pieces(Stage<ByteBuffer, String> decoded) {
    return stages == null ? decoded : decoded.then(new Through(stages.get()));
  }

  /** Elements, each of which is a text of its own and stays one element. */
  Stage<ByteBuffer, String> each(Stage<ByteBuffer, String> elements) {
    return stages == null ? elements : elements.then(new Elements(this));
  }

  /** A text that is whole. */
  String whole(String text) {
    if (stages == null) {
      return text;
    }
    Stage<CharSequence, String> stage = new Through(stages.get());
    stage.offer(text);
    stage.endOfInput();
    String first = stage.poll();
    if (first == null) {
      return "";
    }
    String next = stage.poll();
    if (next == null) {
      return first;
    }
    StringBuilder all = new StringBuilder(text.length()).append(first);
    for (; next != null; next = stage.poll()) {
      all.append(next);
    }
    return all.toString();
  }

  /** A stage of the application, which fails as Spring's codecs do. */
  private static final class Through implements Stage<CharSequence, String> {
    private final Stage<CharSequence, String> stage;

    Through(Stage<CharSequence, String> stage) {
      this.stage = stage;
    }

    @Override
    public void offer(CharSequence input) {
      stage.offer(input);
    }

    @Override
    public void endOfInput() {
      stage.endOfInput();
    }

    @Override
    public @Nullable String poll() {
      try {
        return stage.poll();
      } catch (RuntimeException e) {
        throw new DecodingException("Text refused: " + e.getMessage(), e);
      }
    }

    @Override
    public boolean isSpent() {
      return stage.isSpent();
    }

    @Override
    public void close() {
      stage.close();
    }
  }

  /** Yields one element for each. */
  private static final class Elements implements Stage<String, String> {
    private final ReceivedText text;
    private @Nullable String element;

    Elements(ReceivedText text) {
      this.text = text;
    }

    @Override
    public void offer(String input) {
      element = input;
    }

    @Override
    public void endOfInput() {}

    @Override
    public @Nullable String poll() {
      String input = element;
      element = null;
      return input == null ? null : text.whole(input);
    }

    @Override
    public void close() {
      element = null;
    }
  }
}
