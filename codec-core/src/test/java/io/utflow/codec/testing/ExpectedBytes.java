/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomOutput;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;

/** Well-formed text as the bytes of a stream, and where in them a character may end. */
public final class ExpectedBytes {
  private final byte[] bytes;
  private final BitSet boundaries = new BitSet();

  /** The byte order mark, if one is due, and the text. */
  public ExpectedBytes(TextEncoding encoding, BomOutput bom, String text) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (!text.isEmpty() && isMarked(encoding, bom)) {
      all.writeBytes(ReferenceEncoder.encode(encoding, 0xFEFF));
    }
    boundaries.set(all.size());
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      all.writeBytes(ReferenceEncoder.encode(encoding, text.codePointAt(i)));
      boundaries.set(all.size());
    }
    bytes = all.toByteArray();
  }

  private static boolean isMarked(TextEncoding encoding, BomOutput bom) {
    return switch (bom) {
      case PER_ENCODING -> List.of("UTF-16", "UTF-32").contains(encoding.name());
      case NEVER -> false;
      case ALWAYS -> true;
    };
  }

  /** The bytes of the whole stream. */
  public byte[] bytes() {
    return bytes;
  }

  /** Whether an outcome is these bytes. */
  boolean are(ByteOutcome outcome) {
    return Arrays.equals(bytes, outcome.bytes());
  }

  /** Whether no output is empty or ends within a character. */
  boolean endWithCharacters(ByteOutcome outcome) {
    int end = 0;
    for (List<byte[]> outputs : outcome.outputs()) {
      for (byte[] output : outputs) {
        end += output.length;
        if (output.length == 0 || !boundaries.get(end)) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
