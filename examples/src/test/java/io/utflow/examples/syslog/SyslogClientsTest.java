/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.testing.Jvm;
import io.utflow.examples.Examples;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server as a process of its own, with clients that are not ours: {@code logger} of util-linux,
 * rsyslog and Python, where they are installed.
 */
@Tag("whole")
@Timeout(300)
class SyslogClientsTest {
  private static final String TEXT = "gr\u00FC\u00DFe \u4E16\u754C \uD83D\uDE00";

  @TempDir private Path folder;
  private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> err = new LinkedBlockingQueue<>();
  private Process server;
  private int port;
  private int tlsPort;
  private String certificate;

  @BeforeEach
  void start() throws Exception {
    server =
        new ProcessBuilder(
                Jvm.running(
                    Examples.class,
                    List.of("-Xmx64m", "-Djava.io.tmpdir=" + folder),
                    List.of("syslog", "--port", "0", "--tls-port", "0")))
            .start();
    gather(server.getInputStream(), out);
    gather(server.getErrorStream(), err);
    port = portIn(err.poll(120, TimeUnit.SECONDS));
    String secure = err.poll(120, TimeUnit.SECONDS);
    certificate = secure.substring(secure.indexOf(": ") + 2);
    tlsPort = portIn(err.poll(120, TimeUnit.SECONDS));
  }

  private static int portIn(String line) {
    assertThat(line).contains("127.0.0.1:");
    return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
  }

  private static void gather(InputStream stream, BlockingQueue<String> lines) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                reader.lines().forEach(lines::add);
              } catch (IOException | UncheckedIOException e) {
                // The process was ended.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @AfterEach
  void stop() {
    server.destroyForcibly().onExit().join();
  }

  private String nextLine() throws InterruptedException {
    String line = out.poll(120, TimeUnit.SECONDS);
    assertThat(line).as("a line; on standard error: %s", err).isNotNull();
    return line;
  }

  private static void assumeInstalled(String program, String package_) {
    Stream<String> path = Stream.of(System.getenv("PATH").split(File.pathSeparator));
    boolean isThere =
        Stream.concat(path, Stream.of("/usr/sbin", "/sbin"))
            .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    if (!isThere) {
      System.out.println(
          "SyslogClientsTest: skipped, "
              + program
              + " is not installed (package "
              + package_
              + ")");
    }
    assumeTrue(isThere, program + " is not installed");
  }

  private void logger(byte[] message, String... options) throws Exception {
    Process logger =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of("logger", "--tcp", "-n", "127.0.0.1", "-P", "" + port),
                        Stream.of(options))
                    .toList())
            .redirectErrorStream(true)
            .start();
    logger.getOutputStream().write(message);
    logger.getOutputStream().close();
    String printed = new String(logger.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(logger.waitFor()).as(printed).isZero();
  }

  @Test
  void logger() throws Exception {
    assumeInstalled("logger", "bsdutils");
    byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
    logger(utf8, "-t", "app", "--id=12", "--msgid", "X1", "-p", "local0.err");
    assertThat(nextLine())
        .contains("\"format\":\"rfc5424\",\"facility\":\"local0\",\"severity\":\"err\"")
        .contains("\"application\":\"app\",\"process\":\"12\",\"id\":\"X1\"")
        .contains("\"data\":[{\"id\":\"timeQuality\"")
        .contains("\"message\":\"" + TEXT + "\",\"detected\":{");
    logger(utf8, "--octet-count", "--sd-id", "a@1", "--sd-param", "k=\"" + "\u00FC" + "\"");
    assertThat(nextLine())
        .contains("\"id\":\"a@1\",\"parameters\":[{\"name\":\"k\",\"value\":\"\u00FC\"}]")
        .contains("\"message\":\"" + TEXT + "\",\"detected\":{");
    logger("gr\u00FC\u00DFe".getBytes(Charset.forName("windows-1252")), "--rfc3164", "-t", "old");
    assertThat(nextLine())
        .contains("\"format\":\"rfc3164\"", "\"application\":\"old\"")
        .contains("\"message\":\"gr\u00FC\u00DFe\",\"encoding\":\"windows-1252\",\"detected\":{");
  }

  /** rsyslogd reads a file and forwards each line: plain, and over TLS by both of its libraries. */
  @Test
  void rsyslog() throws Exception {
    assumeInstalled("rsyslogd", "rsyslog");
    forward("plain", "port=\"" + port + "\" TCP_Framing=\"traditional\"");
    for (String driver : List.of("gtls", "ossl")) {
      if (hasDriver(driver)) {
        assertThat(forward(driver, overTls(driver))).contains("\"tls\":true");
      } else {
        System.out.println(
            "SyslogClientsTest: skipped TLS by "
                + driver
                + ", it is not installed (packages rsyslog-gnutls, rsyslog-openssl)");
      }
    }
  }

  private String overTls(String driver) {
    return "port=\""
        + tlsPort
        + "\" TCP_Framing=\"octet-counted\" StreamDriver=\""
        + driver
        + "\" StreamDriverMode=\"1\" StreamDriverAuthMode=\"x509/name\""
        + " StreamDriverPermittedPeers=\"localhost\"";
  }

  /** Python's SysLogHandler, which ends each message with NUL; a stack trace stays one message. */
  @Test
  void python() throws Exception {
    assumeInstalled("python3", "python3");
    String program =
        """
        import logging, logging.handlers, socket, sys
        log = logging.getLogger()
        log.setLevel(logging.INFO)
        log.addHandler(logging.handlers.SysLogHandler(
            ("127.0.0.1", int(sys.argv[1])), socktype=socket.SOCK_STREAM))
        log.info(sys.argv[2])
        log.warning("x" * 20000)
        try:
            int("gr\\u00fc\\u00dfe")
        except ValueError:
            log.exception("failed:\\n%s", sys.argv[2])
        log.info("last")
        """;
    Process python =
        new ProcessBuilder("python3", "-X", "utf8", "-c", program, "" + port, TEXT)
            .redirectErrorStream(true)
            .start();
    String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).as(printed).isZero();
    assertThat(printed).isEmpty();
    assertThat(nextLine())
        .contains("\"facility\":\"user\",\"severity\":\"info\"")
        .contains("\"message\":\"" + TEXT + "\",\"detected\":{");
    assertThat(nextLine())
        .contains("\"severity\":\"warning\"", "\"truncated\":true")
        .contains("x".repeat(16_000));
    assertThat(nextLine())
        .contains("\"severity\":\"err\"", TEXT, "Traceback", "ValueError", "gr\u00FC\u00DFe");
    assertThat(nextLine()).endsWith("\"message\":\"last\"}");
  }

  private static boolean hasDriver(String name) throws IOException {
    try (Stream<Path> files =
        Files.find(Path.of("/usr/lib"), 3, (file, is) -> file.endsWith("lmnsd_" + name + ".so"))) {
      return files.findAny().isPresent();
    }
  }

  private String forward(String name, String action) throws Exception {
    Path work = Files.createDirectory(folder.resolve(name));
    Path log = work.resolve("input.log");
    Files.writeString(log, TEXT + " by " + name + "\n");
    Path config = work.resolve("rsyslog.conf");
    Files.writeString(
        config,
        String.join(
            "\n",
            "global(workDirectory=\""
                + work
                + "\" DefaultNetstreamDriverCAFile=\""
                + certificate
                + "\")",
            "module(load=\"imfile\")",
            "input(type=\"imfile\" file=\"" + log + "\" tag=\"app\" facility=\"local1\")",
            "action(type=\"omfwd\" target=\"127.0.0.1\" protocol=\"tcp\""
                + " template=\"RSYSLOG_SyslogProtocol23Format\" "
                + action
                + ")",
            ""));
    Process rsyslog =
        new ProcessBuilder(
                "rsyslogd", "-n", "-f", "" + config, "-i", "" + work.resolve("rsyslogd.pid"))
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("rsyslog.out").toFile())
            .start();
    try {
      String line;
      do {
        line = nextLine();
      } while (!line.contains("local1")); // Before it, rsyslog tells that it has started.
      assertThat(line)
          .contains("\"format\":\"rfc5424\"", "\"application\":\"app\"")
          .contains("\"message\":\"" + TEXT + " by " + name + "\",\"detected\":{");
      return line;
    } finally {
      rsyslog.destroy();
      if (!rsyslog.waitFor(10, TimeUnit.SECONDS)) {
        rsyslog.destroyForcibly();
      }
    }
  }

  /** SIGTERM: what has been sent is written, and the counters are told. */
  @Test
  void aSignalEndsItBehindWhatWasSent() throws Exception {
    int count = 4_000; // The server ends five seconds after the signal at the latest.
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write("<13>a: first\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(nextLine()).contains("\"message\":\"first\""); // The connection was accepted.
      StringBuilder messages = new StringBuilder();
      for (int i = 0; i < count; i++) {
        messages.append("<13>a: ").append(i).append('\n');
      }
      socket.getOutputStream().write(messages.toString().getBytes(StandardCharsets.US_ASCII));
      server.toHandle().destroy(); // Unlike that of the Process it leaves the pipes open.
      assertThat(server.waitFor()).isEqualTo(128 + 15);
    }
    for (int i = 0; i < count; i++) {
      assertThat(nextLine()).contains("\"message\":\"" + i + "\"");
    }
    String counted = "messages{format=rfc3164} " + (count + 1);
    String line;
    do {
      line = err.poll(120, TimeUnit.SECONDS);
      assertThat(line).as(counted).isNotNull();
    } while (!line.equals(counted));
  }
}
