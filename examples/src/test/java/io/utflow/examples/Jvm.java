/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of {@link Examples} in a JVM of its own. */
public final class Jvm {
  private Jvm() {}

  public static List<String> running(List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Examples.class.getName());
    command.addAll(arguments);
    return command;
  }
}
