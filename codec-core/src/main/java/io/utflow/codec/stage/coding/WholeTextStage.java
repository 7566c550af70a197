/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextStage;
import io.utflow.codec.stage.TooLongTextException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins pieces of text to one text at the end. Short ones are joined as they come, so that many of
 * them take no more memory than a few long ones.
 */
public final class WholeTextStage extends AbstractStage<String, String>
    implements TextStage<String, String> {
  private static final int SHORT = 512;

  private final int maxLength;
  private final List<String> pieces = new ArrayList<>(1);
  private long length;

  public WholeTextStage(int maxLength) {
    super("");
    this.maxLength = maxLength;
  }

  /** Decodes a stream piece by piece to the whole of it. */
  public static ByteStage<String> of(DecoderSpec spec, int maxLength) {
    return Stages.decode(spec).then(new WholeTextStage(maxLength));
  }

  @Override
  protected @Nullable String next(String piece, boolean ending) {
    takeInput();
    length += piece.length();
    if (length > maxLength) {
      throw new TooLongTextException(maxLength);
    }
    int last = pieces.size() - 1;
    if (last >= 0 && pieces.get(last).length() + piece.length() <= SHORT) {
      pieces.set(last, pieces.get(last).concat(piece));
    } else if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return ending && length > 0 ? takeAll() : null;
  }

  private String takeAll() {
    String text = pieces.size() == 1 ? pieces.get(0) : String.join("", pieces);
    discard();
    return text;
  }

  @Override
  public String takeUndelivered() {
    beforeHandOver();
    String text = takeAll() + current();
    close();
    return text;
  }

  @Override
  protected void discard() {
    length = 0;
    pieces.clear();
  }
}
