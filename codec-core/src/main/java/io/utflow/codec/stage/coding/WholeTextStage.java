/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextStage;
import io.utflow.codec.stage.TooLongTextException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of text to all of it, at the end. Long pieces are kept as they are and copied once; short
 * ones are gathered, so that a text of many of them takes no more memory than another.
 */
public final class WholeTextStage implements TextStage<String, String> {
  private static final int SHORT = 512;

  private final int maxLength;
  private final List<String> pieces = new ArrayList<>(1);
  private final StringBuilder shortOnes = new StringBuilder(0);
  private long length;
  private @Nullable String input;
  private boolean ended;

  public WholeTextStage(int maxLength) {
    requireBound(maxLength);
    this.maxLength = maxLength;
  }

  /** Decodes a stream piece by piece to the whole of it. */
  public static ByteStage<String> of(DecoderSpec spec, int maxLength) {
    return Stages.decode(spec).then(new WholeTextStage(maxLength));
  }

  public static void requireBound(int maxLength) {
    if (maxLength < 1) {
      throw new IllegalArgumentException("maxChars " + maxLength + ": give at least 1 char");
    }
  }

  @Override
  public void offer(String next) {
    Objects.requireNonNull(next, "input");
    if (ended || input != null) {
      throw new IllegalStateException(
          ended ? "no input may follow" : "the previous input is not drained: poll until null");
    }
    input = next;
  }

  @Override
  public void endOfInput() {
    ended = true;
  }

  @Override
  public @Nullable String poll() {
    String piece = input;
    if (piece != null) {
      input = null;
      take(piece);
    }
    return ended && length > 0 ? takeUndelivered() : null;
  }

  private void take(String piece) {
    length += piece.length();
    if (length > maxLength) {
      close();
      throw new TooLongTextException(maxLength);
    }
    if (piece.length() < SHORT && length > piece.length()) {
      shortOnes.append(piece);
    } else {
      flushShortOnes();
      pieces.add(piece);
    }
  }

  private void flushShortOnes() {
    if (shortOnes.length() > 0) {
      pieces.add(shortOnes.toString());
      shortOnes.setLength(0);
    }
  }

  @Override
  public String takeUndelivered() {
    flushShortOnes();
    String text = pieces.size() == 1 ? pieces.get(0) : String.join("", pieces);
    close();
    return text;
  }

  @Override
  public boolean isSpent() {
    return input == null && !(ended && length > 0);
  }

  @Override
  public void close() {
    input = null;
    ended = true;
    length = 0;
    pieces.clear();
    shortOnes.setLength(0);
    shortOnes.trimToSize();
  }
}
