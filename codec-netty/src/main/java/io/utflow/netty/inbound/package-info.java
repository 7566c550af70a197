/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The parts of inbound handlers. Internal.
 *
 * <p>In: the buffers and events that a channel fires at a handler. Out: what a stage yields, fired
 * in order, up to the end, the first failure or the removal of the handler. Begin at {@code
 * StageReader}, which drives the stage of a {@code StageDecoder}; {@code ReceivedBytes} shows it a
 * buffer as {@code ByteBuffer}s, {@code WaitingEvents} keeps the events that arrive while a
 * receiver is at work, {@code ReadDemand} asks the channel for more. Knows nothing of the handlers.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.netty.inbound;
