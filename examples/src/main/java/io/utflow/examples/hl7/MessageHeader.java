/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The segment MSH, with the separators that it defines (HL7 2.5.1, §2.15.9). It is read from text
 * in the charset of the message; {@link HeaderReader} finds that charset.
 */
final class MessageHeader {
  private static final int CONTROL_ID = 10;
  private static final int CHARSET = 18;

  private final String separator;
  private final String encodingCharacters;
  private final String[] fields;

  private MessageHeader(String segment) {
    this.separator = segment.substring(3, 4);
    this.fields = segment.split(Pattern.quote(separator), -1);
    this.encodingCharacters = fields[1];
  }

  /** Reads the first segment of a message; empty if that is no MSH. */
  static Optional<MessageHeader> of(String message) {
    int end = message.indexOf('\r');
    String segment = end < 0 ? message : message.substring(0, end);
    boolean isHeader =
        segment.length() >= 8 // MSH, MSH-1, four of MSH-2
            && segment.startsWith("MSH")
            && segment.charAt(3) > ' '
            && segment.charAt(3) < 0x7F
            && !Character.isLetterOrDigit(segment.charAt(3));
    return isHeader
        ? Optional.of(new MessageHeader(segment)).filter(header -> header.isComplete())
        : Optional.empty();
  }

  private boolean isComplete() {
    return encodingCharacters.length() >= 4
        && encodingCharacters.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }

  /** MSH-1. */
  String separator() {
    return separator;
  }

  /** MSH-2: the separators of components, repetitions, the escape, of subcomponents. */
  String encodingCharacters() {
    return encodingCharacters;
  }

  /** {@return the field MSH-{@code number}, from 3 on; empty if it is not there} */
  String field(int number) {
    return number - 1 < fields.length ? fields[number - 1] : "";
  }

  String controlId() {
    return field(CONTROL_ID);
  }

  /** MSH-18, all its repetitions. */
  String charset() {
    return field(CHARSET);
  }

  /** The repetitions of MSH-18. */
  List<String> charsets() {
    return List.of(charset().split(Pattern.quote(encodingCharacters.substring(1, 2)), -1));
  }

  /** The number of fields that were found, by which two readings of the same bytes are compared. */
  int fieldCount() {
    return fields.length;
  }

  /** A component of a field, from 1 on. */
  String component(int field, int number) {
    String[] components = field(field).split(Pattern.quote(encodingCharacters.substring(0, 1)), -1);
    return number <= components.length ? components[number - 1] : "";
  }

  /** {@code text} with escapes for separators, and without line ends. */
  String escaped(String text) {
    String special = separator + encodingCharacters.substring(0, 4);
    String names = "FSRET";
    char escape = encodingCharacters.charAt(2);
    StringBuilder escaped = new StringBuilder();
    for (char c : text.replace('\r', ' ').toCharArray()) {
      int at = special.indexOf(c);
      if (at < 0) {
        escaped.append(c);
      } else {
        escaped.append(escape).append(names.charAt(at)).append(escape);
      }
    }
    return escaped.toString();
  }
}
