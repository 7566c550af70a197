/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.scripts.Setup.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Makes a script that fails a law smaller, as long as it fails it. */
final class Shrinker {
  private static final int MOST_TRIALS = 6000;

  private final Predicate<Script> fails;
  private Script script;
  private int trials;

  private Shrinker(Script script, Predicate<Script> fails) {
    this.script = script;
    this.fails = fails;
  }

  /** The smallest that is found. */
  static Script shrink(Script script, Predicate<Script> fails) {
    return new Shrinker(script, fails).shrink();
  }

  private Script shrink() {
    Script before;
    do {
      before = script;
      attempt(script.whole());
      for (Key key : List.copyOf(script.setup().keys())) {
        if (key != Key.LAW && key != Key.SURFACE) {
          attempt(script.with(script.setup().without(key)));
        }
      }
      dropActions();
      joinOffers();
      dropBytes();
      plainBytes();
    } while (!before.equals(script) && trials < MOST_TRIALS);
    return script;
  }

  private boolean attempt(Script smaller) {
    if (smaller.equals(script) || trials++ > MOST_TRIALS || !fails.test(smaller)) {
      return false;
    }
    script = smaller;
    return true;
  }

  private Script replaced(int index, Action... others) {
    List<Action> actions = new ArrayList<>(script.actions());
    actions.remove(index);
    actions.addAll(index, List.of(others));
    return script.with(actions);
  }

  private void dropActions() {
    for (int i = script.actions().size() - 1; i >= 0; i--) {
      if (!script.actions().get(i).is(Kind.END)) {
        attempt(replaced(i));
      }
    }
  }

  private void joinOffers() {
    for (int i = script.actions().size() - 2; i >= 0; i--) {
      Action first = script.actions().get(i);
      Action second = script.actions().get(i + 1);
      if (first.is(Kind.OFFER) && second.is(Kind.OFFER)) {
        List<Action> actions = new ArrayList<>(script.actions());
        actions.set(i, Action.offer(Script.concat(first.bytes(), second.bytes())));
        actions.remove(i + 1);
        attempt(script.with(actions));
      }
    }
  }

  /** Long parts first. */
  private void dropBytes() {
    int unit = script.setup().surface().readsText() ? 2 : 1;
    for (int i = 0; i < script.actions().size(); i++) {
      for (int size = Math.max(unit, script.actions().get(i).bytes().length / 2 / unit * unit);
          size >= unit;
          size = size / 2 / unit * unit) {
        for (int at = 0; at + size <= script.actions().get(i).bytes().length; ) {
          byte[] bytes = script.actions().get(i).bytes();
          byte[] rest =
              Script.concat(
                  Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + size, bytes.length));
          if (!attempt(replaced(i, Action.offer(rest)))) {
            at += size;
          }
        }
      }
    }
  }

  /** The letter a wherever any byte does. */
  private void plainBytes() {
    for (int i = 0; i < script.actions().size(); i++) {
      for (int at = 0; at < Math.min(64, script.actions().get(i).bytes().length); at++) {
        byte[] bytes = script.actions().get(i).bytes().clone();
        if (bytes[at] != 'a' && bytes[at] != 0) {
          bytes[at] = 'a';
          attempt(replaced(i, Action.offer(bytes)));
        }
      }
    }
  }
}
