/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an attacker sends unprotected behind STARTTLS never passes for what came through TLS. */
class StartTlsTest extends HandlerTest {
  private static final String INJECTED = "MAIL FROM:<attacker>\r\nDATA\r\nhalf a l\u00EF";

  private static SslContext serverTls;
  private static SslContext clientTls;

  @BeforeAll
  static void makeCertificate(@TempDir Path directory) throws Exception {
    serverTls = SelfSigned.server(directory);
    clientTls = SelfSigned.trustingClient();
  }

  private static TextLineDecoder lines() {
    return new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.CRLF);
  }

  private ByteBuf utf8(Buffers.Kind kind, String text) {
    return buffers.of(kind, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A server that switches to TLS when it receives the command. */
  private final class Server extends Recorder {
    private final boolean discards;
    private long dropped;

    Server(boolean discards) {
      this.discards = discards;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object line) {
      super.channelRead(ctx, line);
      if (line.equals("STARTTLS")) {
        if (discards) {
          dropped = ctx.pipeline().get(TextLineDecoder.class).discardAndRemove();
          ctx.pipeline().addFirst(lines());
        } else {
          ctx.pipeline().replace(TextLineDecoder.class, "protected", lines());
        }
        ctx.pipeline().addFirst(serverTls.newHandler(ctx.alloc()));
      }
    }
  }

  /** The TLS handshake, and whatever is to be carried then. */
  private static void carry(EmbeddedChannel client, EmbeddedChannel server) {
    boolean moved;
    do {
      moved = carryOneWay(client, server) | carryOneWay(server, client);
    } while (moved);
  }

  private static boolean carryOneWay(EmbeddedChannel from, EmbeddedChannel to) {
    from.runPendingTasks();
    ByteBuf bytes = from.readOutbound();
    boolean any = bytes != null;
    while (bytes != null) {
      to.writeInbound(bytes);
      bytes = from.readOutbound();
    }
    return any;
  }

  private EmbeddedChannel connect(EmbeddedChannel server) {
    EmbeddedChannel client = new EmbeddedChannel(clientTls.newHandler(server.alloc()));
    carry(client, server);
    assertThat(client.pipeline().get(SslHandler.class).handshakeFuture().isSuccess()).isTrue();
    return client;
  }

  @ParameterizedTest
  @EnumSource
  void injectedTextIsDroppedAndCounted(Buffers.Kind kind) {
    Server handler = new Server(true);
    EmbeddedChannel server = new EmbeddedChannel(lines(), handler);
    server.writeInbound(utf8(kind, "EHLO a\r\nSTARTTLS\r\n" + INJECTED));
    EmbeddedChannel client = connect(server);
    client.writeOutbound(utf8(Buffers.Kind.HEAP, "EHLO b\r\n"));
    carry(client, server);
    assertThat(handler.events()).contains("EHLO a", "STARTTLS", "EHLO b");
    assertThat(handler.strings()).containsExactly("EHLO a", "STARTTLS", "EHLO b");
    assertThat(handler.bytes()).isEmpty();
    assertThat(handler.dropped).isEqualTo(INJECTED.getBytes(StandardCharsets.UTF_8).length);
    client.finishAndReleaseAll();
    server.finishAndReleaseAll();
  }

  /** What the warnings of the decoders are about. */
  @Test
  void anOrdinaryRemovalHandsItToWhoReadsBehindTls() {
    Server handler = new Server(false);
    EmbeddedChannel server = new EmbeddedChannel(lines(), handler);
    server.writeInbound(utf8(Buffers.Kind.HEAP, "STARTTLS\r\n" + INJECTED));
    assertThat(handler.strings()).contains("MAIL FROM:<attacker>");
    server.finishAndReleaseAll();
  }
}
