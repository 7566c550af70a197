/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Decodes a message in the charset that it names. An ill-formed sequence is reported and not
 * replaced: a name with U+FFFD in it must not become the name of a patient. Thread-safe.
 */
final class MessageReader {
  private static final TextEncoding OCTETS = HeaderReader.OCTETS;

  private static final Pattern SEGMENT = Pattern.compile("[A-Z][A-Z0-9]{2}");

  private final CharsetNames names;
  private final HeaderReader headers;
  private final UnaryOperator<DecoderSpec> counted;
  private final Map<TextEncoding, DecoderSpec> specs = new ConcurrentHashMap<>();

  /**
   * @param unnamed of messages without MSH-18; ASCII by the standard
   * @param names what MSH-18 may say
   * @param counted puts counters on a spec
   * @throws IllegalArgumentException if MLLP cannot carry messages in {@code unnamed}
   */
  MessageReader(TextEncoding unnamed, CharsetNames names, UnaryOperator<DecoderSpec> counted) {
    MllpEncoding.require(unnamed);
    this.names = names;
    this.headers = new HeaderReader(unnamed, names);
    this.counted = counted;
  }

  /** The names that MSH-18 may have. */
  CharsetNames names() {
    return names;
  }

  ReceivedMessage read(MllpFrame frame) {
    String octets = new String(frame.bytes(), StandardCharsets.ISO_8859_1);
    Optional<MessageHeader> found = MessageHeader.of(octets);
    if (found.isEmpty()) {
      return ReceivedMessage.refused(
          null, OCTETS, Refusal.reject("", 100, "Segment sequence error", noHeader(frame)));
    }
    int end = octets.indexOf('\r'); // A control is a part of no other character.
    byte[] segment = end < 0 ? frame.bytes() : Arrays.copyOf(frame.bytes(), end);
    HeaderReading header = headers.read(segment, found.get());
    Optional<Refusal> refused = refusal(frame, octets).or(header::refusal);
    return refused.isPresent()
        ? ReceivedMessage.refused(header.header(), header.echo(), refused.get())
        : decode(frame.bytes(), header);
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

  private static Optional<Refusal> refusal(MllpFrame frame, String octets) {
    if (frame.tooLong()) {
      return Optional.of(
          Refusal.reject(
              "", 104, "Value too long", "the message is longer than this server takes"));
    }
    if (octets.indexOf(0x1C) >= 0) { // It could be neither sent on nor echoed.
      return Optional.of(
          Refusal.reject("", 102, "Data type error", "the message contains the byte 1C"));
    }
    return Optional.empty();
  }

  private ReceivedMessage decode(byte[] bytes, HeaderReading reading) {
    TextEncoding encoding = reading.encoding();
    DecoderSpec spec = specs.computeIfAbsent(encoding, this::strict);
    try {
      String text = spec.decode(bytes);
      return ReceivedMessage.accepted(MessageHeader.of(text).orElseThrow(), encoding, text);
    } catch (IllFormedTextException e) {
      String before = e.decodedPrefix();
      Refusal refusal =
          Refusal.error(location(before), 102, "Data type error", "" + e.getMessage());
      boolean hasHeader = before.indexOf('\r') >= 0;
      return hasHeader
          ? ReceivedMessage.refused(MessageHeader.of(before).orElseThrow(), encoding, refusal)
          : ReceivedMessage.refused(reading.header(), reading.echo(), refusal);
    }
  }

  private DecoderSpec strict(TextEncoding encoding) {
    return counted.apply(
        DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT).bom(BomPolicy.KEEP));
  }

  /** ERR-2: the segment, which of its kind, and the field, in which the text ends. */
  private static String location(String text) {
    String last = text.substring(text.lastIndexOf('\r') + 1);
    if (!SEGMENT.matcher(last).lookingAt()) {
      return "";
    }
    String name = last.substring(0, 3);
    char separator = text.charAt(3);
    long number =
        Arrays.stream(text.split("\r")).filter(segment -> segment.startsWith(name)).count();
    long field = last.chars().filter(c -> c == separator).count();
    long shift = name.equals("MSH") ? 1 : 0; // MSH-1 is the separator itself.
    return name + "^" + number + "^" + (field + shift);
  }
}
