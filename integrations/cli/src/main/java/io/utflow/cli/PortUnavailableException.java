/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import java.io.Serial;

/** A server cannot listen on the port it was given. Its message says so in one sentence. */
public final class PortUnavailableException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public PortUnavailableException(int port, Throwable cause) {
    super("cannot listen on port " + port + ", it is in use or not permitted; give another", cause);
  }
}
