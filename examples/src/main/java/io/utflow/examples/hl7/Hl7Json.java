/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Objects;

/** Writes a message as one line of JSON. */
final class Hl7Json {
  private static final JsonFactory JSON = new JsonFactory();

  private Hl7Json() {}

  /** The line, without a line end. */
  static String line(ReceivedMessage message) {
    MessageHeader header = Objects.requireNonNull(message.header());
    StringWriter line = new StringWriter(message.text().length() + 100);
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("id", header.controlId());
      json.writeStringField("type", header.field(9));
      json.writeStringField("encoding", message.encoding().name());
      json.writeArrayFieldStart("segments");
      for (String segment : message.text().split("\r")) {
        json.writeString(segment);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // A StringWriter has none.
    }
    return line.toString();
  }
}
