/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

/**
 * Where an ill-formed sequence is.
 *
 * @param offset how many bytes of the stream stand before it, a byte order mark included
 * @param length its length in bytes
 */
public record Place(int offset, int length) {
  /** {@return as the protocol writes it: {@code offset+length}} */
  @Override
  public String toString() {
    return offset + "+" + length;
  }

  static Place parse(String place) {
    int plus = place.indexOf('+');
    if (plus < 0) {
      throw new IllegalArgumentException("no offset+length: " + place);
    }
    return new Place(
        Integer.parseInt(place.substring(0, plus)), Integer.parseInt(place.substring(plus + 1)));
  }
}
