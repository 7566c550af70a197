/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages of the server, in JSON; the member {@code type} names which of these it is. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Answer.Welcome.class, name = "welcome"),
  @JsonSubTypes.Type(value = Answer.Overview.class, name = "overview"),
  @JsonSubTypes.Type(value = Answer.Piece.class, name = "piece"),
  @JsonSubTypes.Type(value = Answer.Characters.class, name = "characters"),
  @JsonSubTypes.Type(value = Answer.Encoded.class, name = "encoded"),
  @JsonSubTypes.Type(value = Answer.Exported.class, name = "exported"),
  @JsonSubTypes.Type(value = Answer.Problem.class, name = "problem")
})
@JsonInclude(JsonInclude.Include.NON_NULL)
sealed interface Answer {

  /** First on every connection: what can be chosen, and how much is accepted. */
  record Welcome(
      List<String> encodings,
      List<String> decoders,
      int maxBytes,
      int maxExportBytes,
      String kernel)
      implements Answer {}

  /**
   * A document under some settings, however it is cut.
   *
   * @param run as in the command
   * @param illFormedCount of the whole document
   * @param illFormed the first of them
   * @param withoutCharset whether the usual decoders have no charset of this name
   * @param rolesFollow whether a binary message with the roles comes next; else they are as before
   */
  record Overview(
      int run,
      MarkDecision mark,
      int length,
      int pieces,
      int illFormedCount,
      List<FoundIllFormed> illFormed,
      boolean withoutCharset,
      boolean rolesFollow)
      implements Answer {}

  /**
   * The results of one piece, or of the end of the input.
   *
   * @param index the index of the piece; that of the end is one more than the last
   * @param to the offset of the first byte after it
   * @param pending the bytes that wait after it, in hexadecimal
   * @param position how many bytes are decided
   * @param encoding the resolved encoding; absent while it is open
   * @param lines those that this piece completed, the first of them
   * @param rows what each decoder emitted, Utflow first
   */
  record Piece(
      int run,
      int index,
      int from,
      int to,
      boolean atEnd,
      String pending,
      long position,
      @Nullable String encoding,
      int lineCount,
      List<String> lines,
      int illFormedCount,
      List<FoundIllFormed> illFormed,
      List<Row> rows)
      implements Answer {}

  /**
   * The text that one decoder emitted for one piece.
   *
   * @param text the text, or its beginning if it is long
   * @param chars its length in UTF-16 code units
   * @param failure why the decoder stopped
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(String text, int chars, @Nullable String failure) {
    /** More is not shown in a row. */
    static final int SHOWN = 2000;

    static Row of(String text, @Nullable String failure) {
      if (text.length() <= SHOWN) {
        return new Row(text, text.length(), failure);
      }
      int shown = Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
      return new Row(text.substring(0, shown), text.length(), failure);
    }
  }

  /** The sequences of a range of bytes. */
  record Characters(int run, int from, int to, List<Sequence> sequences) implements Answer {}

  /** One of them, with the characters that it is: one, as a rule. */
  record Sequence(int from, int to, Role role, String text, List<CharacterFacts> characters) {}

  /** A binary message with the encoded bytes follows. */
  record Encoded(int length, long unmappable) implements Answer {}

  /** A test case in Java and a vector in JSON. */
  record Exported(String java, String vector) implements Answer {}

  /** A command was refused, and why. */
  record Problem(String message) implements Answer {}
}
