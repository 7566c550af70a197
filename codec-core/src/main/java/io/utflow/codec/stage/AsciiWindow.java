package io.utflow.codec.stage;

import java.nio.charset.StandardCharsets;

/** Bytes that are their own characters, as far as they are ASCII: no char is made of them. */
final class AsciiWindow implements TextWindow {
  private final byte[] bytes;

  AsciiWindow(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int find(Delimiters delimiters, int from, int to) {
    int found = delimiters.find(bytes, from, to);
    return found < to && bytes[found] < 0 ? ~found : found;
  }

  @Override
  public char at(int index) {
    return (char) bytes[index];
  }

  /** Up to a byte that is not ASCII: of an ill-formed sequence the policy makes what it likes. */
  @Override
  public int knownTo(int from, int to) {
    int known = from;
    while (known < to && bytes[known] >= 0) {
      known++;
    }
    return known;
  }

  @Override
  public String cut(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void appendTo(StringBuilder text, int from, int to) {
    text.append(cut(from, to));
  }
}
