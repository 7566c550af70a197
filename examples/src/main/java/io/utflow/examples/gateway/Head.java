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
final class Head implements BiConsumer<ByteBuf, SynchronousSink<ByteBuf>>, AutoCloseable {
  private final int length;
  private final ByteBuf head;
  private boolean passedOn;

  private Head(ByteBufAllocator allocator, int length) {
    this.length = length;
    this.head = allocator.buffer();
  }

  /** The same bytes, the first {@code length} of them, or all, in one buffer. */
  static Flux<ByteBuf> inOne(Flux<ByteBuf> text, ByteBufAllocator allocator, int length) {
    return Flux.using(
        () -> new Head(allocator, length),
        head -> text.handle(head).concatWith(Mono.defer(head::ofShortText)),
        Head::close);
  }

  @Override
  public void accept(ByteBuf piece, SynchronousSink<ByteBuf> sink) {
    if (passedOn) {
      sink.next(piece);
      return;
    }
    try {
      head.writeBytes(piece);
    } finally {
      piece.release();
    }
    if (head.readableBytes() >= length) {
      passedOn = true;
      sink.next(head.retain());
    }
  }

  private Mono<ByteBuf> ofShortText() {
    return passedOn || !head.isReadable() ? Mono.empty() : Mono.just(head.retain());
  }

  @Override
  public void close() {
    head.release();
  }
}
