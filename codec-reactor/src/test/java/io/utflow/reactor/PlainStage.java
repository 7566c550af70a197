/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.stage.Stage;

/**
 * A stage for tests to which the end of the input means nothing, and which has nothing to close.
 */
abstract class PlainStage<I, O> implements Stage<I, O> {
  @Override
  public void endOfInput() {}

  @Override
  public void close() {}
}
