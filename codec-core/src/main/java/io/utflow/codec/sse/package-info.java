/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Server-sent events, the format {@code text/event-stream}, as stages: bytes that are cut anywhere
 * to events, and events to bytes. {@link io.utflow.codec.sse.EventStages} makes them.
 *
 * <p>The format is that of the HTML standard of WHATWG, sections "Parsing an event stream" and
 * "Interpreting an event stream".
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.sse;
