/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.reactivestreams.FlowAdapters;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;

/**
 * An application behind a real port, and the client of the JDK, which has codecs of its own. Close
 * several only when all have been used: they share threads, which the first to close stops.
 */
public final class RunningApplication implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  public RunningApplication(Class<?> application, String... properties) {
    context =
        new SpringApplicationBuilder(application)
            .properties("server.port=0", "server.address=127.0.0.1", "spring.main.banner-mode=off")
            .properties(properties)
            .run();
  }

  /** What the client of Boot makes of a stream whose bytes come one by one. */
  public List<String> received(String path) {
    WebClient client = context.getBean(WebClient.Builder.class).baseUrl(address()).build();
    return client.get().uri(path).retrieve().bodyToFlux(String.class).collectList().block();
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  private String address() {
    return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }

  public String answer(String path, String contentType, byte[]... chunks) {
    return post(path, contentType, chunks).body();
  }

  public int status(String path, String contentType, byte[]... chunks) {
    return post(path, contentType, chunks).statusCode();
  }

  /**
   * Each array is a chunk of HTTP, which arrives as a buffer. A server that answers before it has
   * read all may close the connection, so each request has one of its own.
   */
  private HttpResponse<String> post(String path, String contentType, byte[]... chunks) {
    return answer(request(path).header("Content-Type", contentType).POST(body(chunks)).build());
  }

  /** What is answered to GET, in UTF-8. */
  public String got(String path) {
    return answer(request(path).build()).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address() + path))
        .version(HttpClient.Version.HTTP_1_1);
  }

  private static HttpResponse<String> answer(HttpRequest request) {
    try {
      return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static BodyPublisher body(byte[]... chunks) {
    if (chunks.length == 1) {
      return BodyPublishers.ofByteArray(chunks[0]);
    }
    Flux<ByteBuffer> buffers = Flux.fromStream(Arrays.stream(chunks).map(ByteBuffer::wrap));
    return BodyPublishers.fromPublisher(FlowAdapters.toFlowPublisher(buffers));
  }

  @Override
  public void close() {
    context.close();
  }
}
