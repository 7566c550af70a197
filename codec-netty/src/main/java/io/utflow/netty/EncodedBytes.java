/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;

/**
 * What a stage yields that runs in a {@link StageEncoder}: bytes that stand already in the buffer
 * of the message. The handler sends and releases that buffer, so there is nothing to do with them.
 */
public final class EncodedBytes {
  final ByteBuf target;
  final int begin;
  int length;

  EncodedBytes(ByteBuf target) {
    this.target = target;
    this.begin = target.writerIndex();
  }

  /** A view of the bytes, valid as long as the target is. */
  ByteBuf content() {
    return target.slice(begin, length);
  }
}
