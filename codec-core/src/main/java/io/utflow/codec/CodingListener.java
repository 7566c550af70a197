/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

/**
 * Receives how much a stream has read and written, for metrics. It is called once for each input,
 * on the thread that decodes or encodes, by differences of counters, so the fast paths stay.
 *
 * <pre>{@code
 * DecoderSpec.of(TextEncoding.UTF_8)
 *     .listener((encoding, read, written, illFormed) -> bytesIn.add(read));
 * }</pre>
 *
 * <p>The table shows the units of each coder and stage:
 *
 * <table>
 * <caption>Units of the counters</caption>
 * <tr><th>coder or stage</th><th>read</th><th>written</th></tr>
 * <tr><td>{@link TextDecoder}, stages of text</td><td>bytes</td><td>UTF-16 code units</td></tr>
 * <tr><td>{@link TextTranscoder}, its stage (listener of the {@link DecoderSpec})</td>
 *     <td>bytes</td><td>bytes</td></tr>
 * <tr><td>{@link TextValidator}</td><td>bytes</td><td>nothing</td></tr>
 * <tr><td>the stage that {@linkplain io.utflow.codec.stage.Stages#validate validates}</td>
 *     <td>bytes</td><td>bytes that pass</td></tr>
 * <tr><td>{@link TextEncoder}, its stage</td><td>UTF-16 code units</td><td>bytes</td></tr>
 * </table>
 *
 * <p>A stage tells once for each input that was offered to it, an empty one too, when the input is
 * spent; once more after the end, if the end read or made something; for an input that fails the
 * stream, before the failure is thrown; before it hands over its rest in the middle of an input;
 * and before it is switched to another encoding, if it has read or made something since. Bytes that
 * it had read from an input when it was closed are not reported. A coder that is called directly
 * tells once for each call that read or made something.
 *
 * <p>The sums over a stream are the same however it is cut. When a stream fails at an ill-formed
 * sequence, the sequence counts as read, and the bytes after it do not. Only where a line passes
 * its bound it depends on the cut how much of that line was read. Where a stream is switched to
 * another encoding, so are the sums for each encoding: a line counts for the encoding that its
 * terminator was read in.
 *
 * <p>The stage that validates passes the first bytes of a sequence that is cut before it has read
 * them, and tells of them as written at once: under the encoding of the spec, if these bytes do not
 * tell yet which one it is. There the sums over all encodings are the same however the stream is
 * cut; the sum of written bytes for each encoding may differ by these bytes.
 *
 * <p>A spec may serve many streams, so a listener must be thread-safe. Its exceptions fail the
 * stream, unchanged, as those of an observer do; the text before has been delivered, or can be
 * {@linkplain TextDecoder#takeDecodedPrefix taken}. If the stream has failed already, it is added
 * to that failure as a suppressed exception. It may not call the coder or stage that tells it,
 * other than to close a stage or to ask for the state of a coder.
 */
@FunctionalInterface
public interface CodingListener {
  /**
   * Something was read or written since this listener was last told of the stream.
   *
   * @param encoding of the bytes read, or where an encoder tells, written: the one that was
   *     resolved, or while it is undecided, in which case nothing was read, that of the spec
   * @param read how many bytes or code units were decided; those that wait for the next input are
   *     reported with it
   * @param written the length of the output: text, or bytes
   * @param illFormed ill-formed sequences, also a byte order mark that was rejected or missing
   */
  void coded(TextEncoding encoding, long read, long written, long illFormed);
}
