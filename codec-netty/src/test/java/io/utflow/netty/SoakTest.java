/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.Retained;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Many connections open at once over real sockets, a few bytes of each in turn: text in all
 * encodings of Unicode, lines, bodies of HTTP, messages of WebSockets; some are reset within a
 * character, some are never read. Every text is the one that was sent on that connection, by its
 * hash, and nothing is left behind. {@code -P soak} runs thousands of them, for as many rounds as
 * it is told.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SoakTest {
  private static final int CONNECTIONS = Integer.getInteger("utflow.soak.connections", 64);
  private static final int ROUNDS = Integer.getInteger("utflow.soak.rounds", 2);
  private static final int CHARS = Integer.getInteger("utflow.soak.chars", 60);

  /** What pools and the virtual machine may take between two rounds. */
  private static final long SLACK_BYTES = 48 << 20;

  private static final int READS_BETWEEN_LOOKS = 16;

  /**
   * What the handlers of a connection may hold beyond what new ones do, in bytes. {@link Retained}
   * takes each element of an array for eight bytes, so that this is more than there are.
   */
  private static final long MOST_HELD = 6_000;

  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  @RegisterExtension static final EventLoops LOOPS = new EventLoops();

  /** What is sent on a connection, and what is made of it. */
  private enum Kind {
    TEXT_UTF_8(TextEncoding.UTF_8, StandardCharsets.UTF_8),
    TEXT_UTF_16LE(TextEncoding.UTF_16LE, StandardCharsets.UTF_16LE),
    TEXT_UTF_16(TextEncoding.UTF_16, StandardCharsets.UTF_16),
    TEXT_UTF_32BE(TextEncoding.UTF_32BE, Charset.forName("UTF-32BE")),
    LINES(TextEncoding.UTF_8, StandardCharsets.UTF_8) {
      @Override
      List<ChannelHandler> handlers() {
        LineSpec lines = LineSpec.of(LineBreaks.LF_ONLY).keepTerminator(true);
        return List.of(new TextLineDecoder(UTF_8, lines));
      }
    },
    BODIES(TextEncoding.UTF_8, StandardCharsets.UTF_8) {
      @Override
      byte[] bytes(String text) {
        byte[] body = super.bytes(text);
        String head = "POST / HTTP/1.1\r\nContent-Length: " + body.length + "\r\n\r\n";
        return joined(Samples.utf8(head), body, Samples.utf8(head), body);
      }

      @Override
      String expected(String text) {
        return text + "." + text + ".";
      }

      @Override
      List<ChannelHandler> handlers() {
        return List.of(new HttpServerCodec(), HttpTextDecoder.text(UTF_8));
      }
    },
    MESSAGES(TextEncoding.UTF_8, StandardCharsets.UTF_8) {
      /** Two fragments, the first of which may end in a character. */
      @Override
      byte[] bytes(String text) {
        byte[] message = super.bytes(text);
        int cut = message.length / 2 + 1;
        byte[] first = Arrays.copyOf(message, cut);
        byte[] second = Arrays.copyOfRange(message, cut, message.length);
        return joined(header(0x01, first), first, header(0x80, second), second);
      }

      private byte[] header(int begin, byte[] content) {
        int length = content.length;
        return length < 126
            ? new byte[] {(byte) begin, (byte) length}
            : new byte[] {(byte) begin, 126, (byte) (length >> 8), (byte) length};
      }

      @Override
      String expected(String text) {
        return text + ".";
      }

      @Override
      List<ChannelHandler> handlers() {
        WebSocketDecoderConfig config =
            WebSocketDecoderConfig.newBuilder()
                .expectMaskedFrames(false)
                .withUTF8Validator(false)
                .build();
        return List.of(new WebSocket13FrameDecoder(config), new WebSocketTextDecoder());
      }
    },
    /** Cut by a reset. */
    RESET(TextEncoding.UTF_8, StandardCharsets.UTF_8),
    /** The server reads nothing of it. */
    UNREAD(TextEncoding.UTF_8, StandardCharsets.UTF_8);

    private final TextEncoding encoding;
    private final Charset charset;

    Kind(TextEncoding encoding, Charset charset) {
      this.encoding = encoding;
      this.charset = charset;
    }

    byte[] bytes(String text) {
      return text.getBytes(charset);
    }

    String expected(String text) {
      return text;
    }

    List<ChannelHandler> handlers() {
      return List.of(new TextStreamDecoder(encoding));
    }
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A connection: clients of two servers may have one address. */
  private record Ends(SocketAddress server, SocketAddress client) {}

  private final Map<Ends, CompletableFuture<String>> texts = new ConcurrentHashMap<>();

  /** The most that handlers of one connection held between two reads. */
  private final AtomicLong mostHeld = new AtomicLong();

  /** Who reads nothing does not see the end either. */
  private final Queue<Channel> unread = new ConcurrentLinkedQueue<>();

  private CompletableFuture<String> textOf(Ends ends) {
    return texts.computeIfAbsent(ends, connection -> new CompletableFuture<>());
  }

  /** Gathers the text of a connection. */
  private final class Receiving extends ChannelInboundHandlerAdapter {
    private final StringBuilder text = new StringBuilder();
    private Ends ends;
    private int reads;
    private long heldAtFirst;

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      ends = new Ends(ctx.channel().localAddress(), ctx.channel().remoteAddress());
      heldAtFirst = held(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      if (++reads % READS_BETWEEN_LOOKS == 0) {
        mostHeld.accumulateAndGet(held(ctx) - heldAtFirst, Math::max);
      }
    }

    /** What the handlers before this one hold. */
    private long held(ChannelHandlerContext ctx) {
      long bytes = 0;
      try {
        for (Map.Entry<String, ChannelHandler> handler : ctx.pipeline()) {
          bytes += handler.getValue() == this ? 0 : Retained.bytes(handler.getValue());
        }
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
      return bytes;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof String piece) {
        text.append(piece);
      } else if (message instanceof WebSocketText piece) {
        text.append(piece.text()).append(piece.endsMessage() ? "." : "");
      } else if (message instanceof LastHttpContent) {
        text.append('.');
      }
      ReferenceCountUtil.release(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      textOf(ends).complete(text.toString());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      if (!(cause instanceof IOException)) {
        textOf(ends).completeExceptionally(cause);
      }
      ctx.close();
    }
  }

  private Channel serve(Kind kind) {
    return new ServerBootstrap()
        .group(LOOPS.group())
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, 4096)
        .childOption(ChannelOption.AUTO_READ, kind != Kind.UNREAD)
        .childHandler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                // Each read is looked at, however many bytes have arrived: a late loop finds many.
                channel
                    .config()
                    .setRecvByteBufAllocator(
                        new FixedRecvByteBufAllocator(7).maxMessagesPerRead(1));
                channel.pipeline().addLast(kind.handlers().toArray(ChannelHandler[]::new));
                channel.pipeline().addLast(new Receiving());
                if (kind == Kind.UNREAD) {
                  unread.add(channel);
                }
              }
            })
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .syncUninterruptibly()
        .channel();
  }

  private record Sending(Kind kind, Channel client, String text, byte[] bytes) {}

  private static String text(Random random) {
    int[] alphabet = {'a', 'z', '\n', 0xE9, 0x65E5, 0x1F600, 0x10FFFF};
    StringBuilder text = new StringBuilder();
    while (text.length() < CHARS + random.nextInt(CHARS)) {
      text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
    }
    return text.toString();
  }

  private void round(int number, Map<Kind, Channel> servers) {
    Random random = new Random(number);
    List<Sending> all = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Kind kind = Kind.values()[i % Kind.values().length];
      String text = text(random);
      Channel client =
          new Bootstrap()
              .group(LOOPS.group())
              .channel(NioSocketChannel.class)
              .option(ChannelOption.TCP_NODELAY, true)
              .handler(new ChannelInboundHandlerAdapter())
              .connect(servers.get(kind).localAddress())
              .syncUninterruptibly()
              .channel();
      all.add(new Sending(kind, client, text, kind.bytes(text)));
    }
    List<Ends> connections =
        all.stream()
            .map(Sending::client)
            .map(client -> new Ends(client.remoteAddress(), client.localAddress()))
            .toList();
    sendInTurn(all, random);
    for (int i = 0; i < all.size(); i++) {
      Sending sent = all.get(i);
      if (sent.kind() == Kind.UNREAD) {
        continue;
      }
      String received = textOf(connections.get(i)).join();
      if (sent.kind() == Kind.RESET) {
        String whole = received.endsWith("\uFFFD") ? chopped(received) : received;
        assertThat(sent.text()).startsWith(whole);
      } else {
        assertThat(hash(received)).as("%s", sent.kind()).isEqualTo(hash(expectedOf(sent)));
      }
    }
    for (Channel child; (child = unread.poll()) != null; ) {
      child.close().syncUninterruptibly();
    }
    texts.clear();
  }

  private static String expectedOf(Sending sent) {
    return sent.kind().expected(sent.text());
  }

  private static String chopped(String text) {
    return text.substring(0, text.length() - 1);
  }

  private static String hash(String text) {
    try {
      byte[] chars = text.getBytes(StandardCharsets.UTF_16BE);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(chars));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Some bytes on each connection, until all are sent, then the end of each. */
  private static void sendInTurn(List<Sending> all, Random random) {
    int[] sent = new int[all.size()];
    boolean more = true;
    while (more) {
      more = false;
      for (int i = 0; i < sent.length; i++) {
        Sending sending = all.get(i);
        int count = Math.min(1 + random.nextInt(9), sending.bytes().length - sent[i]);
        if (count > 0) {
          sending.client().writeAndFlush(Unpooled.copiedBuffer(sending.bytes(), sent[i], count));
          sent[i] += count;
        }
        more |= sent[i] < sending.bytes().length;
      }
    }
    for (Sending sending : all) {
      if (sending.kind() == Kind.RESET) {
        sending.client().config().setOption(ChannelOption.SO_LINGER, 0);
      }
      // Behind what was written.
      sending
          .client()
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener(done -> sending.client().close());
    }
    all.forEach(sending -> sending.client().closeFuture().syncUninterruptibly());
  }

  @Test
  void everyTextArrivesAndNothingStays() {
    Map<Kind, Channel> servers = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      servers.put(kind, serve(kind));
    }
    try {
      round(0, servers);
      Standing first = Standing.now();
      for (int number = 1; number < ROUNDS; number++) {
        round(number, servers);
      }
      Standing last = Standing.now();
      System.out.printf(
          "Soak: %d rounds of %d connections; before %s, after %s; most held %d bytes%n",
          ROUNDS, CONNECTIONS, first, last, mostHeld.get());
      assertThat(mostHeld).hasPositiveValue().hasValueLessThan(MOST_HELD);
      assertThat(last.heap()).isLessThan(first.heap() + SLACK_BYTES);
      assertThat(last.direct()).isLessThan(first.direct() + SLACK_BYTES);
      assertThat(last.threads()).isLessThanOrEqualTo(first.threads() + 4);
      assertThat(last.descriptors()).isLessThan(first.descriptors() + 16);
    } finally {
      servers.values().forEach(server -> server.close().syncUninterruptibly());
    }
  }

  /** What the process holds. */
  private record Standing(long heap, long direct, int threads, long descriptors) {
    static Standing now() {
      // The selector frees the descriptors of closed channels when it is asked again: it is asked
      // before a task runs that was not due.
      LOOPS.group().schedule(() -> {}, 1, TimeUnit.MILLISECONDS).syncUninterruptibly();
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      // Where a system does not tell, none are open.
      String[] descriptors = new File("/proc/self/fd").list();
      return new Standing(
          runtime.totalMemory() - runtime.freeMemory(),
          PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory(),
          Thread.getAllStackTraces().size(),
          descriptors == null ? 0 : descriptors.length);
    }
  }
}
