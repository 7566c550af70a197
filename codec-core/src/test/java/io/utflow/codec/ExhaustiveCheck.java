/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Compares a decoder with the reference on short streams, each cut in every way, and allocates
 * little: there are millions of them.
 */
final class ExhaustiveCheck {
  /** Bytes. A shorter stream leaves a vector kernel nothing to do. */
  private static final int NARROWEST_VECTOR = 16;

  private final TextEncoding encoding;
  private final BomPolicy bom;
  private final List<IllFormedSequence> observed = new ArrayList<>();
  private final TextDecoder decoder;
  private final CharBuffer out = CharBuffer.allocate(64);
  private long streams;

  ExhaustiveCheck(TextEncoding encoding, BomPolicy bom) {
    this.encoding = encoding;
    this.bom = bom;
    this.decoder = DecoderSpec.of(encoding).bom(bom).observer(observed::add).newDecoder();
  }

  /** How many streams were checked. */
  long streams() {
    return streams;
  }

  /** Every one of the ways to cut a short stream. */
  void everyCut(byte[] bytes) {
    check(bytes, 1 << Math.max(0, bytes.length - 1), 1);
  }

  /** In one piece, and byte by byte. */
  void wholeAndBytewise(byte[] bytes) {
    int masks = 1 << Math.max(0, bytes.length - 1);
    check(bytes, masks, Math.max(1, masks - 1));
  }

  /** A set bit {@code i} in a mask is a cut behind byte {@code i}. */
  private void check(byte[] bytes, int masks, int stride) {
    streams++;
    if (bytes.length >= NARROWEST_VECTOR) {
      throw new AssertionError("to be run with every kernel: see the pom");
    }
    Reading reading = ReferenceDecoder.read(encoding, bom, bytes);
    String text = reading.replaced();
    List<ExpectedSequence> sequences = reading.sequences();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    for (int mask = 0; mask < masks; mask += stride) {
      decode(in, mask);
      boolean same = text.contentEquals(out) && sequences.size() == observed.size();
      for (int i = 0; same && i < sequences.size(); i++) {
        same = isSame(sequences.get(i), observed.get(i));
      }
      if (!same) {
        throw new AssertionError(
            "%s, BOM %s, %s, cuts %s: expected %s with %s, but was %s with %s"
                .formatted(
                    encoding,
                    bom,
                    HexFormat.of().formatHex(bytes),
                    Integer.toBinaryString(mask),
                    Arrays.toString(text.toCharArray()),
                    sequences,
                    Arrays.toString(out.toString().toCharArray()),
                    observed));
      }
    }
  }

  private void decode(ByteBuffer in, int mask) {
    observed.clear();
    decoder.reset();
    out.clear();
    int length = in.capacity();
    int from = 0;
    for (int at = 1; at < length; at++) {
      if ((mask >> at - 1 & 1) == 1) {
        decoder.decode(in.limit(at).position(from), out, false);
        from = at;
      }
    }
    decoder.decode(in.limit(length).position(from), out, true);
    out.flip();
  }

  private static boolean isSame(ExpectedSequence expected, IllFormedSequence sequence) {
    return expected.offset() == sequence.byteOffset()
        && expected.length() == sequence.length()
        && expected.cause() == sequence.cause()
        && expected.endOfInput() == sequence.endOfInput();
  }
}
