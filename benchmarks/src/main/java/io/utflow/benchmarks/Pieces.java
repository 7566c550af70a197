package io.utflow.benchmarks;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/**
 * One text, encoded and cut. The cuts are between characters: several of the peers are wrong
 * elsewhere, and a comparison is of like with like.
 */
public final class Pieces {
  private final List<byte[]> arrays = new ArrayList<>();
  private final List<ByteBuffer> directs = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private int bytes;

  /** Cuts {@code text} in {@code charset} to pieces of at most {@code size} bytes. */
  public Pieces(String text, Charset charset, int size) {
    int from = 0;
    int pending = 0;
    for (int at = 0; at < text.length(); ) {
      int next = text.offsetByCodePoints(at, 1);
      int length = text.substring(at, next).getBytes(charset).length;
      if (pending + length > size) {
        add(text.substring(from, at), charset);
        from = at;
        pending = 0;
      }
      pending += length;
      at = next;
    }
    add(text.substring(from), charset);
  }

  private void add(String text, Charset charset) {
    byte[] piece = text.getBytes(charset);
    texts.add(text);
    arrays.add(piece);
    directs.add(ByteBuffer.allocateDirect(piece.length).put(piece).flip());
    bytes += piece.length;
  }

  /** The pieces as arrays. */
  public List<byte[]> arrays() {
    return arrays;
  }

  /** The pieces as direct buffers; use duplicates. */
  public List<ByteBuffer> directs() {
    return directs;
  }

  /** The text of each piece. */
  public List<String> texts() {
    return texts;
  }

  /** All bytes of all pieces. */
  public int bytes() {
    return bytes;
  }
}
