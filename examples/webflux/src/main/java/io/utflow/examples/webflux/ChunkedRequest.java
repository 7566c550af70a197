/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A POST over a plain socket. Each array is sent as a chunk of HTTP, at once, and the answer is
 * read while the request still goes on.
 */
final class ChunkedRequest implements AutoCloseable {
  /** For a server that does not answer; no test or figure depends on it. */
  private static final int GIVE_UP_MILLIS = 60_000;

  private static final byte[] END = ascii("0\r\n\r\n");

  private final String path;
  private final Socket socket;
  private final InputStream in;

  /** The bytes of the answer so far, for the message if it breaks off. */
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  private int status;
  private boolean chunked;

  /** The missing bytes of the body, or of the chunk that is being read. */
  private int left;

  private ChunkedRequest(String path, Socket socket) throws IOException {
    this.path = path;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  static ChunkedRequest post(int port, String path, String contentType) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(GIVE_UP_MILLIS);
      ChunkedRequest request = new ChunkedRequest(path, socket);
      request.write(
          """
          POST %s HTTP/1.1\r
          Host: localhost\r
          Content-Type: %s\r
          Transfer-Encoding: chunked\r
          \r
          """
              .formatted(path, contentType)
              .getBytes(StandardCharsets.ISO_8859_1));
      return request;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void send(byte... chunk) {
    write(framed(chunk));
  }

  void end() {
    write(END);
  }

  /**
   * Sends all in one write, because a server may answer and close before it has read everything.
   */
  void sendAllAndEnd(byte[]... chunks) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] chunk : chunks) {
      bytes.writeBytes(framed(chunk));
    }
    bytes.writeBytes(END);
    write(bytes.toByteArray());
  }

  private static byte[] framed(byte... chunk) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ascii(Integer.toHexString(chunk.length) + "\r\n"));
    bytes.writeBytes(chunk);
    bytes.writeBytes(ascii("\r\n"));
    return bytes.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void write(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the head of the answer. */
  int status() {
    if (status == 0) {
      status = Integer.parseInt(line().split(" ")[1]);
      for (String field = line(); !field.isEmpty(); field = line()) {
        readField(field.toLowerCase(Locale.ROOT));
      }
    }
    return status;
  }

  private void readField(String field) {
    if (field.startsWith("transfer-encoding:")) {
      chunked = field.contains("chunked");
    } else if (field.startsWith("content-length:")) {
      left = Integer.parseInt(field.substring(field.indexOf(':') + 1).strip());
    }
  }

  /** Waits for so many bytes of the body, in UTF-8. */
  String read(int bytes) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    while (text.size() < bytes) {
      int next = next();
      if (next < 0) {
        throw new UncheckedIOException(new EOFException("after " + text));
      }
      text.write(next);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  /** Waits for the end of the body. */
  String readAll() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int next = next(); next >= 0; next = next()) {
      text.write(next);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  /** -1 after the body. */
  private int next() {
    status();
    if (left == 0 && chunked) {
      left = Integer.parseInt(line(), 16);
      if (left == 0) {
        line();
        chunked = false;
      }
    }
    if (left == 0) {
      return -1;
    }
    int next = receive();
    if (--left == 0 && chunked) {
      line();
    }
    return next;
  }

  /** Without its CR LF. */
  private String line() {
    StringBuilder line = new StringBuilder();
    for (int next = receive(); next != '\n'; next = receive()) {
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  private int receive() {
    try {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the server closed the connection");
      }
      received.write(next);
      return next;
    } catch (IOException e) {
      throw new UncheckedIOException(whatIsKnown(), e);
    }
  }

  /** A failure that does not come back must name itself. */
  private String whatIsKnown() {
    return "POST %s to port %d; of the answer came %d bytes: \"%s\""
        .formatted(
            path, socket.getPort(), received.size(), received.toString(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
