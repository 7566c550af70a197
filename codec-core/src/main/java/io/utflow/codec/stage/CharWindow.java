package io.utflow.codec.stage;

/** Chars of a decoder. */
final class CharWindow implements TextWindow {
  private final char[] chars;

  CharWindow(char[] chars) {
    this.chars = chars;
  }

  @Override
  public int find(Delimiters delimiters, int from, int to) {
    return delimiters.find(chars, from, to);
  }

  @Override
  public char at(int index) {
    return chars[index];
  }

  @Override
  public int knownTo(int from, int to) {
    return to;
  }

  @Override
  public String cut(int from, int to) {
    // The shortest lines are all that a peer makes who wants them to cost the most.
    return switch (to - from) {
      case 0 -> "";
      case 1 -> String.valueOf(chars[from]);
      default -> new String(chars, from, to - from);
    };
  }

  @Override
  public void appendTo(StringBuilder text, int from, int to) {
    text.append(chars, from, to - from);
  }
}
