/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import io.utflow.cli.Port;
import io.utflow.codec.TextEncoding;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code --serve}, and what it does. */
public final class ServeOptions {
  @Option(
      names = "--serve",
      required = true,
      paramLabel = "PORT",
      converter = Port.class,
      description = "Keep a server up: text sent to this port comes back in UTF-8.")
  private int port;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      converter = Port.class,
      description = "Port for the same over HTTP, by POST (default: the port of --serve + 1).")
  private @Nullable Integer httpPort;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description =
          "Encoding of text with no byte order mark and no declared charset"
              + " (default: ${DEFAULT-VALUE}).")
  private TextEncoding encoding = TextEncoding.UTF_8;

  /** Serves until the process ends or the thread is interrupted. */
  public void run(PrintWriter out) {
    try (TextServer server = new TextServer(encoding, out)) {
      out.println("text over TCP:   " + server.listen(port));
      int http = httpPort != null ? httpPort : port == 0 || port == Port.HIGHEST ? 0 : port + 1;
      out.println("text over HTTP:  http:/" + server.listenForHttp(http) + "/");
      out.println("A first line \"charset=NAME\", a byte order mark, or else " + encoding + ".");
      out.println("Ctrl-C ends it.");
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
