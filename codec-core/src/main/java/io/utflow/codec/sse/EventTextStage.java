/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.stage.Stage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events to the text of a stream. */
final class EventTextStage implements Stage<ServerSentEvent, String> {
  private @Nullable ServerSentEvent input;
  private boolean ended;

  @Override
  public void offer(ServerSentEvent next) {
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
    ServerSentEvent event = input;
    input = null;
    return event == null ? null : event.toText();
  }

  @Override
  public boolean isSpent() {
    return input == null;
  }

  @Override
  public void close() {
    input = null;
    ended = true;
  }
}
