/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the charset of a message, which a field of its header names.
 *
 * <p>In most charsets that MLLP can carry an ASCII byte is an ASCII character wherever it is, so
 * the fields are found in the bytes, read as ISO-8859-1. In the others ({@link
 * CharsetNames#readAsText}) the byte 7C may be a part of a character, and the header has to be
 * decoded before it is split. It is therefore read in each of them, and in the charset that the
 * bytes name, and a reading counts if its own MSH-18 names the encoding that it was read in.
 * Thread-safe.
 */
final class HeaderReader {
  /** In which bytes that cannot be decoded are echoed as they came. */
  static final TextEncoding OCTETS = TextEncoding.of(StandardCharsets.ISO_8859_1);

  private static final char ESCAPE = 0x1B;

  private final TextEncoding unnamed;
  private final CharsetNames names;

  /**
   * @param unnamed of messages without MSH-18
   * @param names what MSH-18 may say
   */
  HeaderReader(TextEncoding unnamed, CharsetNames names) {
    this.unnamed = unnamed;
    this.names = names;
  }

  /** The header as it is in an encoding; what is ill-formed there is told later, with its place. */
  private record Candidate(TextEncoding encoding, String text, MessageHeader header) {
    static Optional<Candidate> of(TextEncoding encoding, byte[] segment) {
      String text =
          DecoderSpec.of(encoding)
              .onMalformed(MalformedPolicy.REPLACE)
              .bom(BomPolicy.KEEP)
              .decode(segment);
      return MessageHeader.of(text).map(header -> new Candidate(encoding, text, header));
    }

    boolean namesItself(CharsetNames names) {
      return header.charsets().stream()
          .anyMatch(name -> names.find(name).filter(encoding::equals).isPresent());
    }

    boolean namesSeveral() {
      return header.charsets().size() > 1;
    }
  }

  /**
   * @param segment the bytes of MSH
   * @param octets they, as ISO-8859-1
   */
  HeaderReading read(byte[] segment, MessageHeader octets) {
    List<Candidate> named =
        possible(segment, octets).stream()
            .flatMap(encoding -> Candidate.of(encoding, segment).stream())
            .filter(reading -> reading.namesItself(names))
            .toList();
    Optional<Candidate> several = named.stream().filter(Candidate::namesSeveral).findFirst();
    if (several.isPresent()) {
      HeaderReading echo = found(several.get(), octets);
      return HeaderReading.refused(echo.header(), echo.echo(), repeats());
    }
    return switch (named.size()) {
      case 0 -> unnamed(segment, octets);
      case 1 -> found(named.get(0), octets);
      default ->
          HeaderReading.refused(
              null,
              OCTETS,
              Refusal.charset("the header can be read in several charsets, and names each"));
    };
  }

  private Set<TextEncoding> possible(byte[] segment, MessageHeader octets) {
    Set<TextEncoding> possible = new LinkedHashSet<>();
    if (!isPlain(segment)) {
      possible.addAll(names.readAsText());
    }
    octets.charsets().forEach(name -> names.find(name).ifPresent(possible::add));
    return possible;
  }

  /** Whether it is the same text in all charsets that MLLP can carry. */
  private static boolean isPlain(byte[] segment) {
    for (byte octet : segment) {
      if (octet < 0 || octet == ESCAPE) {
        return false;
      }
    }
    return true;
  }

  private HeaderReading unnamed(byte[] segment, MessageHeader octets) {
    String name = octets.charset();
    Optional<Candidate> agreed =
        Candidate.of(unnamed, segment).filter(reading -> reading.header().charset().isEmpty());
    if (agreed.isPresent() && names.find(name).isEmpty()) {
      return agreed.get().text().indexOf(ESCAPE) < 0
          ? found(agreed.get(), octets)
          : HeaderReading.refused(
              null,
              OCTETS,
              Refusal.charset("the header has escape sequences, and names no charset with them"));
    }
    if (octets.charsets().size() > 1) {
      return HeaderReading.refused(octets, OCTETS, repeats());
    }
    if (Table0211.isRefusedInMllp(name)) {
      return HeaderReading.refused(
          octets, OCTETS, Refusal.charset("its bytes may end an MLLP frame; send UNICODE UTF-8"));
    }
    if (!name.isEmpty() && names.find(name).isEmpty()) {
      return HeaderReading.refused(octets, OCTETS, Refusal.charset("MSH-18 is not in table 0211"));
    }
    return HeaderReading.refused(
        null,
        OCTETS,
        Refusal.charset("the header, read in the charset that its bytes name, names another"));
  }

  private static Refusal repeats() {
    return Refusal.charset("one charset for each message; MSH-18 repeats");
  }

  /** Where its fields are those of the octets, these are the better echo: exactly what came. */
  private static HeaderReading found(Candidate reading, MessageHeader octets) {
    boolean isSplitAlike = reading.header().fieldCount() == octets.fieldCount();
    return isSplitAlike
        ? HeaderReading.found(reading.encoding(), octets, OCTETS)
        : HeaderReading.found(reading.encoding(), reading.header(), reading.encoding());
  }
}
