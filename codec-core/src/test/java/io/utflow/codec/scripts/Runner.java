/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.scripts.Action.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Drives a subject by a script, action by action. */
final class Runner {
  private final Setup setup;
  private final List<Action> actions;
  private final Transcript told = new Transcript();
  private Subject subject;
  private int next;
  private boolean given;

  Runner(Script script) {
    this.setup = script.setup();
    this.actions = script.actions();
    this.subject = setup.surface().open(setup, told);
  }

  static Transcript run(Script script) {
    Runner runner = new Runner(script);
    while (runner.step()) {
      // Until the script or the stream has ended.
    }
    return runner.told();
  }

  Transcript told() {
    return told;
  }

  Subject subject() {
    return subject;
  }

  /** Does the next action, to the end of what it yields. False: there is none. */
  boolean step() {
    if (next == actions.size() || told.failed()) {
      finish();
      return false;
    }
    try {
      act(actions.get(next), next + 1 < actions.size() ? actions.get(next + 1) : null);
      next++;
    } catch (Violation e) {
      throw e;
    } catch (Throwable e) {
      told.fail(e);
    }
    return true;
  }

  private void finish() {
    if (!given) {
      given = true;
      subject.note();
    }
  }

  private void act(Action action, @Nullable Action following) {
    switch (action.kind()) {
      case OFFER -> subject.offer(action.bytes());
      case POLL -> {
        for (int i = 0; i < action.count() && subject.poll(); i++) {
          // What it yields is in the transcript.
        }
        return;
      }
      case SWITCH -> subject.switchTo(setup.decoderSpec(Setup.Key.NEXT, told));
      case TAKE -> {
        byte[] rest = subject.take();
        subject = setup.surface().open(setup, told);
        subject.offer(rest);
      }
      case RESET -> {
        subject.reset();
        told.reset();
      }
      case END -> subject.end();
    }
    if (following == null || !following.is(Kind.POLL)) {
      subject.drain();
    }
  }
}
