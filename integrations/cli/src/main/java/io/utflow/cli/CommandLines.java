/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import io.utflow.cli.source.From;
import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What all our command lines have in common: how values are read, how failures are told. */
public final class CommandLines {
  /** The status that a shell shows of a program that SIGPIPE ended. */
  private static final int BROKEN_PIPE = 128 + 13;

  /**
   * What iconv drops is dropped here by two options: one for what is ill-formed, one for what the
   * target does not have.
   */
  private static final String OPTION_C = "--on-malformed=skip and --on-unmappable=skip";

  /** The option for characters that iconv transliterates. */
  private static final String NEAREST = "--on-unmappable=nearest";

  private CommandLines() {}

  /** Completes a command line whose subcommands are there already, to be executed in-process. */
  public static CommandLine complete(CommandLine commands, PrintWriter out, PrintWriter err) {
    return commands
        // A name is a name: the text of a file @x would become options, even behind --.
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(TextEncoding.class, CommandLines::encoding)
        .registerConverter(From.class, From::parse)
        .registerConverter(LineBreaks.class, name -> constant(LineBreaks.class, name))
        .registerConverter(BomPolicy.class, name -> constant(BomPolicy.class, name))
        .registerConverter(BomOutput.class, name -> constant(BomOutput.class, name))
        .setExecutionStrategy(CommandLines::runAndFlush)
        .setParameterExceptionHandler(CommandLines::reportMisuse)
        .setExecutionExceptionHandler(CommandLines::reportFailure)
        .setOut(out)
        .setErr(err);
  }

  /**
   * The encoding of a name that a user has given.
   *
   * @throws TypeConversionException if there is none, with the nearest names in its message
   */
  public static TextEncoding encoding(String name) {
    if (TextEncoding.find(name).isEmpty()) {
      TextEncoding.names(); // Gathered, so that the message proposes the nearest of them.
    }
    try {
      return TextEncoding.forName(name);
    } catch (UnsupportedCharsetException e) {
      String message = UnknownCharset.message(e);
      boolean isOption = message.contains("is iconv's");
      boolean isNearest = name.toUpperCase(Locale.ROOT).contains("//TRANSLIT");
      throw new TypeConversionException(
          message
              + (isOption
                  ? "; here " + (isNearest ? NEAREST : OPTION_C)
                  : "; `transcode --list` names them all"));
    }
  }

  /** On the command line {@code PER_ENCODING} is written {@code per-encoding}. */
  private static <E extends Enum<E>> E constant(Class<E> type, String name) {
    try {
      return Enum.valueOf(type, name.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + name + "' is not offered");
    }
  }

  /** A command has done its work only when all that it printed is written. */
  private static int runAndFlush(ParseResult arguments) {
    int status = new RunLast().execute(arguments);
    try {
      PrintedOutput.flush(arguments.commandSpec().commandLine().getOut());
      return status;
    } catch (UncheckedIOException e) {
      ParseResult last = arguments;
      while (last.hasSubcommand()) {
        last = last.subcommand();
      }
      throw new ExecutionException(last.commandSpec().commandLine(), "not all is written", e);
    }
  }

  /** Prints one line about a wrong command line, not a page of help. */
  private static int reportMisuse(ParameterException misuse, String[] arguments) {
    CommandLine commandLine = misuse.getCommandLine();
    commandLine
        .getErr()
        .println(
            commandLine.getCommandName()
                + ": "
                + Printable.of("" + misuse.getMessage())
                + (isOptionC(misuse) ? "; iconv's -c is " + OPTION_C : "")
                + (isSecondLog(misuse) ? "; -f follows one log, --from names its encoding" : "")
                + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static boolean isOptionC(ParameterException misuse) {
    return misuse instanceof UnmatchedArgumentException unmatched
        && unmatched.getUnmatched().contains("-c")
        && misuse.getCommandLine().getCommandSpec().findOption("--on-unmappable") != null;
  }

  /** The name of an encoding after {@code -f}, which elsewhere is {@code --from}. */
  private static boolean isSecondLog(ParameterException misuse) {
    return misuse instanceof UnmatchedArgumentException
        && misuse.getCommandLine().getCommandSpec().findOption("--follow") != null;
  }

  /** Prints one line about a failure, and none if only the reader of the output went away. */
  private static int reportFailure(
      Exception failure, CommandLine commandLine, ParseResult arguments) {
    // An unchecked one, or one of Reactor's, only carries it.
    boolean carries =
        failure instanceof RuntimeException && failure.getCause() instanceof IOException;
    Throwable cause = carries ? failure.getCause() : failure;
    // Of options that do not fit each other the library says why.
    boolean misuse = cause instanceof IllegalArgumentException;
    boolean explainsItself =
        misuse || cause instanceof FileProblem || cause instanceof PortUnavailableException;
    if (cause instanceof FileProblem problem && problem.isBrokenPipe()) {
      return BROKEN_PIPE;
    }
    commandLine
        .getErr()
        .println(
            commandLine.getCommandName()
                + ": "
                + (explainsItself ? Printable.of("" + cause.getMessage()) : cause));
    return misuse ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
  }
}
