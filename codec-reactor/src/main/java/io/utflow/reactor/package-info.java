/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Operators for {@link reactor.core.publisher.Flux}: from bytes that are cut anywhere to text, and
 * from text to bytes.
 *
 * <p>There is one facade for each kind of buffer. They differ in what they read and in what they
 * release; their operators are the same, and are explained here.
 *
 * <table>
 * <caption>The facades</caption>
 * <tr><th>facade</th><th>reads</th><th>writes</th></tr>
 * <tr><td>{@link io.utflow.reactor.ByteArrayText}</td>
 *     <td>{@code byte[]}</td><td>arrays</td></tr>
 * <tr><td>{@link io.utflow.reactor.ByteBufferText}</td>
 *     <td>{@link java.nio.ByteBuffer}</td><td>buffers on the heap</td></tr>
 * <tr><td>{@link io.utflow.reactor.ByteBufText}</td>
 *     <td>Netty's {@code ByteBuf}</td><td>buffers of an allocator</td></tr>
 * <tr><td>{@link io.utflow.reactor.DataBufferText}</td>
 *     <td>Spring's {@code DataBuffer}</td><td>buffers of a factory</td></tr>
 * </table>
 *
 * <pre>{@code
 * Flux<String> lines =
 *     buffers.transform(ByteBufferText.lines(TextEncoding.UTF_8, LineBreaks.ANY));
 * }</pre>
 *
 * <p>Each facade method returns an operator for {@link reactor.core.publisher.Flux#transform}. It
 * is immutable and may serve any number of streams on any threads, because each subscription is a
 * stream of its own. Specs that do not go together are refused when the operator is made, not at
 * the subscription. Where streams are short, make specs and operators once and keep them: to find
 * out what delimiters are in bytes, as for a new {@code RecordSpec}, takes some microseconds.
 *
 * <h2>What the methods take</h2>
 *
 * <dl>
 *   <dt>{@link io.utflow.codec.DecoderSpec}
 *   <dd>How bytes become text: the encoding, the policy for ill-formed text and for byte order
 *       marks, observer and listener.
 *   <dt>{@link io.utflow.codec.TextEncoding}, {@link java.nio.charset.Charset}
 *   <dd>Short for {@code DecoderSpec.of(encoding)}, or {@code EncoderSpec.of(encoding)}: U+FFFD
 *       replaces each ill-formed sequence, and each unpaired surrogate. A charset that Utflow does
 *       not have is a {@link java.nio.charset.UnsupportedCharsetException}. {@link
 *       io.utflow.codec.stage.LineBreaks} is short for {@code LineSpec.of(breaks)}.
 *   <dt>{@link io.utflow.codec.stage.Detection}
 *   <dd>How the encoding is found out from the first bytes.
 *   <dt>{@link io.utflow.codec.stage.LineSpec}, {@link io.utflow.codec.stage.RecordSpec}, {@link
 *       io.utflow.codec.sse.EventSpec}
 *   <dd>What ends a line or record, what of an event is kept; how long each may be.
 *   <dt>{@link io.utflow.codec.stage.LinePosition}
 *   <dd>Where the bytes of the source begin, as a {@link io.utflow.codec.stage.LocatedLine} told;
 *       offsets go on from there. The spec is that of the start of the stream, with a byte order of
 *       its own; else, or if the encoding has state, this is an {@link IllegalStateException}.
 *   <dt>{@code maxChars}
 *   <dd>The longest text, in UTF-16 code units; below 1 it is an {@link IllegalArgumentException}.
 *   <dt>an allocator, a factory
 *   <dd>Where new buffers come from; by default Netty's {@code ByteBufAllocator.DEFAULT}, Spring's
 *       {@code DefaultDataBufferFactory.sharedInstance}.
 *   <dt>a supplier of stages, a consumer
 *   <dd>Makes a new stage at each subscription. Releases an output that was polled and cannot be
 *       delivered; the subscriber releases those that it receives.
 * </dl>
 *
 * <p>Nothing may be null. Events are UTF-8: another encoding is an {@link
 * IllegalArgumentException}.
 *
 * <h2>What the operators emit</h2>
 *
 * <dl>
 *   <dt>{@code decode}
 *   <dd>Pieces of text: each a {@code String} as long as an input allows, never empty, never longer
 *       than {@link io.utflow.codec.DecoderSpec#pieceChars()} UTF-16 code units, never cut inside a
 *       surrogate pair. Every complete character of a buffer is emitted with that buffer.
 *   <dt>{@code lines}, {@code records}
 *   <dd>One {@code String} for each line or record. A line is emitted when the last byte of its
 *       terminator has arrived; the last line also without a terminator. Memory is bounded by
 *       {@link io.utflow.codec.stage.LineSpec#maxChars(int)}, in UTF-16 code units.
 *   <dt>{@code locatedLines}, {@code locatedRecords}
 *   <dd>The same, each with the byte offsets at which it begins and at which its text ends, and
 *       with the position at which the next begins. Offsets count the bytes of the whole stream.
 *   <dt>{@code events}
 *   <dd>One {@link io.utflow.codec.sse.ServerSentEvent} for each event of a {@code
 *       text/event-stream}, as the HTML standard interprets it, when the last byte of its empty
 *       line has arrived. An event that the end of the stream cuts is dropped.
 *   <dt>{@code text}
 *   <dd>A {@link reactor.core.publisher.Mono} of the whole text, at the end of the stream; for
 *       {@link reactor.core.publisher.Flux#as}. It is empty if the text is, as with Spring and
 *       reactor-netty. As soon as the text is longer than the bound, the source is cancelled.
 *   <dt>{@code validate}
 *   <dd>The buffers themselves, while their text is well-formed, whatever the policy. If an
 *       ill-formed sequence shows in a buffer, the bytes before the sequence are passed on, then
 *       the error: a copy of an array, a slice of a {@code ByteBuffer} or {@code ByteBuf}, a part
 *       split off a {@code DataBuffer}. A sequence that the end of a buffer cuts is judged with the
 *       next buffer, or as truncated at the end of the stream; its first bytes have been passed on
 *       by then.
 *   <dt>{@code transcode}, {@code encode}
 *   <dd>New buffers of at most {@link io.utflow.codec.EncoderSpec#pieceBytes()} bytes, never empty,
 *       each ending between two characters. A surrogate pair that lies across two elements is one
 *       character. A byte order mark is written once, if the encoding has one.
 *   <dt>{@code encodeEvents}
 *   <dd>New buffers, one for each event that is not longer than {@code pieceBytes()} bytes.
 *   <dt>{@code through}
 *   <dd>What a stage of your choice yields: see below.
 * </dl>
 *
 * <p>Section 3.9 of The Unicode Standard defines well-formed text; each maximal subpart of other
 * text is one ill-formed sequence. The ends and bounds of lines and records are set by {@link
 * io.utflow.codec.stage.LineSpec} and {@link io.utflow.codec.stage.RecordSpec}.
 *
 * <h2>Demand</h2>
 *
 * <p>No operator emits more than was requested, and none stalls below it, whether an input yields
 * one output, many or none. Bounded demand takes one buffer at a time from the source; at most one
 * output is made ahead of it. Unbounded demand is passed on to the source. Inputs that the source
 * then sends from inside the {@code onNext} of an output wait until that call has returned.
 *
 * <h2>Ownership</h2>
 *
 * <p>An operator owns each buffer that reaches it and releases it exactly once, if buffers of its
 * kind are counted: with the last output made of it, or when the stream fails or is cancelled.
 * {@code validate} does not release the buffers that it passes on: they are the subscriber's, as
 * are the new buffers of {@code encode} and {@code transcode}. Outputs that cannot be delivered,
 * because the subscriber has cancelled, are released by the operator. Nothing is given to a discard
 * hook. A buffer that arrives after the end is shown to the {@code onNextDropped} hook, which may
 * release it, and is released if the hook did not.
 *
 * <p>No output refers to an input, but those of {@code validate}.
 *
 * <h2>Errors</h2>
 *
 * <p>The well-formed text before an error is emitted before it; after the error nothing is emitted.
 *
 * <ul>
 *   <li>An ill-formed sequence is replaced, left out, handled or reported, as the {@link
 *       io.utflow.codec.DecoderSpec} says; {@code validate} reports the first, whatever it says. If
 *       it is reported, the text or bytes before it are emitted, then an {@link
 *       io.utflow.codec.IllFormedTextException} with its byte offset, its bytes and its cause. Text
 *       after the last terminator is no line: it is the {@link
 *       io.utflow.codec.IllFormedTextException#decodedPrefix()}, as is all the text of {@code
 *       text}.
 *   <li>A line or record that is too long is an {@link io.utflow.codec.stage.TooLongLineException},
 *       an event a {@link io.utflow.codec.sse.TooLongEventException}, unless the spec says
 *       otherwise; a whole text is a {@link io.utflow.codec.stage.TooLongTextException}.
 *   <li>An exception of an observer, a handler, a listener or a stage becomes the error of the
 *       stream, unchanged, after the outputs before it.
 *   <li>When the source fails, the text that has arrived is emitted, then the error of the source.
 *       Pending bytes are dropped: a sequence that the failure cuts is not reported.
 *   <li>A buffer that was released before it was read is an error with advice, because bytes are
 *       missing.
 *   <li>A source that sends more than was requested is an overflow error.
 * </ul>
 *
 * <p>Errors that an operator makes pass Reactor's {@code onOperatorError} hook. A release that
 * fails is given to {@code onErrorDropped} and keeps no signal from the subscriber.
 *
 * <h2>Threads</h2>
 *
 * <p>The operators have no threads, take no locks and do not block. They emit on the thread of the
 * source or on the one that requests, never on two at a time. Observers, handlers, listeners and
 * stages are called there too. Those that a spec names serve all subscriptions, and so must be
 * thread-safe.
 *
 * <h2>Stages of your own</h2>
 *
 * <p>{@code through} runs any {@link io.utflow.codec.stage.Stage} that reads bytes, a new one for
 * each subscription: those of {@link io.utflow.codec.stage.Stages}, a chain of stages, one that
 * {@linkplain io.utflow.codec.stage.ByteStage#switchingAfter switches} its encoding, or one of your
 * own. The other operators that read bytes are made of it.
 *
 * <pre>{@code
 * Flux<String> events =
 *     buffers.transform(
 *         ByteBufferText.through(() -> Stages.lines(spec, lines).then(new Events())));
 * }</pre>
 *
 * <p>The stage is offered each buffer as one view or several, in order, and polled until null
 * before the next, as far as there is demand and one output ahead of it. Where it answers {@link
 * io.utflow.codec.stage.Stage#isSpent()}, it is polled once less for each input. A buffer is
 * released, or may change, as soon as it is used up; so no output may refer to a view. If the
 * source fails, the stage is not told of an end. It is closed once, when the stream has ended,
 * failed or been cancelled, and never while it is being polled.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.reactor;
