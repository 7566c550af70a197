/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decoder made of a stream.
 *
 * @param outputs for each piece its outputs, in order; one list more for the end of the stream.
 *     Fewer if the decoder failed.
 * @param pending how many bytes are pending after each piece, or null if the decoder does not tell
 * @param illFormed the ill-formed sequences, or null if the decoder does not tell
 * @param failure what the decoder failed with, or null
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
