/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.stage.coding.AbstractStage;
import org.jspecify.annotations.Nullable;

/** Events to the text of a stream. */
final class EventTextStage extends AbstractStage<ServerSentEvent, String> {
  EventTextStage() {
    super(ServerSentEvent.comment(""));
  }

  @Override
  protected @Nullable String next(ServerSentEvent event, boolean ending) {
    ServerSentEvent taken = takeInput();
    return taken == null ? null : taken.toText();
  }
}
