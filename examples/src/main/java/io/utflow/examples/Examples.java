/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.examples.characters.Characters;
import io.utflow.examples.chat.Chat;
import io.utflow.examples.demo.Demo;
import io.utflow.examples.files.Count;
import io.utflow.examples.files.Validate;
import io.utflow.examples.gateway.Gateway;
import io.utflow.examples.guard.Guard;
import io.utflow.examples.hl7.Hl7;
import io.utflow.examples.lens.Inspect;
import io.utflow.examples.lens.Lens;
import io.utflow.examples.serve.ServeOptions;
import io.utflow.examples.syslog.Syslog;
import io.utflow.examples.tail.Tail;
import io.utflow.examples.transcode.Transcode;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;
import reactor.core.Exceptions;

/**
 * The command line. Without arguments it runs the demonstration, which ends with status 0 if all
 * text survived.
 */
@Command(
    name = "utflow",
    description = {
      "Sends documents in all Unicode encodings over TCP in hostile pieces, to a Netty and to a"
          + " reactor-netty server, and prints what was decoded from them.",
      "With --serve it keeps a server up instead."
    },
    subcommands = {
      Transcode.class,
      Count.class,
      Validate.class,
      Tail.class,
      Guard.class,
      Lens.class,
      Inspect.class,
      Syslog.class,
      Hl7.class,
      Characters.class,
      Gateway.class,
      Chat.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All text that Utflow decoded was equal to the original.",
      "1:Some was not, or a server could not be started.",
      "2:The command line was wrong."
    })
public final class Examples implements Callable<Integer> {
  /** The status that a shell shows of a program that SIGPIPE ended. */
  private static final int BROKEN_PIPE = 128 + 13;

  /**
   * What iconv drops is dropped here by two options, for it may be ill-formed or without a place.
   */
  private static final String OPTION_C = "--on-malformed=skip and --on-unmappable=skip";

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "20000229",
      description = "Seed of the random pieces (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--details",
      description = "Print a table of the ways to cut for each encoding, too.")
  private boolean details;

  @ArgGroup(exclusive = false)
  private @Nullable ServeOptions serve;

  /** Runs the command line and ends the process with its status. */
  public static void main(String[] arguments) {
    // UTF-8 whatever the locale: the report shows text of many scripts.
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(commandLine(out, err).execute(arguments));
  }

  /** The command line, to be executed in-process. */
  public static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return new CommandLine(new Examples())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(TextEncoding.class, Examples::encoding)
        .registerConverter(LineBreaks.class, name -> constant(LineBreaks.class, name))
        .registerConverter(BomPolicy.class, name -> constant(BomPolicy.class, name))
        .registerConverter(BomOutput.class, name -> constant(BomOutput.class, name))
        .setExecutionStrategy(Examples::runAndFlush)
        .setParameterExceptionHandler(Examples::reportMisuse)
        .setExecutionExceptionHandler(Examples::reportFailure)
        .setOut(out)
        .setErr(err);
  }

  private static TextEncoding encoding(String name) {
    if (TextEncoding.find(name).isEmpty()) {
      TextEncoding.names(); // Gathered, so that the message proposes the nearest of them.
    }
    try {
      return TextEncoding.forName(name);
    } catch (UnsupportedCharsetException e) {
      String message = UnknownCharset.message(e);
      boolean isOption = message.contains("is iconv's");
      throw new TypeConversionException(
          message + (isOption ? "; here " + OPTION_C : "; `transcode --list` names them all"));
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
                + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static boolean isOptionC(ParameterException misuse) {
    return misuse instanceof UnmatchedArgumentException unmatched
        && unmatched.getUnmatched().contains("-c")
        && misuse.getCommandLine().getCommandSpec().findOption("--on-unmappable") != null;
  }

  /** Prints one line about a failure, and none if only the reader of the output went away. */
  private static int reportFailure(
      Exception failure, CommandLine commandLine, ParseResult arguments) {
    Throwable cause = Exceptions.unwrap(failure);
    if (cause instanceof UncheckedIOException unchecked) {
      cause = unchecked.getCause();
    }
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

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    if (serve != null) {
      serve.run(out);
      return CommandLine.ExitCode.OK;
    }
    boolean faithful = new Demo(out, Ansi.AUTO).run(seed, details);
    return faithful ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
