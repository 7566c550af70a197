/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ReferenceCounted;
import org.jspecify.annotations.Nullable;

/** A message that somebody released before the handler was done with it. */
public final class EarlyRelease {
  private EarlyRelease() {}

  public static boolean isOf(Object message) {
    return message instanceof ReferenceCounted counted && counted.refCnt() == 0;
  }

  /** The exception of a release, with advice if the message was released already. */
  public static Throwable explained(Throwable thrown) {
    return thrown instanceof IllegalReferenceCountException ? exception(thrown) : thrown;
  }

  /** Says what to do about it. */
  public static IllegalReferenceCountException exception(@Nullable Throwable cause) {
    return new IllegalReferenceCountException(
        "the buffer was released before this handler had read it: whoever passes on a buffer that"
            + " is released elsewhere must retain() it first, as in receive().retain() or"
            + " ctx.fireChannelRead(buffer.retain())",
        cause);
  }
}
