/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bodies on one connection, sent by clients that are not ours: curl, nghttp of nghttp2, and fetch
 * of Node.js, where they are installed.
 */
@Timeout(300)
class HttpClientsTest {
  private static final String GERMAN = "gr\u00FC\u00DFe";

  @TempDir private Path folder;

  private final TextServer server =
      new TextServer(TextEncoding.UTF_8, new PrintWriter(new StringWriter()));
  private final int port = server.listenForHttp(0).getPort();
  private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());

  @AfterEach
  void stop() {
    server.close();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private static void assumeInstalled(String program, String package_) {
    boolean isThere =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    if (!isThere) {
      System.out.printf(
          "HttpClientsTest: skipped, %s is not installed (package %s)%n", program, package_);
    }
    assumeTrue(isThere, program + " is not installed");
  }

  private String run(List<String> command) throws Exception {
    Path errors = folder.resolve("errors");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors) + out).isZero();
    return out;
  }

  private Path file(String name, byte[] content) throws Exception {
    return Files.write(folder.resolve(name), content);
  }

  private static byte[] gzip(String text) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Half a character, half a line, gzip, an unknown charset, a broken body: each is alone. */
  @Test
  void curlSendsSeveralBodiesOnOneConnection() throws Exception {
    assumeInstalled("curl", "curl");
    String url = "http://127.0.0.1:" + port + "/";
    List<String> command = new ArrayList<>(List.of("curl"));
    add(command, url, file("half", new byte[] {'a', (byte) 0xF0, (byte) 0x9F}), "text/plain");
    add(command, url, file("rest", new byte[] {(byte) 0x98, (byte) 0x80, 'b'}), "text/plain");
    byte[] latin = GERMAN.getBytes(StandardCharsets.ISO_8859_1);
    add(command, url, file("latin", latin), "text/plain;charset=iso-8859-1");
    add(command, url, file("gzip", gzip(GERMAN)), "text/plain", "Content-Encoding: gzip");
    add(command, url, file("unknown", latin), "text/plain;charset=bogus");
    add(command, url, file("brotli", latin), "text/plain", "Content-Encoding: bogus");
    byte[] wide = GERMAN.getBytes(Charset.forName("UTF-16LE"));
    add(
        command,
        url,
        file("chunked", wide),
        "text/plain;charset=utf-16le",
        "Transfer-Encoding: chunked");
    command.remove(command.size() - 1); // The last --next.
    assertThat(run(command).split("\\|", -1))
        .containsExactly(
            "a\uFFFD 200 1",
            "\uFFFD\uFFFDb 200 0",
            GERMAN + " 200 0",
            GERMAN + " 200 0",
            "unknown charset bogus\n 415 0",
            "the Content-Encoding bogus was not undone:"
                + " put an HttpContentDecompressor before this handler\n 415 0",
            GERMAN + " 200 0",
            "");
  }

  /** Writes behind each answer its status and how many connections were made for it. */
  private static void add(
      List<String> command, String url, Path body, String type, String... headers) {
    command.addAll(List.of("-sS", "-w", " %{http_code} %{num_connects}|"));
    command.addAll(List.of("--data-binary", "@" + body, "-H", "Content-Type: " + type));
    for (String header : headers) {
      command.addAll(List.of("-H", header));
    }
    command.addAll(List.of(url, "--next"));
  }

  @Test
  void fetchOfNode() throws Exception {
    assumeInstalled("node", "nodejs");
    String script =
        """
        const url = process.argv[1];
        const post = async (body, headers) => {
          const answer = await fetch(url, {method: 'POST', body, headers, duplex: 'half'});
          console.log(answer.status + ' ' + JSON.stringify(await answer.text()));
        };
        await post('user=alice', {});
        await post(new Uint8Array([0x61, 0xF0, 0x9F]), {});
        await post(new Uint8Array([0x98, 0x80, 0x62]), {});
        await post(new Uint8Array([0xE9]), {'Content-Type': 'text/plain;charset=iso-8859-1'});
        await post('x', {'Content-Type': 'text/plain;charset=bogus'});
        const pieces = new ReadableStream({
          async start(out) {
            for (const byte of new TextEncoder().encode('\\u{1F600}')) {
              out.enqueue(new Uint8Array([byte]));
              await new Promise(next => setImmediate(next));
            }
            out.close();
          }
        });
        await post(pieces, {});
        """;
    Path file =
        file("client.mjs", script.replace("argv[1]", "argv[2]").getBytes(StandardCharsets.UTF_8));
    assertThat(run(List.of("node", file.toString(), "http://127.0.0.1:" + port + "/")))
        .isEqualTo(
            """
            200 "user=alice"
            200 "a\uFFFD"
            200 "\uFFFD\uFFFDb"
            200 "\u00E9"
            415 "unknown charset bogus\\n"
            200 "\uD83D\uDE00"
            """);
  }

  /** HTTP/2: each stream is a channel, with the same handlers. */
  private InetSocketAddress listenForHttp2() {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(Http2FrameCodecBuilder.forServer().build())
                        .addLast(
                            new Http2MultiplexHandler(
                                new ChannelInitializer<Channel>() {
                                  @Override
                                  protected void initChannel(Channel stream) {
                                    stream
                                        .pipeline()
                                        .addLast(new Http2StreamFrameToHttpObjectCodec(true));
                                    HttpText.fillStream(
                                        stream.pipeline(),
                                        TextEncoding.UTF_8,
                                        new PrintWriter(new StringWriter()));
                                  }
                                }));
                  }
                });
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return (InetSocketAddress)
        bootstrap.bind(loopback, 0).syncUninterruptibly().channel().localAddress();
  }

  @Test
  void nghttpOverHttp2() throws Exception {
    assumeInstalled("nghttp", "nghttp2-client");
    String url = "http://127.0.0.1:" + listenForHttp2().getPort() + "/";
    byte[] half = {'a', (byte) 0xF0, (byte) 0x9F};
    assertThat(run(List.of("nghttp", "-m", "2", "-d", "" + file("half", half), url)))
        .isEqualTo("a\uFFFDa\uFFFD");
    byte[] latin = GERMAN.getBytes(StandardCharsets.ISO_8859_1);
    String type = "content-type: text/plain;charset=iso-8859-1";
    assertThat(run(List.of("nghttp", "-H", type, "-d", "" + file("latin", latin), url)))
        .isEqualTo(GERMAN);
    String coding = "content-encoding: gzip";
    assertThat(run(List.of("nghttp", "-H", coding, "-d", "" + file("gzip", gzip(GERMAN)), url)))
        .isEqualTo(GERMAN);
    String bogus = "content-type: text/plain;charset=bogus";
    assertThat(run(List.of("nghttp", "-H", bogus, "-d", "" + file("bogus", latin), url)))
        .isEqualTo("unknown charset bogus\n");
    assertThat(run(List.of("nghttp", url))).startsWith("POST text here");
  }
}
