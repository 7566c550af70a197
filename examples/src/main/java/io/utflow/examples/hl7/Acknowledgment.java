/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.BomOutput;
import io.utflow.codec.EncoderSpec;
import java.io.ByteArrayOutputStream;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the general acknowledgment (HL7 2.5.1, §2.13.1) in the charset of the message, and with
 * its separators, in a frame of MLLP.
 */
final class Acknowledgment {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss.SSSZ", Locale.ROOT);

  /** Where a message has no header. */
  private static final MessageHeader NONE =
      MessageHeader.of("MSH|^~\\&|||||||||P|2.5.1").orElseThrow(IllegalStateException::new);

  private static final AtomicLong NUMBER = new AtomicLong(System.currentTimeMillis());

  private Acknowledgment() {}

  /** The frame that answers a message; its MSH-18 is echoed if it is one of {@code names}. */
  static byte[] of(ReceivedMessage message, Optional<Refusal> refusal, CharsetNames names) {
    MessageHeader header = message.header() == null ? NONE : message.header();
    StringBuilder text = new StringBuilder();
    addSegment(
        text,
        header,
        "MSH",
        header.encodingCharacters(),
        header.field(5), // It goes back to where it came from.
        header.field(6),
        header.field(3),
        header.field(4),
        OffsetDateTime.now().format(TIME),
        "",
        type(header),
        Long.toString(NUMBER.incrementAndGet()),
        header.field(11),
        header.field(12),
        "",
        "",
        "",
        "",
        "",
        names.find(header.charset()).isPresent() ? header.charset() : "");
    addSegment(text, header, "MSA", refusal.map(Refusal::code).orElse("AA"), header.controlId());
    refusal.ifPresent(why -> addError(text, header, why));
    return frame(
        EncoderSpec.of(message.encoding()).bom(BomOutput.NEVER).encode(withoutBlocks(text)),
        text.length());
  }

  private static String type(MessageHeader header) {
    String component = header.encodingCharacters().substring(0, 1);
    String trigger = header.component(9, 2);
    return trigger.isEmpty() ? "ACK" : String.join(component, "ACK", trigger, "ACK");
  }

  private static void addError(StringBuilder text, MessageHeader header, Refusal why) {
    String component = header.encodingCharacters().substring(0, 1);
    addSegment(
        text,
        header,
        "ERR",
        "",
        why.location().replace("^", component),
        String.join(component, "" + why.condition(), why.name(), "HL70357"),
        "E",
        "",
        "",
        "",
        header.escaped(why.message()));
  }

  private static void addSegment(StringBuilder text, MessageHeader header, String... fields) {
    int end = fields.length;
    while (fields[end - 1].isEmpty()) {
      end--;
    }
    text.append(String.join(header.separator(), Arrays.copyOf(fields, end)));
    text.append('\r');
  }

  /**
   * Removes block bytes: a refused message may contain them, and its echo must not end the answer.
   */
  private static String withoutBlocks(StringBuilder text) {
    return text.toString().replace("\u000B", "").replace("\u001C", "");
  }

  private static byte[] frame(byte[] message, int expected) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream(expected + 3);
    frame.write(0x0B);
    frame.writeBytes(message);
    frame.write(0x1C);
    frame.write(0x0D);
    return frame.toByteArray();
  }
}
