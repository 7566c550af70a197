/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Channel handlers for text, however the network cuts its bytes. Each handler serves one channel:
 * make one in the channel initializer, from a {@link io.utflow.codec.DecoderSpec} that all channels
 * share. {@link io.utflow.netty.TextStreamDecoder} tells what all of them do with buffers,
 * ill-formed text, the end of a channel and a removal. The bodies of HTTP on a connection that is
 * kept alive are read by {@link io.utflow.netty.HttpTextDecoder}, each by itself.
 *
 * <table>
 * <caption>Inputs and outputs</caption>
 * <tr><th>handler</th><th>reads</th><th>fires or writes</th></tr>
 * <tr><td>{@link io.utflow.netty.TextStreamDecoder}, {@link io.utflow.netty.TextLineDecoder},
 *     {@link io.utflow.netty.TextRecordDecoder}</td>
 *     <td>{@code ByteBuf}</td><td>{@code String}: pieces, lines, records</td></tr>
 * <tr><td>{@link io.utflow.netty.ServerSentEventDecoder}</td>
 *     <td>{@code ByteBuf}</td><td>{@link io.utflow.codec.sse.ServerSentEvent}</td></tr>
 * <tr><td>{@link io.utflow.netty.HttpTextDecoder}</td>
 *     <td>messages of HTTP</td><td>heads, outputs for bodies, ends</td></tr>
 * <tr><td>{@link io.utflow.netty.StageDecoder}</td>
 *     <td>{@code ByteBuf}</td><td>the outputs of a stage of your choice</td></tr>
 * <tr><td>{@link io.utflow.netty.TextStreamValidator}, {@link
 *     io.utflow.netty.TextStreamTranscoder}</td>
 *     <td>{@code ByteBuf}</td><td>{@code ByteBuf}</td></tr>
 * <tr><td>{@link io.utflow.netty.WebSocketTextDecoder}, {@link
 *     io.utflow.netty.WebSocketMessageDecoder}</td>
 *     <td>frames</td><td>{@link io.utflow.netty.WebSocketText}, {@code String}</td></tr>
 * <tr><td>{@link io.utflow.netty.TextStreamEncoder}, {@link
 *     io.utflow.netty.ServerSentEventEncoder}, {@link io.utflow.netty.StageEncoder}, {@link
 *     io.utflow.netty.TextStreamOutboundTranscoder}</td>
 *     <td>messages written</td><td>{@code ByteBuf}</td></tr>
 * <tr><td>{@link io.utflow.netty.HttpTextEncoder}</td>
 *     <td>text and events written</td><td>{@code HttpContent}</td></tr>
 * <tr><td>{@link io.utflow.netty.WebSocketTextEncoder}</td>
 *     <td>text written</td><td>frames</td></tr>
 * <tr><td>{@link io.utflow.netty.TextStreamCodec}</td>
 *     <td>both ways</td><td>a decoder and an encoder of text</td></tr>
 * </table>
 */
@org.jspecify.annotations.NullMarked
package io.utflow.netty;
