/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.BiConsumer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * The first bytes of a stream, copied into one buffer: an error among them is then the first signal
 * of the stream. Copied, for a list of them would hold as many buffers as the client likes.
 */
final class LeadingBytes implements BiConsumer<ByteBuf, SynchronousSink<ByteBuf>>, AutoCloseable {
  private final int length;
  private final ByteBuf leading;
  private boolean passedOn;

  private LeadingBytes(ByteBufAllocator allocator, int length) {
    this.length = length;
    this.leading = allocator.buffer();
  }

  /** The same bytes; the first {@code length} of them, or all if there are fewer, in one buffer. */
  static Flux<ByteBuf> joined(Flux<ByteBuf> text, ByteBufAllocator allocator, int length) {
    return Flux.using(
        () -> new LeadingBytes(allocator, length),
        leading -> text.handle(leading).concatWith(Mono.defer(leading::ofShortText)),
        LeadingBytes::close);
  }

  @Override
  public void accept(ByteBuf piece, SynchronousSink<ByteBuf> sink) {
    if (passedOn) {
      sink.next(piece);
      return;
    }
    try {
      leading.writeBytes(piece);
    } finally {
      piece.release();
    }
    if (leading.readableBytes() >= length) {
      passedOn = true;
      sink.next(leading.retain());
    }
  }

  private Mono<ByteBuf> ofShortText() {
    return passedOn || !leading.isReadable() ? Mono.empty() : Mono.just(leading.retain());
  }

  @Override
  public void close() {
    leading.release();
  }
}
