/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests in bytes, however they are cut, and the bytes of the answers. */
@Timeout(300)
class RespServerTest {
  private final RespServer server = new RespServer();

  @AfterEach
  void stop() {
    server.close();
  }

  /** A request as clients write it; the lengths count bytes. */
  private static byte[] request(String... words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(utf8("*" + words.length + "\r\n"));
    for (String word : words) {
      bytes.writeBytes(utf8("$" + utf8(word).length + "\r\n" + word + "\r\n"));
    }
    return bytes.toByteArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static final String TEXT = "Gr\u00FC\u00DFe\r\n\uD83D\uDE00";
  private static final byte[] ILL_FORMED =
      joined(utf8("*2\r\n$4\r\nECHO\r\n$2\r\n"), new byte[] {(byte) 0xFF, 'a'}, utf8("\r\n"));

  private String answers(List<byte[]> pieces) {
    EmbeddedChannel channel = new EmbeddedChannel();
    server.fill(channel);
    for (byte[] piece : pieces) {
      if (channel.isOpen()) {
        channel.writeInbound(Unpooled.wrappedBuffer(piece));
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      byte[] part = new byte[out.readableBytes()];
      out.readBytes(part).release();
      bytes.writeBytes(part);
    }
    channel.finishAndReleaseAll();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private void everyCutIsAnswered(String expected, byte[]... requests) {
    for (List<byte[]> cut : Cuts.hostile(joined(requests))) {
      assertThat(answers(cut)).as(Cuts.describe(cut)).isEqualTo(expected);
    }
  }

  @Test
  void answersDoNotDependOnTheCut() {
    everyCutIsAnswered(
        "+PONG\r\n+PONG\r\n$1\r\na\r\n+OK\r\n$13\r\n" + TEXT + "\r\n$-1\r\n",
        utf8("PING\r\n\r\n"),
        request("ping"),
        request("PING", "a"),
        request("SET", "\u00FC", TEXT),
        request("GET", "\u00FC"),
        request("GET", "none"));
  }

  /** What clients send before the first request of their user. */
  @Test
  void whatClientsAskFirst() {
    everyCutIsAnswered(
        "*0\r\n+OK\r\n*2\r\n$4\r\nsave\r\n$0\r\n\r\n-ERR CONFIG GET and a name are known\r\n+OK\r\n"
            + "-ERR there is one database, 0\r\n-ERR unknown command 'HELLO'\r\n"
            + "-ERR wrong number of arguments for 'GET'\r\n",
        request("COMMAND", "DOCS"),
        request("CLIENT", "SETINFO", "LIB-NAME", "x"),
        request("CONFIG", "GET", "save"),
        request("CONFIG", "RESETSTAT"),
        request("SELECT", "0"),
        request("SELECT", "1"),
        request("HELLO", "3"),
        request("GET"));
  }

  @Test
  void anArgumentThatIsIllFormedIsAnsweredInItsPlace() {
    everyCutIsAnswered("-ERR an argument is not UTF-8\r\n+PONG\r\n", ILL_FORMED, request("PING"));
  }

  /** Where the length is not known, nothing that follows is a request. */
  @Test
  void nothingIsReadBehindABrokenFrame() {
    String lost = "-ERR Protocol error: ";
    for (String broken :
        List.of(
            "*1\r\n$x\r\nPING\r\n",
            "*1\r\n$+4\r\nPING\r\n",
            "*1\r\n$4\r\nPINGPONG\r\n",
            "*1\r\n:4\r\n",
            "*1\r\n\r\n",
            "*9999\r\n$4\r\n",
            "*1\r\n$1048577\r\n",
            "*2\r\n$4\r\nECHO\r\n$1048573\r\n",
            "x".repeat(4097))) {
      List<byte[]> pieces = Cuts.every(joined(utf8(broken), request("SET", "a", "b")), 7);
      assertThat(answers(pieces)).as(broken).startsWith(lost).doesNotContain("OK").endsWith("\r\n");
    }
    byte[] smuggled = joined(utf8("*1\r\n$1"), new byte[] {(byte) 0xFF}, utf8("4\r\nPING\r\n"));
    everyCutIsAnswered(answers(List.of(smuggled)), smuggled);
    assertThat(answers(List.of(smuggled))).startsWith(lost);
  }

  /** A request has so many words; the line of the next one is not looked for. */
  @Test
  void theWordsOfARequestAreBounded() {
    everyCutIsAnswered("", utf8("*1024\r\n"));
    assertThat(answers(List.of(utf8("*1025\r\n"))))
        .startsWith("-ERR Protocol error: ")
        .contains("more than 1024 words");
  }

  /** What a client sends makes no second answer of one. */
  @Test
  void anErrorIsOneLine() {
    everyCutIsAnswered("-ERR unknown command 'A  +OK'\r\n", request("A\r\n+OK"));
  }

  /** The long s is an S to Java, and none to any other program. */
  @Test
  void namesOfCommandsAreAscii() {
    everyCutIsAnswered(
        "-ERR unknown command '\u017FET'\r\n-ERR unknown command 'qu\u0131t'\r\n$-1\r\n",
        request("\u017FET", "a", "b"),
        request("qu\u0131t"),
        request("gEt", "a"));
  }

  /** A page in a browser can send requests of HTTP, with commands in their bodies. */
  @Test
  void nothingIsAnsweredBehindHttp() {
    for (String http : List.of("POST / HTTP/1.1\r\n", "host: a\r\n")) {
      everyCutIsAnswered("+PONG\r\n", request("PING"), utf8(http), request("SET", "a", "b"));
    }
  }

  /** The bound is for each request. */
  @Test
  void theNextRequestHasItsOwnBound() {
    String large = "x".repeat(600_000);
    byte[] twice = joined(request("SET", "a", large), request("SET", "b", large));
    assertThat(answers(List.of(twice))).isEqualTo("+OK\r\n+OK\r\n");
  }

  /** A peer that reads nothing until it is told to. */
  private static final class Peer extends ChannelOutboundHandlerAdapter {
    private boolean reads;

    @Override
    public void flush(ChannelHandlerContext ctx) {
      if (reads) {
        ctx.flush();
      }
    }
  }

  /** One read may have many requests: they wait while the channel takes no answers. */
  @Test
  void fewAnswersWaitForAPeerThatDoesNotRead() {
    int length = 100_000;
    Peer peer = new Peer();
    EmbeddedChannel channel = new EmbeddedChannel(peer);
    server.fill(channel);
    byte[] all = joined(request("SET", "k", "x".repeat(length)), utf8("GET k\r\n".repeat(50)));
    channel.writeInbound(Unpooled.wrappedBuffer(joined(all, utf8("*1\r\n$x\r\nPING\r\n"))));
    assertThat(channel.unsafe().outboundBuffer().totalPendingWriteBytes()).isLessThan(3L * length);
    peer.reads = true;
    channel.flush();
    channel.runPendingTasks();
    StringBuilder answers = new StringBuilder();
    for (ByteBuf out; (out = channel.readOutbound()) != null; out.release()) {
      assertThat(out.capacity()).isLessThan(2 * length);
      answers.append(out.toString(StandardCharsets.UTF_8));
    }
    String each = "$" + length + "\r\n" + "x".repeat(length) + "\r\n";
    String expected = "+OK\r\n" + each.repeat(50) + "-ERR Protocol error: ";
    // Nobody reads megabytes in a message.
    assertThat(answers.toString().startsWith(expected)).as("%s", answers.length()).isTrue();
    channel.finishAndReleaseAll();
  }

  @Test
  void nothingIsAnsweredBehindQuit() {
    everyCutIsAnswered("+OK\r\n", request("QUIT"), request("PING"));
  }

  /** An answer that is longer than what the system keeps for a peer, who sends no more. */
  @Test
  void whoSendsNoMoreGetsAllAnswers() throws IOException {
    String value = "x".repeat(1 << 19);
    InetSocketAddress address = server.listen(0);
    try (Socket socket = new Socket()) {
      // The system takes little for it, so answers wait in the server.
      socket.setReceiveBufferSize(1024);
      socket.connect(address);
      socket.setSoTimeout(120_000);
      OutputStream out = socket.getOutputStream();
      out.write(request("SET", "k", value));
      for (int i = 0; i < 8; i++) {
        out.write(request("GET", "k"));
      }
      socket.shutdownOutput();
      assertThat(socket.getInputStream().readAllBytes())
          .hasSize("+OK\r\n".length() + 8 * ("$524288\r\n".length() + value.length() + 2));
    }
  }

  /** Each entry takes room, however short it is. */
  @Test
  void theNumberOfEntriesIsBounded() {
    RespStore store = new RespStore();
    RespRequest first = new RespRequest(List.of("SET", "k", "x".repeat((1 << 26) - 250)), true);
    assertThat(store.answer(first)).isEqualTo(RespReply.OK);
    assertThat(store.answer(new RespRequest(List.of("SET", "a", ""), true)))
        .isEqualTo(RespReply.OK);
    assertThat(store.answer(new RespRequest(List.of("SET", "b", ""), true))).startsWith("-");
    assertThat(store.answer(new RespRequest(List.of("SET", "a", "b"), true)))
        .isEqualTo(RespReply.OK);
  }

  /** Also where the last answer waits for a peer that does not read. */
  @Test
  void nothingIsDoneBehindQuitBeforeItsAnswerIsRead() {
    EmbeddedChannel channel = new EmbeddedChannel(new Peer());
    server.fill(channel);
    channel.writeInbound(Unpooled.wrappedBuffer(joined(request("QUIT"), request("SET", "a", "b"))));
    assertThat(channel.isActive()).isTrue();
    assertThat(answers(List.of(request("GET", "a")))).isEqualTo("$-1\r\n");
    channel.finishAndReleaseAll();
  }

  @Test
  void overASocketByteByByte() throws IOException {
    InetSocketAddress address = server.listen(0);
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(120_000);
      for (byte each : joined(request("SET", "k", TEXT), request("GET", "k"), request("QUIT"))) {
        socket.getOutputStream().write(each);
      }
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("+OK\r\n$13\r\n" + TEXT + "\r\n+OK\r\n");
    }
  }
}
