package io.utflow.examples;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.chat.Chat;
import io.utflow.examples.demo.Demo;
import io.utflow.examples.gateway.Gateway;
import io.utflow.examples.serve.ServeOptions;
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
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import reactor.core.Exceptions;

/**
 * The command line. Without arguments it shows that text survives real sockets, and ends with
 * status 0 if it did.
 */
@Command(
    name = "utflow-examples",
    description = {
      "Sends documents in all Unicode encodings over TCP in hostile pieces, to a Netty and to a"
          + " reactor-netty server, and prints what arrived as what.",
      "With --serve it keeps a server up instead."
    },
    subcommands = {Transcode.class, Gateway.class, Chat.class, Tail.class},
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All text that Utflow decoded was equal to the original.",
      "1:Some was not, or a server could not be started.",
      "2:The command line was wrong."
    })
public final class Examples implements Callable<Integer> {
  /** What a shell shows of a program that ended by SIGPIPE. */
  private static final int BROKEN_PIPE = 128 + 13;

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "20000229",
      description = "Seed of the random pieces (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--details", description = "Also, for each encoding, a table of the ways to cut.")
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
        .registerConverter(BomPolicy.class, name -> constant(BomPolicy.class, name))
        .registerConverter(BomOutput.class, name -> constant(BomOutput.class, name))
        .setParameterExceptionHandler(Examples::tellMisuse)
        .setExecutionExceptionHandler(Examples::tell)
        .setOut(out)
        .setErr(err);
  }

  private static TextEncoding encoding(String name) {
    try {
      return TextEncoding.forName(name);
    } catch (UnsupportedCharsetException e) {
      throw new TypeConversionException(UnknownCharset.message(e));
    }
  }

  /** {@code per-encoding} is the way of the command line to write {@code PER_ENCODING}. */
  private static <E extends Enum<E>> E constant(Class<E> type, String name) {
    try {
      return Enum.valueOf(type, name.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + name + "' is not offered");
    }
  }

  /** A wrong command line is told in a line, not with a page of help. */
  private static int tellMisuse(ParameterException misuse, String[] arguments) {
    CommandLine commandLine = misuse.getCommandLine();
    commandLine
        .getErr()
        .println(
            commandLine.getCommandName()
                + ": "
                + Printable.of("" + misuse.getMessage())
                + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  /** A port in use, say, is told in a line; a reader of the output who went away, not at all. */
  private static int tell(Exception failure, CommandLine commandLine, ParseResult arguments) {
    Throwable cause = Exceptions.unwrap(failure);
    if (cause instanceof UncheckedIOException unchecked) {
      cause = unchecked.getCause();
    }
    boolean clear = cause instanceof FileProblem || cause instanceof PortUnavailableException;
    if (cause instanceof FileProblem problem && problem.isBrokenPipe()) {
      return BROKEN_PIPE;
    }
    commandLine
        .getErr()
        .println(commandLine.getCommandName() + ": " + (clear ? cause.getMessage() : cause));
    return CommandLine.ExitCode.SOFTWARE;
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
