/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import java.nio.ByteBuffer;

/** A stage one of whose methods throws, a checked exception too. */
final class FailingStage extends ForeignStage<Object> {
  enum Call {
    OFFER,
    END_OF_INPUT,
    TAKE_UNDELIVERED,
    CLOSE
  }

  private final Call failing;
  private final Throwable thrown;

  FailingStage(Call failing, Throwable thrown) {
    super(b -> b);
    this.failing = failing;
    this.thrown = thrown;
  }

  private void failAt(Call call) {
    if (call == failing) {
      Sneaky.sneak(thrown);
    }
  }

  @Override
  public void offer(ByteBuffer next) {
    failAt(Call.OFFER);
    super.offer(next);
  }

  @Override
  public void endOfInput() {
    failAt(Call.END_OF_INPUT);
  }

  @Override
  public byte[] takeUndelivered() {
    failAt(Call.TAKE_UNDELIVERED);
    return super.takeUndelivered();
  }

  @Override
  public void close() {
    failAt(Call.CLOSE);
    super.close();
  }
}
