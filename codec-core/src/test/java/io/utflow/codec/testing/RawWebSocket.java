/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** One side of a WebSocket that writes what it is told, ill-formed or not (RFC 6455, section 5). */
public final class RawWebSocket implements AutoCloseable {
  public static final int CONTINUATION = 0;
  public static final int TEXT = 1;
  public static final int BINARY = 2;
  public static final int CLOSE = 8;
  public static final int PING = 9;
  public static final int PONG = 10;

  /** In milliseconds; a test that waits for what does not come fails. */
  private static final int PATIENCE = 120_000;

  private static final String ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  /** A frame that came. */
  public record Frame(int opcode, byte[] payload) {
    public String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    public int status() {
      return payload.length < 2 ? -1 : ByteBuffer.wrap(payload).getShort() & 0xFFFF;
    }
  }

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final boolean isClient;

  private RawWebSocket(Socket socket, boolean isClient) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
    this.isClient = isClient;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE);
  }

  public static RawWebSocket connect(int port, String path) throws IOException {
    RawWebSocket client =
        new RawWebSocket(new Socket(InetAddress.getLoopbackAddress(), port), true);
    client.writeHead(
        "GET " + path + " HTTP/1.1",
        "Host: localhost:" + port,
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13");
    String answer = client.readHead();
    if (!answer.startsWith("HTTP/1.1 101 ")) {
      throw new IOException(answer);
    }
    return client;
  }

  public static RawWebSocket accept(ServerSocket listening) throws IOException {
    RawWebSocket server = new RawWebSocket(listening.accept(), false);
    String key =
        server
            .readHead()
            .lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElseThrow();
    server.writeHead(
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Accept: " + accepted(key));
    return server;
  }

  private static String accepted(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest((key + ACCEPT).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void writeHead(String... lines) throws IOException {
    out.write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  private String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    return head.toString();
  }

  /** A message whose fragments these are, in one write; one that is empty if there are none. */
  public void send(int opcode, List<byte[]> pieces) throws IOException {
    List<byte[]> fragments = pieces.isEmpty() ? List.of(new byte[0]) : pieces;
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (int i = 0; i < fragments.size(); i++) {
      boolean last = i == fragments.size() - 1;
      byte[] payload = fragments.get(i);
      frames.write((last ? 0x80 : 0) | (i == 0 ? opcode : CONTINUATION));
      // A mask of zeros, if there must be one.
      int mask = isClient ? 0x80 : 0;
      if (payload.length < 126) {
        frames.write(mask | payload.length);
      } else {
        frames.write(mask | 126);
        frames.write(payload.length >> 8);
        frames.write(payload.length);
      }
      frames.write(new byte[isClient ? 4 : 0]);
      frames.write(payload);
    }
    frames.writeTo(out);
  }

  /** The next frame; fails at the end of the connection. */
  public Frame next() throws IOException {
    int opcode = in.readUnsignedByte() & 0xF;
    int length = in.readUnsignedByte();
    boolean masked = length >= 0x80;
    length &= 0x7F;
    if (length == 126) {
      length = in.readUnsignedShort();
    }
    byte[] mask = new byte[4];
    if (masked) {
      in.readFully(mask);
    }
    byte[] payload = new byte[length];
    in.readFully(payload);
    for (int i = 0; i < length; i++) {
      payload[i] ^= mask[i % 4];
    }
    return new Frame(opcode, payload);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
