/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What came out of a {@link Surface}.
 *
 * @param outputs the texts that each piece yielded, in a list for each piece and a last one for the
 *     end; after a failure no lists follow
 * @param failure what the core threw, without the wrapping of an adapter; null if the stream ended
 *     well
 */
public record Outcome(List<List<String>> outputs, @Nullable Throwable failure) {

  /** Hands one piece to a surface, or the end of the input. */
  @FunctionalInterface
  public interface Feed {
    /**
     * @param piece null for the end of the input
     * @param out takes each text as it comes
     */
    void accept(byte @Nullable [] piece, Consumer<String> out) throws Throwable;
  }

  /** Feeds all pieces and the end, and keeps what comes out, until the first failure. */
  public static Outcome record(List<byte[]> pieces, Feed feed) {
    List<List<String>> outputs = new ArrayList<>();
    for (int i = 0; i <= pieces.size(); i++) {
      List<String> texts = new ArrayList<>();
      outputs.add(texts);
      try {
        feed.accept(i < pieces.size() ? pieces.get(i) : null, texts::add);
      } catch (Throwable failure) {
        return new Outcome(outputs, failure);
      }
    }
    return new Outcome(outputs, null);
  }

  /** All text. */
  public String text() {
    return textAfter(outputs.size());
  }

  /** The text that the first {@code count} pieces yielded. */
  public String textAfter(int count) {
    StringBuilder text = new StringBuilder();
    for (List<String> texts : outputs.subList(0, Math.min(count, outputs.size()))) {
      texts.forEach(text::append);
    }
    return text.toString();
  }
}
