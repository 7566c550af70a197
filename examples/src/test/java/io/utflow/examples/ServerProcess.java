/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import io.utflow.codec.testing.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the servers in a JVM of its own, with little memory. */
public final class ServerProcess implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

  private final Process process;
  private final int port;

  private ServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts {@code command} on a free port with this many MiB of heap, and of direct memory. */
  public static ServerProcess start(String command, int memory) throws IOException {
    Process process =
        new ProcessBuilder(
                Jvm.running(
                    Examples.class,
                    List.of("-Xmx" + memory + "m", "-XX:MaxDirectMemorySize=" + memory + "m"),
                    List.of(command, "0")))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    Matcher matcher = PORT.matcher(line == null ? "" : line);
    if (!matcher.find()) {
      process.destroyForcibly();
      throw new IOException("the server began with " + line);
    }
    return new ServerProcess(process, Integer.parseInt(matcher.group(1)));
  }

  public int port() {
    return port;
  }

  /** A connection that fails rather than wait longer than two minutes. */
  public Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(120_000);
    return socket;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
