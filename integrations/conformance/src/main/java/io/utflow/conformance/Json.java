/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON that the generator writes: objects, arrays, strings in ASCII, whole numbers. With
 * it the artifact needs no dependency.
 */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(String line) {
    return (Map<String, Object>) new Json(line).value();
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  static List<Integer> numbers(Object value) {
    return list(value).stream().map(number -> ((Long) number).intValue()).toList();
  }

  private Object value() {
    return switch (text.charAt(at)) {
      case '{' -> members();
      case '[' -> elements();
      case '"' -> string();
      default -> number();
    };
  }

  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    expect('{');
    while (!accept('}')) {
      String name = string();
      expect(':');
      members.put(name, value());
      accept(',');
    }
    return members;
  }

  private List<Object> elements() {
    List<Object> elements = new ArrayList<>();
    expect('[');
    while (!accept(']')) {
      elements.add(value());
      accept(',');
    }
    return elements;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    expect('"');
    while (!accept('"')) {
      char c = text.charAt(at++);
      string.append(c == '\\' ? escaped() : c);
    }
    return string.toString();
  }

  private char escaped() {
    char c = text.charAt(at++);
    return switch (c) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(text, at - 4, at, 16);
      }
      default -> c;
    };
  }

  private Long number() {
    int start = at;
    while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Long.valueOf(text.substring(start, at));
  }

  private boolean accept(char c) {
    boolean there = text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw new IllegalArgumentException("no " + c + " at " + at + " of " + text);
    }
  }
}
