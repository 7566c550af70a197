/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import io.utflow.codec.testing.Jvm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command line in a process of its own, for what only that can show: signals, standard output
 * as the system has it. As the launcher does for short runs, without the second compiler.
 */
public final class CliProcess {
  private CliProcess() {}

  /** A process that is not started yet. */
  public static ProcessBuilder of(Object... words) {
    return new ProcessBuilder(command(words));
  }

  /** Its command. */
  public static List<String> command(Object... words) {
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m");
    return new ArrayList<>(
        Jvm.running(Utflow.class, options, Stream.of(words).map(Object::toString).toList()));
  }
}
