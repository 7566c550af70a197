/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a decoder to a stream.
 *
 * @param outputs a list of outputs for each piece, in order, and one for the end of the stream;
 *     fewer lists if the decoder failed
 * @param pending the number of bytes that are pending after each piece, or null if the decoder does
 *     not tell
 * @param illFormed the ill-formed sequences, or null if the decoder does not tell
 * @param failure the failure of the decoder, or null
 */
public record Answer(
    List<List<String>> outputs,
    @Nullable List<Integer> pending,
    @Nullable List<Place> illFormed,
    @Nullable String failure) {

  /** All outputs; of text, which may come in any pieces, one. */
  List<String> all(Job job) {
    List<String> all = new ArrayList<>();
    outputs.forEach(all::addAll);
    return job == Job.TEXT ? List.of(String.join("", all)) : List.copyOf(all);
  }
}
