package io.utflow.codec.stage;

/** Some decoded text to look for delimiters in and to cut strings from: chars, or ASCII bytes. */
interface TextWindow {
  /** What {@link #find} answers when it meets what only the decoder can read. */
  int NOT_TEXT = -1;

  /**
   * The first index in {@code [from, to)} at which a delimiter may begin, {@code to} if there is
   * none, or {@link #NOT_TEXT}.
   */
  int find(Delimiters delimiters, int from, int to);

  char at(int index);

  String cut(int from, int to);

  void appendTo(StringBuilder text, int from, int to);
}
