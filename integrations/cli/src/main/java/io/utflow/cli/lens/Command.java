/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** The messages of the page, in JSON; the member {@code type} names which of these it is. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Command.Decode.class, name = "decode"),
  @JsonSubTypes.Type(value = Command.Request.class, name = "request"),
  @JsonSubTypes.Type(value = Command.Characters.class, name = "characters"),
  @JsonSubTypes.Type(value = Command.Encode.class, name = "encode"),
  @JsonSubTypes.Type(value = Command.Export.class, name = "export")
})
sealed interface Command {

  /**
   * Decodes the document in its pieces. It ends the run before. Pieces come only as they are
   * requested.
   *
   * @param run a number of the page's, which answers repeat
   * @param from the first piece that is wanted
   */
  record Decode(int run, Settings settings, int from) implements Command {}

  /** Requests so many pieces more of the run. */
  record Request(int count) implements Command {}

  /** Asks for the sequences that have bytes of this range. */
  record Characters(int from, int to) implements Command {}

  /** Asks for a text in bytes. */
  record Encode(String text, String encoding) implements Command {}

  /** Asks for a test case and a vector of the document in its pieces. */
  record Export(Settings settings) implements Command {}
}
