/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import java.io.Writer;
import java.util.concurrent.BlockingQueue;

/** Queues what is written up to each flush. */
public final class QueuedLines extends Writer {
  private final BlockingQueue<String> lines;
  private final StringBuilder line = new StringBuilder();

  public QueuedLines(BlockingQueue<String> lines) {
    this.lines = lines;
  }

  @Override
  public void write(char[] chars, int offset, int length) {
    line.append(chars, offset, length);
  }

  @Override
  public void flush() {
    lines.add(line.toString());
    line.setLength(0);
  }

  @Override
  public void close() {}
}
