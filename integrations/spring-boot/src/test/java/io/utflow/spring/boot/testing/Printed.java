/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is printed while this is open: the log of an application, for Boot logs to the console. */
public final class Printed implements AutoCloseable {
  private final PrintStream before = System.out;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  public Printed() {
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  public List<String> lines() {
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Those in which all of the words are. */
  public List<String> linesWith(String... words) {
    return lines().stream()
        .filter(line -> List.of(words).stream().allMatch(line::contains))
        .toList();
  }

  @Override
  public void close() {
    System.setOut(before);
  }
}
