/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detected;
import io.utflow.examples.syslog.SyslogMessage.Element;
import io.utflow.examples.syslog.SyslogMessage.Format;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a message as one line of JSON. Fields that the message lacks are left out. */
final class SyslogJson {
  private static final JsonFactory JSON = new JsonFactory();

  /** RFC 5424, table 2. */
  private static final List<String> SEVERITIES =
      List.of("emerg", "alert", "crit", "err", "warning", "notice", "info", "debug");

  /** RFC 5424, table 1, by the names of syslog.h, which has no names for 12 to 15. */
  private static final List<String> FACILITIES =
      List.of(
          "kern",
          "user",
          "mail",
          "daemon",
          "auth",
          "syslog",
          "lpr",
          "news",
          "uucp",
          "cron",
          "authpriv",
          "ftp",
          "ntp",
          "audit",
          "alert",
          "clock",
          "local0",
          "local1",
          "local2",
          "local3",
          "local4",
          "local5",
          "local6",
          "local7");

  private SyslogJson() {}

  /**
   * The line, without a line end.
   *
   * @param peer the address of the sender, which may be a relay
   * @param isSecure whether it came over TLS
   */
  static String line(SyslogMessage message, boolean truncated, String peer, boolean isSecure) {
    StringWriter line = new StringWriter(256);
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("peer", peer);
      if (isSecure) {
        json.writeBooleanField("tls", true);
      }
      json.writeStringField("format", message.format().name().toLowerCase(Locale.ROOT));
      if (message.format() != Format.UNKNOWN) {
        json.writeStringField("facility", FACILITIES.get(message.priority() / 8));
        json.writeStringField("severity", SEVERITIES.get(message.priority() % 8));
      }
      writeField(json, "timestamp", message.timestamp());
      writeField(json, "host", message.host());
      writeField(json, "application", message.application());
      writeField(json, "process", message.processId());
      writeField(json, "id", message.messageId());
      writeData(json, message.data());
      json.writeStringField("message", message.text().text());
      if (message.text().encoding() != TextEncoding.UTF_8) {
        json.writeStringField("encoding", message.text().encoding().name());
      }
      writeDetected(json, message.text().detected());
      if (message.text().illFormed() > 0) {
        json.writeNumberField("illFormed", message.text().illFormed());
      }
      if (truncated) {
        json.writeBooleanField("truncated", true);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // A StringWriter has none.
    }
    return line.toString();
  }

  /** Why the message was read in its encoding, and how sure that is. */
  private static void writeDetected(JsonGenerator json, @Nullable Detected detected)
      throws IOException {
    if (detected != null) {
      json.writeObjectFieldStart("detected");
      json.writeStringField("by", detected.evidence().name().toLowerCase(Locale.ROOT));
      json.writeNumberField("percent", detected.percent());
      json.writeEndObject();
    }
  }

  private static void writeField(JsonGenerator json, String name, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  private static void writeData(JsonGenerator json, List<Element> data) throws IOException {
    if (data.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("data");
    for (Element element : data) {
      json.writeStartObject();
      json.writeStringField("id", element.id());
      json.writeArrayFieldStart("parameters");
      for (Map.Entry<String, String> parameter : element.parameters()) {
        json.writeStartObject();
        json.writeStringField("name", parameter.getKey());
        json.writeStringField("value", parameter.getValue());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
