/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.stage.coding.AbstractStage;
import org.jspecify.annotations.Nullable;

/** Events to the text of a stream. */
final class EventTextStage extends AbstractStage<ServerSentEvent, String> {
  private static final ServerSentEvent NO_EVENT = ServerSentEvent.comment("");

  EventTextStage() {
    super(NO_EVENT);
  }

  @Override
  protected @Nullable String next(ServerSentEvent event, boolean ending) {
    replaceInput(NO_EVENT);
    return event == NO_EVENT ? null : event.toText();
  }
}
