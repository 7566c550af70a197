/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.cli.Port;
import io.utflow.cli.Version;
import io.utflow.cli.guard.Preset;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.server.ConnectionCount;
import io.utflow.examples.server.Deadline;
import io.utflow.examples.server.Journal;
import io.utflow.examples.server.Meters;
import io.utflow.examples.server.Termination;
import io.utflow.examples.server.TimeLimit;
import io.utflow.guard.TextGuard;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves {@link SyslogServer} until SIGTERM. */
@Command(
    name = "syslog",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "A syslog server: RFC 5424 and RFC 3164 over TCP and TLS, each message a line of JSON on"
          + " standard output, in whatever encoding it came.",
      "What it does besides is told on standard error; SIGTERM or Ctrl-C ends it when what has come"
          + " is written, and prints what was counted."
    })
public final class Syslog implements Callable<Integer> {
  private static final Duration TIME_TO_END = Duration.ofSeconds(5);

  /** The part of it for writing the messages of peers that do not stop. */
  private static final Duration TIME_TO_WRITE = Duration.ofSeconds(1);

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "1514",
      description = "TCP port on the loopback interface (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--tls-port",
      paramLabel = "PORT",
      converter = Port.class,
      description = "Port for TLS; none by default (6514 is the registered one).")
  private @Nullable Integer tlsPort;

  @Mixin private Tls tls = new Tls();

  @Option(
      names = "--legacy",
      paramLabel = "NAME",
      defaultValue = "windows-1252",
      description =
          "Encoding of messages that are not UTF-8 (default: ${DEFAULT-VALUE}); ASCII is a part of"
              + " it.")
  private TextEncoding legacy = TextEncoding.UTF_8;

  @Option(
      names = "--max-message",
      paramLabel = "BYTES",
      defaultValue = "16384",
      description = "Longer messages are cut (default: ${DEFAULT-VALUE}).")
  private int maxBytes;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      converter = ConnectionCount.class,
      defaultValue = "1000",
      description = "Connections at once (default: ${DEFAULT-VALUE}).")
  private int maxConnections;

  @Option(
      names = "--max-connections-per-address",
      paramLabel = "N",
      converter = ConnectionCount.class,
      defaultValue = "100",
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
      names = "--idle-time",
      paramLabel = "DURATION",
      converter = TimeLimit.class,
      defaultValue = "PT2H",
      description = "How long a peer may be silent (default: ${DEFAULT-VALUE}).")
  private Duration idleTime = Duration.ZERO;

  @Option(
      names = "--guard",
      paramLabel = "PRESET",
      defaultValue = "logs",
      converter = Preset.class,
      description =
          "What is shown as escapes: logs, terminals, no-bidi-controls, ... (default:"
              + " ${DEFAULT-VALUE}).")
  private TextGuard guard = TextGuard.forLogs();

  @Override
  public Integer call() throws Exception {
    if (maxBytes < 480 || maxBytes == Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "--max-message "
              + maxBytes
              + ": give at least 480, which RFC 5424 demands, and at most 2147483646");
    }
    if (tlsPort == null) {
      tls.requireNone();
    }
    PrintWriter err = command.commandLine().getErr();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Journal journal = new Journal(command.commandLine().getOut());
    SyslogServer server = new SyslogServer(settings(), journal, registry);
    Runnable end =
        () -> {
          Deadline deadline = Deadline.in(TIME_TO_END);
          server.close(deadline.before(TIME_TO_WRITE));
          journal.close(deadline);
          Meters.print(registry, err);
        };
    try {
      err.println("syslog over TCP: " + server.listen(port, null));
      if (tlsPort != null) {
        err.println("syslog over TLS: " + server.listen(tlsPort, tls.context(err)));
      }
    } catch (Exception e) {
      end.run();
      throw e;
    }
    Termination.await(journal.broken(), end);
    return 0;
  }

  private SyslogSettings settings() {
    return new SyslogSettings(
        legacy,
        maxBytes,
        maxConnections,
        maxConnectionsPerAddress,
        frameTime,
        Duration.ofSeconds(10),
        idleTime,
        TIME_TO_END.minus(TIME_TO_WRITE),
        guard::guard);
  }
}
