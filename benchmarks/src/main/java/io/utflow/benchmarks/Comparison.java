/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import static io.utflow.benchmarks.Contender.*;

import java.util.Arrays;
import java.util.List;

/** A row of the table: a subject of ours over a peer that does the same. */
record Comparison(Contender ours, Contender peer) {

  /** The subjects that are compared together. */
  enum Theme {
    /** The decoder of the core, its validator and transcoder. */
    DECODE(
        new Comparison(UTFLOW_CHARS, JDK_DECODER),
        new Comparison(UTFLOW_CHARS_DIRECT, JDK_DECODER_DIRECT),
        new Comparison(UTFLOW_CHARS, ICU_DECODER),
        new Comparison(UTFLOW_STRINGS, JDK_STRING),
        new Comparison(UTFLOW_STRINGS, NETTY_TO_STRING),
        new Comparison(UTFLOW_STRINGS_DIRECT, NETTY_TO_STRING_DIRECT),
        new Comparison(UTFLOW_VALIDATOR, JDK_DECODER),
        new Comparison(UTFLOW_TRANSCODER, JDK_DECODER_AND_ENCODER)),
    /** From strings to bytes. */
    ENCODE(
        new Comparison(UTFLOW_ENCODER, JDK_ENCODER),
        new Comparison(UTFLOW_ENCODER, JDK_GET_BYTES_AND_PUT),
        new Comparison(UTFLOW_ENCODER, JDK_GET_BYTES),
        new Comparison(UTFLOW_ENCODING_HANDLER, NETTY_STRING_ENCODER)),
    /** Lines, by the stage of the core, a handler or an operator. */
    LINES(
        new Comparison(UTFLOW_LINES, SPRING_STRING_DECODER),
        new Comparison(UTFLOW_LINE_HANDLER, NETTY_LINES),
        new Comparison(UTFLOW_LINE_HANDLER_DIRECT, NETTY_LINES_DIRECT),
        new Comparison(UTFLOW_LINE_HANDLER_COMPOSITE, NETTY_LINES_COMPOSITE),
        new Comparison(UTFLOW_LINE_OPERATOR_DIRECT, NETTY_LINES_DIRECT),
        new Comparison(UTFLOW_SPRING_LINES, SPRING_STRING_DECODER),
        new Comparison(UTFLOW_SPRING_LINES_DIRECT, SPRING_STRING_DECODER_DIRECT),
        new Comparison(UTFLOW_SPRING_LINES, SPRING_CHAR_BUFFER_DECODER),
        new Comparison(UTFLOW_SPRING_LINES_DIRECT, SPRING_CHAR_BUFFER_DECODER_DIRECT)),
    /** Netty's pipeline. */
    HANDLERS(
        new Comparison(UTFLOW_HANDLER, NETTY_STRING_DECODER),
        new Comparison(UTFLOW_HANDLER_DIRECT, NETTY_STRING_DECODER_DIRECT),
        new Comparison(UTFLOW_HANDLER_COMPOSITE, NETTY_STRING_DECODER_COMPOSITE)),
    /** Reactor's streams. */
    OPERATORS(
        new Comparison(UTFLOW_OPERATOR, REACTOR_NETTY_AS_STRING),
        new Comparison(UTFLOW_OPERATOR_DIRECT, REACTOR_NETTY_AS_STRING_DIRECT),
        new Comparison(UTFLOW_OPERATOR_COMPOSITE, REACTOR_NETTY_AS_STRING_COMPOSITE),
        new Comparison(UTFLOW_SPRING_TEXT, SPRING_TEXT),
        new Comparison(UTFLOW_SPRING_TEXT_DIRECT, SPRING_TEXT_DIRECT));

    private final List<Comparison> comparisons;

    Theme(Comparison... comparisons) {
      this.comparisons = List.of(comparisons);
    }

    /** The theme of this name, in upper or lower case. */
    static Theme named(String name) {
      for (Theme theme : values()) {
        if (theme.name().equalsIgnoreCase(name)) {
          return theme;
        }
      }
      throw new IllegalArgumentException(
          "\"" + name + "\" is not compared; give some of " + Arrays.toString(values()));
    }

    List<Comparison> comparisons() {
      return comparisons;
    }
  }

  /** Whether both must yield the same sum, which a validator does not, for it yields no text. */
  boolean yieldsEqualSums() {
    return ours != UTFLOW_VALIDATOR;
  }
}
