package io.utflow.codec.stage;

/** Some decoded text to look for delimiters in and to cut strings from: chars, or ASCII bytes. */
interface TextWindow {
  /**
   * The first index in {@code [from, to)} at which a delimiter may begin, or {@code to} if there is
   * none; where what only the decoder can read comes first, the complement of its index.
   */
  int find(Delimiters delimiters, int from, int to);

  char at(int index);

  /** Where, from an index on, the text ends that is known already: at {@code to} or before. */
  int knownTo(int from, int to);

  String cut(int from, int to);

  void appendTo(StringBuilder text, int from, int to);
}
