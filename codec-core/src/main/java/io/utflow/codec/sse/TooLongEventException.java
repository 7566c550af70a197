/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

/**
 * Thrown by {@link io.utflow.codec.stage.Stage#poll} where an event passes its bound and the spec
 * says {@link io.utflow.codec.stage.TooLongPolicy#FAIL}: once, at the end of the line by which it
 * does, after the events before it. Its message tells the byte offset, the bound, and the setting
 * to change.
 */
public final class TooLongEventException extends io.utflow.codec.stage.TooLongException {
  private static final long serialVersionUID = 1L;

  /** Where it begins, and its bound. */
  private final TooLongEvent event;

  TooLongEventException(TooLongEvent event) {
    super(event + "; maxChars of the EventSpec is the bound", event.maxChars());
    this.event = event;
  }

  /** {@return where the event begins, and the bound that it passed} */
  public TooLongEvent event() {
    return event;
  }
}
