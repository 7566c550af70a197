package io.utflow.codec.stage;

import io.utflow.codec.CodingListener;
import io.utflow.codec.TextEncoding;
import java.util.function.ToIntFunction;

/** A stage of text that tells a listener once for each input. */
final class ListenedTextStage<O> extends ListenedStage<CharSequence, O>
    implements TextStage<CharSequence, O> {
  private final TextStage<CharSequence, O> stage;

  ListenedTextStage(
      TextStage<CharSequence, O> stage,
      Progress progress,
      ToIntFunction<O> length,
      TextEncoding named,
      CodingListener listener) {
    super(stage, progress, length, named, listener);
    this.stage = stage;
  }

  @Override
  public String takeRest() {
    tellUnspent();
    return stage.takeRest();
  }
}
