/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import java.util.Objects;

/**
 * A piece of a WebSocket text message: {@link WebSocketTextDecoder} fires it, and {@link
 * WebSocketTextEncoder} sends it as a fragment. Immutable and thread-safe.
 *
 * @param text received: whole characters, empty only where the message ends; to be sent: any text,
 *     also one that ends or begins inside a surrogate pair
 * @param endsMessage whether no piece of the same message follows
 */
public record WebSocketText(String text, boolean endsMessage) {

  /**
   * Makes sure that there is a text.
   *
   * @param text not null
   * @param endsMessage whether no piece of the same message follows
   */
  public WebSocketText {
    Objects.requireNonNull(text, "text");
  }
}
