/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.manual;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** One manual page in the language of {@code man(7)}. */
final class ManualPage {
  private final StringBuilder page = new StringBuilder();

  /** Stands before the examples at the end of a command's help. */
  private static final String EXAMPLES = "Examples:";

  /** Begins a line with an example; one blank more begins a line that explains it. */
  private static final String EXAMPLE = "  ";

  private ManualPage() {}

  /** The page of a command, or of the whole program. */
  static String of(CommandLine commandLine, String version) {
    ManualPage page = new ManualPage();
    page.write(commandLine, version);
    return page.page.toString();
  }

  private void write(CommandLine commandLine, String version) {
    CommandSpec command = commandLine.getCommandSpec();
    UsageMessageSpec usage = command.usageMessage();
    String name = command.qualifiedName("-");
    line(".TH \"%s\" 1 \"\" \"Utflow %s\"".formatted(name.toUpperCase(Locale.ROOT), version));
    section("NAME");
    text(name + " - " + usage.description()[0]);
    section("SYNOPSIS");
    String synopsis = new Help(command, Help.defaultColorScheme(Ansi.OFF)).synopsis(0);
    text(synopsis.strip().replaceAll("\\s+", " "));
    section("DESCRIPTION");
    text(String.join(" ", usage.description()));
    String notes =
        Stream.of(usage.footer())
            .filter(each -> !each.startsWith(EXAMPLE) && !each.equals(EXAMPLES))
            .collect(Collectors.joining(" "))
            .strip();
    if (!notes.isEmpty()) {
      line(".PP");
      text(notes);
    }
    section("OPTIONS");
    command.positionalParameters().forEach(each -> item(each.paramLabel(), described(each)));
    command
        .options()
        .forEach(
            option ->
                item(
                    Stream.of(option.names())
                        .map(
                            each ->
                                option.arity().min() == 0
                                    ? each + optional(option)
                                    : each + " " + option.paramLabel())
                        .collect(Collectors.joining(", ")),
                    described(option)));
    if (!commandLine.getSubcommands().isEmpty()) {
      section("COMMANDS");
      commandLine
          .getSubcommands()
          .forEach((label, sub) -> item(label, sub.getCommandSpec().usageMessage().description()));
    }
    if (!usage.exitCodeList().isEmpty()) {
      section("EXIT STATUS");
      usage.exitCodeList().forEach((status, meaning) -> item(status, meaning));
    }
    examples(usage.footer());
    section("SEE ALSO");
    text(command.parent() == null ? "iconv(1), file(1), dos2unix(1)" : "utflow(1)");
  }

  /** A command each, and under it what it does. */
  private void examples(String[] footer) {
    if (List.of(footer).contains(EXAMPLES)) {
      section("EXAMPLES");
    }
    for (String each : footer) {
      if (each.startsWith(EXAMPLE + " ")) {
        text(each.strip());
      } else if (each.startsWith(EXAMPLE)) {
        item(each.strip());
      }
    }
  }

  /** What picocli would show: defaults and candidates in the places of their names. */
  private static String[] described(ArgSpec argument) {
    Iterable<String> candidates = argument.completionCandidates();
    String offered = candidates == null ? "" : String.join(", ", candidates);
    return List.of(argument.description()).stream()
        .map(each -> each.replace("${COMPLETION-CANDIDATES}", offered))
        .map(each -> each.replace("${DEFAULT-VALUE}", "" + argument.defaultValue()))
        .toArray(String[]::new);
  }

  /** A value that is attached, if it is given at all. */
  private static String optional(OptionSpec option) {
    return option.arity().max() == 0 ? "" : "[=" + option.paramLabel() + "]";
  }

  private void section(String title) {
    line(".SH \"" + title + "\"");
  }

  private void item(String label, String... sentences) {
    line(".TP");
    line("\\fB" + escaped(label) + "\\fR");
    if (sentences.length > 0) {
      text(String.join(" ", sentences));
    }
  }

  private void text(String text) {
    line(escaped(text));
  }

  /** A dot or an apostrophe that begins a line would be a command. */
  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }

  private void line(String line) {
    page.append(line).append('\n');
  }
}
