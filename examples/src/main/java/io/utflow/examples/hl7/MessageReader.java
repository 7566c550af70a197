/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Decodes a message in the charset that it names. What is ill-formed there is reported and not
 * replaced: a name with U+FFFD in it must not become the name of a patient. Thread-safe.
 */
final class MessageReader {
  /** In which bytes that cannot be decoded are echoed as they came. */
  private static final TextEncoding OCTETS = TextEncoding.of(StandardCharsets.ISO_8859_1);

  private final TextEncoding unnamed;
  private final UnaryOperator<DecoderSpec> counted;
  private final Map<TextEncoding, DecoderSpec> specs = new ConcurrentHashMap<>();

  /**
   * @param unnamed of messages without MSH-18; ASCII by the standard
   * @param counted puts counters on a spec
   */
  MessageReader(TextEncoding unnamed, UnaryOperator<DecoderSpec> counted) {
    this.unnamed = unnamed;
    this.counted = counted;
  }

  ReceivedMessage read(MllpFrame frame) {
    String octets = new String(frame.bytes(), StandardCharsets.ISO_8859_1);
    Optional<MessageHeader> found = MessageHeader.of(octets);
    if (found.isEmpty()) {
      return ReceivedMessage.refused(
          null, OCTETS, Refusal.reject("", 100, "Segment sequence error", noHeader(frame)));
    }
    MessageHeader header = found.get();
    Optional<Refusal> refused = refusal(header, frame);
    return refused.isPresent()
        ? ReceivedMessage.refused(header, OCTETS, refused.get())
        : decode(frame.bytes(), octets, header);
  }

  /** UTF-16 and UTF-32 have zero bytes, or a byte order mark, where MSH should be. */
  private static String noHeader(MllpFrame frame) {
    byte[] bytes = frame.bytes();
    boolean isWide = false;
    for (int i = 0; i < Math.min(4, bytes.length); i++) {
      isWide |= bytes[i] == 0 || bytes[i] == (byte) 0xFF;
    }
    return isWide
        ? "UTF-16 and UTF-32 cannot be sent in MLLP; send UNICODE UTF-8"
        : "a message begins with MSH and its separators";
  }

  private static Optional<Refusal> refusal(MessageHeader header, MllpFrame frame) {
    String charset = header.charset();
    String place = "MSH^1^18";
    if (frame.tooLong()) {
      return Optional.of(
          Refusal.reject(
              "", 104, "Value too long", "the message is longer than this server takes"));
    }
    if (header.hasSeveralCharsets()) {
      return Optional.of(
          Refusal.reject(
              place, 103, "Table value not found", "one charset for each message; MSH-18 repeats"));
    }
    if (Table0211.isRefusedInMllp(charset)) {
      return Optional.of(
          Refusal.reject(
              place,
              103,
              "Table value not found",
              "its bytes may end an MLLP frame; send UNICODE UTF-8"));
    }
    if (!charset.isEmpty() && Table0211.find(charset).isEmpty()) {
      return Optional.of(
          Refusal.reject(place, 103, "Table value not found", "MSH-18 is not in table 0211"));
    }
    if (header.controlId().isEmpty()) {
      return Optional.of(
          Refusal.reject("MSH^1^10", 101, "Required field missing", "MSH-10 is empty"));
    }
    return Optional.empty();
  }

  private ReceivedMessage decode(byte[] bytes, String octets, MessageHeader asOctets) {
    String name = asOctets.charset();
    TextEncoding encoding =
        name.isEmpty() ? unnamed : Table0211.find(name).orElseThrow(IllegalStateException::new);
    DecoderSpec spec = specs.computeIfAbsent(encoding, this::strict);
    try {
      String text = spec.decode(bytes);
      return MessageHeader.of(text)
          .map(header -> ReceivedMessage.accepted(header, encoding, text))
          .orElseGet(() -> ReceivedMessage.refused(asOctets, OCTETS, notDecodable("", "MSH")));
    } catch (IllFormedTextException e) {
      long at = e.sequence().byteOffset();
      Refusal refusal = notDecodable(location(octets, (int) at, asOctets), "" + e.getMessage());
      String before = e.decodedPrefix();
      boolean hasHeader = before.indexOf('\r') >= 0;
      return hasHeader
          ? ReceivedMessage.refused(MessageHeader.of(before).orElse(asOctets), encoding, refusal)
          : ReceivedMessage.refused(asOctets, OCTETS, refusal);
    }
  }

  private static Refusal notDecodable(String location, String message) {
    return Refusal.error(location, 102, "Data type error", message);
  }

  private DecoderSpec strict(TextEncoding encoding) {
    return counted.apply(
        DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT).bom(BomPolicy.KEEP));
  }

  /** ERR-2: the segment, which of its kind, and the field that holds a byte. */
  private static String location(String octets, int at, MessageHeader header) {
    int start = octets.lastIndexOf('\r', Math.max(0, at - 1)) + 1;
    String segment = octets.substring(start, Math.min(start + 3, octets.length()));
    if (!segment.matches("[A-Z][A-Z0-9]{2}")) {
      return "";
    }
    int number = 1;
    for (int i = octets.indexOf('\r'); i >= 0 && i + 1 < start; i = octets.indexOf('\r', i + 1)) {
      number += octets.startsWith(segment, i + 1) ? 1 : 0;
    }
    number += start > 0 && octets.startsWith(segment) ? 1 : 0;
    char separator = header.separator().charAt(0);
    long field = octets.substring(start, at).chars().filter(c -> c == separator).count();
    long shift = segment.equals("MSH") ? 1 : 0; // MSH-1 is the separator itself.
    return segment + "^" + number + "^" + (field + shift);
  }
}
