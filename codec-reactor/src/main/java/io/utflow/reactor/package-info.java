/**
 * Operators for {@link reactor.core.publisher.Flux}: one facade for each kind of buffer, {@link
 * io.utflow.reactor.ByteBufText}, {@link io.utflow.reactor.DataBufferText}, {@link
 * io.utflow.reactor.ByteBufferText} and {@link io.utflow.reactor.ByteArrayText}. What they return
 * is for {@link reactor.core.publisher.Flux#transform}; the state is made for each subscription.
 *
 * <p>The operators emit no more than was requested and stay on the threads of their neighbours.
 * Bounded demand takes one buffer at a time from the source, unbounded demand is passed on; what
 * the source then sends from inside the {@code onNext} of an output waits for the return of that
 * call. They own the buffers that reach them and release each exactly once, whether the stream
 * completes, fails or is cancelled; nothing is given to a discard hook. A buffer that arrives after
 * the end is shown to the {@code onNextDropped} hook, which may release it, and is released if it
 * did not.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.reactor;
