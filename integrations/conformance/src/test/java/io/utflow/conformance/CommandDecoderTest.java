/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.conformance.toy.Fault;
import io.utflow.conformance.toy.ToyCommand;
import io.utflow.conformance.toy.ToyDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol, and the command line. */
class CommandDecoderTest {
  private static List<String> toy(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.add(ToyCommand.class.getName());
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  /** What a command answers is judged as the same decoder on the JVM is. */
  @Test
  void aCommandIsJudgedAsItsDecoderIs() throws IOException {
    Set<String> families = Set.of("utf-8/four-bytes", "utf-8/truncated", "lines/lf", "events/id");
    Suite suite = Suite.all().only(vector -> families.contains(vector.family()));
    Report here = suite.judge(ToyDecoder.with(Fault.HALF_PAIRS));
    try (CommandDecoder command = new CommandDecoder(toy("HALF_PAIRS"))) {
      assertThat(command.name()).isEqualTo("a toy");
      Report there = suite.judge(command);
      assertThat(there.failures(100)).isEqualTo(here.failures(100)).isNotEmpty();
      for (Level level : Level.values()) {
        assertThat(there.score("text", level))
            .as(level.name())
            .isEqualTo(here.score("text", level));
      }
      assertThat(command.run(Job.TEXT, "Big5", List.of())).isNull();
    }
  }

  @Test
  void aCommandThatEndsIsAnError() throws IOException {
    try (CommandDecoder command = new CommandDecoder(toy("dies"))) {
      assertThatThrownBy(() -> command.run(Job.TEXT, "UTF-8", List.of()))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("a toy gave no answer that can be read to: text UTF-8");
      // More than a pipe holds: it cannot be sent to a command that has ended.
      assertThatThrownBy(() -> command.run(Job.TEXT, "UTF-8", List.of(new byte[1 << 17])))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("the command ended; it was asked: text UTF-8");
    }
    List<String> noJvm = toy();
    noJvm.set(1, "-version");
    assertThatThrownBy(() -> new CommandDecoder(noJvm).close())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the command ended");
  }

  @Test
  void wordsOfAnAnswer() {
    Answer answer =
        CommandDecoder.parse("0061,_ -  d83d pending=1,0,2 ill-formed=0+1,4+2 failed=why");
    assertThat(answer.outputs()).containsExactly(List.of("a", ""), List.of(), List.of("\uD83D"));
    assertThat(answer.pending()).containsExactly(1, 0, 2);
    assertThat(answer.illFormed()).containsExactly(new Place(0, 1), new Place(4, 2));
    assertThat(answer.failure()).isEqualTo("why");
    Answer plain = CommandDecoder.parse("- ill-formed=");
    assertThat(plain).isEqualTo(new Answer(List.of(List.of()), null, List.of(), null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "xyz", "- pended=1", "- pending=x", "- ill-formed=3"})
  void whatIsNoAnswer(String answer) {
    // As run() promises: it is told with the request.
    assertThatThrownBy(() -> CommandDecoder.parse(answer))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theCommandLinePrintsScoresAndFailures() {
    List<String> arguments = new ArrayList<>(toy("OVERLONG_ACCEPTED"));
    arguments.add(0, "--failures=2");
    assertThat(printed(1, arguments))
        .contains("utf-8/overlong/c080 (UTF-8)\n  WHOLE: C080: \"\\u0000\", not \"\\uFFFD\\uFFFD\"")
        .contains("a toy\n  text    WHOLE    ")
        .contains("  events  CUTS ");
    assertThat(printed(2, toy("short")))
        .contains("a toy gave no answer that can be read to: text UTF-8 -: a word for each piece");
    assertThat(printed(2, List.of())).startsWith("usage:");
    assertThat(printed(2, List.of("--failures"))).startsWith("usage:");
    assertThat(printed(2, List.of("no-such-command"))).contains("no-such-command: ");
  }

  private static String printed(int status, List<String> arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      assertThat(Main.run(arguments.toArray(String[]::new), out)).isEqualTo(status);
    }
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
