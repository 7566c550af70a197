/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A decoder that {@link Suite} judges. Called by one thread. */
public interface DecoderUnderTest {
  /** {@return its name in reports} */
  String name();

  /**
   * Reads one stream.
   *
   * @param job how the bytes are to be decoded
   * @param encoding the encoding, as vectors name it
   * @param pieces the stream, cut; pieces may be empty
   * @return the answer, or null if the decoder does not support that job or encoding
   */
  @Nullable Answer run(Job job, String encoding, List<byte[]> pieces);

  /** Makes a decoder for each stream. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens a stream.
     *
     * @param job how the bytes are to be decoded
     * @param encoding the encoding, as vectors name it
     * @return a decoder for one stream, or null if that job or encoding is not supported
     * @throws Exception if it cannot be made; that counts as a failure of the decoder
     */
    @Nullable PieceDecoder open(Job job, String encoding) throws Exception;
  }

  /**
   * {@return a decoder on this JVM}
   *
   * @param name what it is called in reports
   * @param opener makes a decoder for each stream
   */
  static DecoderUnderTest of(String name, Opener opener) {
    return new DecoderUnderTest() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public @Nullable Answer run(Job job, String encoding, List<byte[]> pieces) {
        return drive(opener, job, encoding, pieces);
      }
    };
  }

  private static @Nullable Answer drive(
      Opener opener, Job job, String encoding, List<byte[]> pieces) {
    List<List<String>> outputs = new ArrayList<>();
    List<Integer> pending = new ArrayList<>();
    PieceDecoder decoder;
    try {
      decoder = opener.open(job, encoding);
    } catch (Exception e) {
      return new Answer(outputs, null, null, e.toString());
    }
    if (decoder == null) {
      return null;
    }
    String failure = null;
    try {
      for (byte[] piece : pieces) {
        outputs.add(List.copyOf(decoder.piece(piece.clone())));
        pending.add(decoder.pendingBytes());
      }
      outputs.add(List.copyOf(decoder.end()));
    } catch (Exception e) {
      failure = e.toString();
    }
    List<Place> illFormed = decoder.illFormed();
    try {
      decoder.close();
    } catch (Exception e) {
      failure = failure == null ? e.toString() : failure;
    }
    return new Answer(outputs, pending.contains(-1) ? null : pending, illFormed, failure);
  }
}
