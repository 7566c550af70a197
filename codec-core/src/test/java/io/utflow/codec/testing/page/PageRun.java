/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What a page says that its statements give, and what they gave. Called by the code of the page,
 * perhaps by several threads.
 */
public final class PageRun {
  /** Thrown where a statement should have thrown. */
  private static final Error NOTHING_THROWN = new Error();

  private final String page;
  private final Map<Integer, String> expected = new ConcurrentSkipListMap<>();
  private final Map<Integer, Boolean> reached = new ConcurrentHashMap<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();

  PageRun(String page) {
    this.page = page;
  }

  void expect(int line, String text) {
    expected.put(line, text);
  }

  void fail(int line, String what) {
    failures.add(page + ":" + line + ": " + what);
  }

  /** The statement that ends at this line of the page gave {@code value}. */
  public <T> T gives(int line, T value) {
    compare(line, Shown.of(value));
    return value;
  }

  /** The println that ends at this line prints {@code value}. */
  public void prints(int line, @Nullable Object value) {
    compare(line, String.valueOf(value));
  }

  /** The statement that ends at this line threw nothing. */
  public void missing(int line) {
    throw NOTHING_THROWN;
  }

  /** The statement that ends at this line threw; its message need not be told. */
  public void thrown(int line, Throwable thrown) {
    if (thrown == NOTHING_THROWN) {
      compare(line, "nothing was thrown");
      return;
    }
    String said = String.valueOf(expected.get(line));
    String name = said.replaceFirst(":.*", "");
    String found = isNamed(thrown, name) ? name : thrown.getClass().getSimpleName();
    compare(line, said.equals(name) ? found : found + ": " + thrown.getMessage());
  }

  /** Pages name the class that is documented, which may be a superclass. */
  private static boolean isNamed(Throwable thrown, String name) {
    Class<?> type = thrown.getClass();
    while (type != Exception.class && type != Object.class && !type.getSimpleName().equals(name)) {
      type = type.getSuperclass();
    }
    return type.getSimpleName().equals(name);
  }

  private void compare(int line, @Nullable String found) {
    reached.put(line, true);
    String said = expected.get(line);
    if (!agrees(String.valueOf(said), String.valueOf(found))) {
      fail(line, "the page says   " + said + "\n  but it gives    " + found);
    }
  }

  /** What ends with an ellipsis tells the beginning. */
  private static boolean agrees(String said, String found) {
    return said.endsWith("...")
        ? found.startsWith(said.substring(0, said.length() - 3))
        : found.equals(said);
  }

  boolean hasFailed() {
    return !failures.isEmpty();
  }

  /** What was never compared cannot be wrong. */
  void findUnreached() {
    expected.forEach(
        (line, said) -> {
          if (!reached.containsKey(line)) {
            fail(line, "never reached, so not compared: " + said);
          }
        });
  }

  List<String> failures() {
    return List.copyOf(failures);
  }
}
