/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.stage.TextStage;

/** A stage of text that tells a listener once for each input. */
public final class ListenedTextStage<O> extends ListenedStage<CharSequence, O>
    implements TextStage<CharSequence, O> {
  private final TextStage<CharSequence, O> stage;

  public ListenedTextStage(TextStage<CharSequence, O> stage, Listening<O> listening) {
    super(stage, listening);
    this.stage = stage;
  }

  @Override
  public String takeUndelivered() {
    tellUnspent();
    return stage.takeUndelivered();
  }
}
