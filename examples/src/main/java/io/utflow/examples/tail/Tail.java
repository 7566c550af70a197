package io.utflow.examples.tail;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Overlong;
import io.utflow.reactor.ByteBufferText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Flux;

/** Prints the lines of a file with their numbers. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = "The lines of a log, in any Unicode encoding, and those to come.")
public final class Tail implements Callable<Integer> {
  private static final int MOST_CHARS = 4096;

  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(paramLabel = "FILE")
  private Path file = Path.of("");

  @Option(
      names = "--from",
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description = "Encoding without a byte order mark (default: ${DEFAULT-VALUE}).")
  private TextEncoding from = TextEncoding.UTF_8;

  @Option(names = "-n", paramLabel = "LINES", description = "The last lines only, if not --follow.")
  private int last = Integer.MAX_VALUE;

  @Option(names = "--follow", description = "Go on with what is appended.")
  private boolean follow;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    GrowingFile log = new GrowingFile(file);
    Flux<String> lines =
        (follow ? log.bytesToCome() : log.bytes())
            .transform(
                ByteBufferText.lines(
                    DecoderSpec.of(from).bom(BomPolicy.SNIFF),
                    LineSpec.of(LineBreaks.ANY).maxLength(MOST_CHARS).overlong(Overlong.TRUNCATE)));
    Flux<String> numbered =
        lines.index((number, line) -> String.format("%6d  %s", number + 1, line));
    boolean all = follow || last == Integer.MAX_VALUE;
    (all ? numbered : numbered.takeLast(last)).doOnNext(out::println).blockLast();
    return 0;
  }
}
