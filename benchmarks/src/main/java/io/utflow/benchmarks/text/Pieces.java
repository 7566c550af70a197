/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.text;

import io.netty.buffer.ByteBuf;
import io.utflow.benchmarks.BufferKind;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One text, encoded and cut. The cuts are between characters: several of the peers are wrong
 * elsewhere, so their speed there could not be compared.
 */
public final class Pieces {
  private final List<byte[]> arrays;
  private final List<String> texts;
  private final List<ByteBuffer> directs = new ArrayList<>();
  private final Map<BufferKind, List<ByteBuf>> buffers = new EnumMap<>(BufferKind.class);
  private final long bytes;

  private Pieces(List<byte[]> arrays, List<String> texts, long bytes) {
    this.arrays = arrays;
    this.texts = texts;
    this.bytes = bytes;
  }

  /** Cuts {@code text} in {@code charset} to pieces of at most {@code size} bytes. */
  public static Pieces of(String text, Charset charset, int size) {
    List<String> texts = new ArrayList<>();
    int from = 0;
    int pending = 0;
    for (int at = 0; at < text.length(); ) {
      int next = text.offsetByCodePoints(at, 1);
      int length = text.substring(at, next).getBytes(charset).length;
      if (pending + length > size) {
        texts.add(text.substring(from, at));
        from = at;
        pending = 0;
      }
      pending += length;
      at = next;
    }
    texts.add(text.substring(from));
    List<byte[]> arrays = texts.stream().map(piece -> piece.getBytes(charset)).toList();
    return new Pieces(arrays, texts, total(arrays));
  }

  /**
   * Cuts {@code text} to pieces of as many chars as are {@code size} bytes on average, each encoded
   * by itself, or as one stream that has no end.
   */
  public static Pieces about(String text, TextEncoding encoding, int size, boolean asOneStream) {
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    int chars = (int) ((long) text.length() * size / encoded(encoder, text, true).length);
    List<String> texts = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      int end = Math.min(at + chars, text.length());
      end -= Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
      texts.add(text.substring(at, end));
      at = end;
    }
    encoder.reset();
    List<byte[]> arrays =
        texts.stream().map(piece -> encoded(encoder, piece, !asOneStream)).toList();
    return new Pieces(arrays, texts, total(arrays));
  }

  private static byte[] encoded(TextEncoder encoder, String text, boolean atEnd) {
    ByteBuffer out = ByteBuffer.allocate(8 * text.length() + 16);
    encoder.encode(text, 0, out, atEnd);
    if (atEnd) {
      encoder.reset();
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  /** The same texts in another charset. */
  public static Pieces like(Pieces other, Charset charset) {
    List<byte[]> arrays = other.texts.stream().map(piece -> piece.getBytes(charset)).toList();
    return new Pieces(arrays, other.texts, total(arrays));
  }

  /** The same bytes with this one at a random place of each piece. */
  Pieces withOneByte(byte one) {
    Random random = new Random(1);
    for (byte[] piece : arrays) {
      piece[random.nextInt(piece.length)] = one;
    }
    return this;
  }

  /** Pieces of bytes that are no text. */
  public static Pieces ofBytes(List<byte[]> arrays) {
    return new Pieces(arrays, List.of(), total(arrays));
  }

  /** Pieces of ill-formed UTF-16, each code unit counted as two bytes. */
  public static Pieces ofTexts(List<String> texts) {
    return new Pieces(List.of(), texts, 2 * texts.stream().mapToLong(String::length).sum());
  }

  private static long total(List<byte[]> arrays) {
    return arrays.stream().mapToLong(piece -> piece.length).sum();
  }

  /** The pieces as arrays. */
  public List<byte[]> arrays() {
    return arrays;
  }

  /** The pieces as direct buffers; use duplicates. */
  public List<ByteBuffer> directs() {
    if (directs.isEmpty()) {
      for (byte[] piece : arrays) {
        directs.add(ByteBuffer.allocateDirect(piece.length).put(piece).flip());
      }
    }
    return directs;
  }

  /** The pieces as Netty's buffers, which the pieces keep; pass on retained duplicates. */
  public List<ByteBuf> buffers(BufferKind kind) {
    return buffers.computeIfAbsent(kind, any -> arrays.stream().map(any::of).toList());
  }

  /** Whether every duplicate that was passed on has been released. */
  public boolean isReleased() {
    return buffers.values().stream().flatMap(List::stream).allMatch(piece -> piece.refCnt() == 1);
  }

  /** The text of each piece. */
  public List<String> texts() {
    return texts;
  }

  /** All bytes of all pieces. */
  public long bytes() {
    return bytes;
  }
}
