/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs of the class path of the tests, each in a JVM of its own. */
public final class Jvm {
  private Jvm() {}

  /** The command that runs {@code main} with options for the JVM. */
  public static List<String> running(Class<?> main, List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It ends before the second compiler of the JVM is of use.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }
}
