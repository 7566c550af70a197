/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.cli.Port;
import io.utflow.cli.Version;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.server.ConnectionCount;
import io.utflow.examples.server.Deadline;
import io.utflow.examples.server.Journal;
import io.utflow.examples.server.Meters;
import io.utflow.examples.server.Termination;
import io.utflow.examples.server.TimeLimit;
import io.utflow.micrometer.UtflowMeters;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Mono;

/** Serves {@link Hl7Server} until SIGTERM. */
@Command(
    name = "hl7",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "A receiver of HL7 version 2 over MLLP: each message a line of JSON on standard output, in"
          + " whatever charset its MSH-18 names, and acknowledged in the same.",
      "SIGTERM or Ctrl-C ends it when the messages that are being stored are answered, and prints"
          + " what was counted on standard error."
    })
public final class Hl7 implements Callable<Integer> {
  private static final Duration TIME_TO_END = Duration.ofSeconds(5);

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "2575",
      description = "Port on the loopback interface (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--charset",
      paramLabel = "NAME",
      defaultValue = "US-ASCII",
      description =
          "Encoding of messages without MSH-18, as agreed on (default: ${DEFAULT-VALUE}, by the"
              + " standard).")
  private TextEncoding unnamed = TextEncoding.UTF_8;

  @Option(
      names = "--charset-name",
      paramLabel = "NAME=ENCODING",
      description =
          "What a sender means by a name in MSH-18 that table 0211 has not, as"
              + " Windows-1252=windows-1252, or has for something else, as 8859/1=windows-1252;"
              + " exactly as it is written, and as often as there are names.")
  private Map<String, TextEncoding> charsetNames = Map.of();

  @Option(
      names = "--max-message",
      paramLabel = "BYTES",
      defaultValue = "1048576",
      description = "Longer messages are refused (default: ${DEFAULT-VALUE}).")
  private int maxBytes;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      converter = ConnectionCount.class,
      defaultValue = "200",
      description = "Connections at once (default: ${DEFAULT-VALUE}).")
  private int maxConnections;

  @Option(
      names = "--max-connections-per-address",
      paramLabel = "N",
      converter = ConnectionCount.class,
      defaultValue = "50",
      description = "Of them from one address (default: ${DEFAULT-VALUE}).")
  private int maxConnectionsPerAddress;

  @Option(
      names = "--frame-time",
      paramLabel = "DURATION",
      converter = TimeLimit.class,
      defaultValue = "PT30S",
      description = "How long one message may take to arrive (default: ${DEFAULT-VALUE}).")
  private Duration frameTime = Duration.ZERO;

  @Option(
      names = "--answer-time",
      paramLabel = "DURATION",
      converter = TimeLimit.class,
      defaultValue = "PT30S",
      description = "How long a peer may take to read an answer (default: ${DEFAULT-VALUE}).")
  private Duration answerTime = Duration.ZERO;

  @Option(
      names = "--idle-time",
      paramLabel = "DURATION",
      converter = TimeLimit.class,
      defaultValue = "PT2H",
      description = "How long a peer may be silent (default: ${DEFAULT-VALUE}).")
  private Duration idleTime = Duration.ZERO;

  @Override
  public Integer call() throws Exception {
    if (maxBytes < 4096) {
      throw new IllegalArgumentException(
          "--max-message " + maxBytes + ": give at least 4096, the room of a header");
    }
    PrintWriter err = command.commandLine().getErr();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    MessageReader reader =
        new MessageReader(
            unnamed, new CharsetNames(charsetNames), UtflowMeters.of(registry)::decoding);
    Journal journal = new Journal(command.commandLine().getOut());
    Receiver receiver = new Receiver(reader, message -> store(message, journal), registry);
    Hl7Server server = new Hl7Server(port, settings(), receiver, registry);
    err.println("HL7 over MLLP: " + server.address());
    Termination.await(
        journal.broken(),
        () -> {
          Deadline deadline = Deadline.in(TIME_TO_END);
          server.close(deadline);
          journal.close(deadline);
          Meters.print(registry, err);
        });
    return 0;
  }

  private static Mono<Void> store(ReceivedMessage message, Journal journal) {
    return Mono.defer(
        () -> {
          CompletableFuture<Void> written = journal.write(List.of(Hl7Json.line(message)));
          return Mono.fromFuture(written, true);
        });
  }

  private Hl7Settings settings() {
    return new Hl7Settings(
        maxBytes,
        maxConnections,
        maxConnectionsPerAddress,
        frameTime,
        answerTime,
        idleTime,
        TIME_TO_END);
  }
}
