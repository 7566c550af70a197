/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

/** The application on a port of its own: with Utflow's codecs, or with Spring's. */
record Side(String codecs, ConfigurableApplicationContext context) implements AutoCloseable {

  static Side utflow() {
    return start("Utflow's", "utflow.codec.enabled=true");
  }

  static Side spring() {
    return start("Spring's own codecs", "utflow.codec.enabled=false");
  }

  private static Side start(String codecs, String property) {
    return new Side(
        codecs,
        new SpringApplicationBuilder(TextApplication.class)
            .properties("server.port=0", "server.address=127.0.0.1", property)
            .properties(
                "spring.main.banner-mode=off", "logging.level.root=off") // it fails on purpose
            .run());
  }

  int port() {
    return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
  }

  /** The client that Boot gives to every application that asks for one. */
  WebClient client(CuttingServer server) {
    return context.getBean(WebClient.Builder.class).baseUrl(server.address()).build();
  }

  /** A request whose body is sent in these chunks. */
  Answer post(String path, String contentType, byte[]... chunks) {
    try (ChunkedRequest request = ChunkedRequest.post(port(), path, contentType)) {
      request.sendAllAndEnd(chunks);
      return new Answer(request.status(), request.readAll());
    }
  }

  record Answer(int status, String text) {}

  @Override
  public void close() {
    context.close();
  }
}
