package io.utflow.examples.tail;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Overlong;
import io.utflow.examples.Version;
import io.utflow.reactor.ByteBufferText;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Flux;

/** Prints the lines of a file with their numbers. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
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

  @Option(names = "-n", paramLabel = "LINES", description = "Only the last of those there are.")
  private @Nullable Integer last;

  @Option(names = "--follow", description = "Go on with what is appended.")
  private boolean follow;

  @Override
  public Integer call() {
    if (last != null && last < 0) {
      throw new ParameterException(command.commandLine(), "-n must not be negative");
    }
    PrintWriter out = command.commandLine().getOut();
    numberedLines().doOnNext(out::println).blockLast();
    return 0;
  }

  private Flux<String> numberedLines() {
    GrowingFile log = new GrowingFile(file);
    Flux<String> numbered =
        lines(follow ? log.bytesToCome() : log.bytes())
            .index((number, line) -> String.format("%6d  %s", number + 1, line));
    if (last == null) {
      return numbered;
    }
    // Reads the file twice rather than keep lines in memory.
    return lines(log.bytes())
        .count()
        .flatMapMany(present -> numbered.skip(Math.max(0, present - last)));
  }

  private Flux<String> lines(Flux<ByteBuffer> bytes) {
    return bytes.transform(
        ByteBufferText.lines(
            DecoderSpec.of(from).bom(BomPolicy.SNIFF),
            LineSpec.of(LineBreaks.ANY).maxLength(MOST_CHARS).overlong(Overlong.TRUNCATE)));
  }
}
