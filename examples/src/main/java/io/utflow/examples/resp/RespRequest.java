/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.resp;

import java.util.List;

/**
 * A request of a client.
 *
 * @param words its name and its arguments, at least one
 * @param isText whether all of them were well-formed
 */
record RespRequest(List<String> words, boolean isText) {
  /** The name, its letters of ASCII in capitals: names of commands have no others. */
  String name() {
    StringBuilder name = new StringBuilder(words.get(0));
    for (int i = 0; i < name.length(); i++) {
      char each = name.charAt(i);
      name.setCharAt(i, each >= 'a' && each <= 'z' ? (char) (each - 'a' + 'A') : each);
    }
    return name.toString();
  }

  int count() {
    return words.size();
  }

  String word(int index) {
    return words.get(index);
  }
}
