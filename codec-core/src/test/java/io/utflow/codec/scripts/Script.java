/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.scripts.Action.Kind;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is done with one stream. Its text form is one line, which {@link #parse} reads: a script
 * that fails is pasted into a test.
 */
record Script(Setup setup, List<Action> actions) {

  Script(Setup setup, List<Action> actions) {
    this.setup = setup;
    this.actions = List.copyOf(actions);
  }

  static Script parse(String text) {
    int colon = text.indexOf(" : ");
    List<Action> actions = new ArrayList<>();
    for (String action : text.substring(colon + 3).split(";")) {
      if (!action.isBlank()) {
        actions.add(Action.parse(action));
      }
    }
    return new Script(Setup.parse(text.substring(0, colon)), actions);
  }

  Script with(Setup other) {
    return new Script(other, actions);
  }

  Script with(List<Action> others) {
    return new Script(setup, others);
  }

  boolean has(Kind kind) {
    return actions.stream().anyMatch(action -> action.is(kind));
  }

  int indexOf(Kind kind) {
    for (int i = 0; i < actions.size(); i++) {
      if (actions.get(i).is(kind)) {
        return i;
      }
    }
    return -1;
  }

  /** All that is offered. */
  byte[] bytes() {
    return bytes(0, actions.size());
  }

  /** All that is offered by these actions. */
  byte[] bytes(int from, int to) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    actions.subList(from, to).forEach(action -> all.writeBytes(action.bytes()));
    return all.toByteArray();
  }

  /** What is offered, as the text that an encoder reads. */
  String text() {
    return text(bytes());
  }

  static String text(byte[] units) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i + 1 < units.length; i += 2) {
      text.append((char) ((units[i] & 0xFF) << 8 | units[i + 1] & 0xFF));
    }
    return text.toString();
  }

  static byte[] units(String text) {
    byte[] units = new byte[2 * text.length()];
    for (int i = 0; i < text.length(); i++) {
      units[2 * i] = (byte) (text.charAt(i) >> 8);
      units[2 * i + 1] = (byte) text.charAt(i);
    }
    return units;
  }

  /** The same with each offer that follows another joined to it. */
  Script whole() {
    List<Action> joined = new ArrayList<>();
    for (Action action : actions) {
      int last = joined.size() - 1;
      if (action.is(Kind.OFFER) && last >= 0 && joined.get(last).is(Kind.OFFER)) {
        joined.set(last, Action.offer(concat(joined.get(last).bytes(), action.bytes())));
      } else {
        joined.add(action);
      }
    }
    return with(joined);
  }

  /** The same with offers of {@code size} bytes, the last of a run perhaps shorter. */
  Script every(int size) {
    List<Action> cut = new ArrayList<>();
    for (Action action : whole().actions) {
      byte[] bytes = action.bytes();
      if (!action.is(Kind.OFFER) || bytes.length <= size) {
        cut.add(action);
        continue;
      }
      for (int at = 0; at < bytes.length; at += size) {
        cut.add(Action.offer(Arrays.copyOfRange(bytes, at, Math.min(at + size, bytes.length))));
      }
    }
    return with(cut);
  }

  static byte[] concat(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  @Override
  public String toString() {
    return setup + " : " + actions.stream().map(Action::toString).collect(Collectors.joining("; "));
  }
}
