/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoder under test that reads one stream: the driver that a maintainer writes. It replaces
 * ill-formed sequences by U+FFFD. Called by one thread.
 */
public interface PieceDecoder {
  /**
   * Reads one piece.
   *
   * @param bytes the piece, which may be empty; the decoder may keep the array
   * @return the outputs that came of it: pieces of text, lines without their ends, or events as
   *     {@link Job#EVENTS} has them
   * @throws Exception if the decoder fails; then nothing is called any more but {@link #close}
   */
  List<String> piece(byte[] bytes) throws Exception;

  /**
   * Ends the stream.
   *
   * @return the outputs that came of the end
   * @throws Exception if the decoder fails
   */
  List<String> end() throws Exception;

  /** {@return how many bytes are pending after the last piece, or -1: it does not tell} */
  default int pendingBytes() {
    return -1;
  }

  /** {@return the ill-formed sequences so far, or null: it does not tell} */
  default @Nullable List<Place> illFormed() {
    return null;
  }

  /**
   * Gives up what the stream holds. Called once, at last.
   *
   * @throws Exception if that fails
   */
  default void close() throws Exception {}
}
