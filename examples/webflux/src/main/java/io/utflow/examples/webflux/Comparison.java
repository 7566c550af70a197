/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.utflow.examples.webflux.Side.Answer;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;

/**
 * Sends the same requests to one application with Spring's own codecs and to one with Utflow's, and
 * prints what differs.
 */
public final class Comparison {
  private static final String TEXT = "text/plain;charset=UTF-8";
  private static final String EUROS = "a\u20ACb\u20ACc\u20ACd\u20ACe\u20ACf";
  private static final String EVENTS = "text/event-stream";

  /** What is done, and what comes of it. */
  record Row(String request, Function<Side, String> outcome) {}

  static final List<Row> ROWS =
      List.of(
          new Row("Flux<String>, 6 chunks, no newline: first text after", Comparison::firstText),
          new Row(
              "Flux<String>, 3,000 bytes without a newline (limit 2 KB)",
              post("/echo", TEXT, "x".repeat(3000).getBytes(UTF_8))),
          new Row(
              "Flux<String>, two lines in UTF-16",
              post("/elements", "text/plain;charset=UTF-16", "one\ntwo".getBytes(UTF_16))),
          new Row("Mono<String> with a byte order mark", post("/whole", TEXT, bytes("\uFEFFtext"))),
          new Row(
              "Mono<String> with a byte FF", post("/whole", TEXT, new byte[] {'a', (byte) 0xFF})),
          new Row(
              "Flux<String> with a byte FF",
              post("/elements", TEXT, new byte[] {'a', (byte) 0xFF})),
          new Row(
              "Mono<String>, 3,000 bytes (limit 2 KB)",
              post("/whole", TEXT, "x".repeat(3000).getBytes(UTF_8))),
          new Row(
              "the same, functional handler",
              post("/functional", TEXT, "x".repeat(3000).getBytes(UTF_8))),
          new Row("charset=nonsense", post("/whole", "text/plain;charset=nonsense", bytes("text"))),
          new Row(
              "the same, functional handler",
              post("/functional", "text/plain;charset=nonsense", bytes("text"))),
          new Row(
              "Mono of JSON in UTF-16",
              post(
                  "/person",
                  "application/json;charset=UTF-16",
                  "{\"name\":\"Zo\u00EB\"}".getBytes(UTF_16))),
          new Row(
              "Mono of JSON in ISO-8859-1",
              post(
                  "/person",
                  "application/json;charset=ISO-8859-1",
                  "{\"name\":\"Zo\u00EB\"}".getBytes(ISO_8859_1))),
          new Row("Flux of JSON in UTF-16, 3 chunks: first element after", Comparison::firstPerson),
          new Row("events: a byte order mark first", events("\uFEFFdata: one\n\ndata: two\n\n")),
          new Row("events: lines that end in CR", events("data: one\r\rdata: two\r\r")),
          new Row("events: retry: soon", events("retry: soon\ndata: one\n\n")),
          new Row("events: a field data without a colon", events("data: one\ndata\n\n")),
          new Row("events: cut off behind the first", events("data: one\n\ndata: tw")),
          new Row("download in 6 chunks, no newline", Comparison::download));

  private Comparison() {}

  /**
   * Prints the table.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    try (Side spring = Side.spring();
        Side utflow = Side.utflow()) {
      print(System.out, spring, utflow);
    }
  }

  static void print(PrintStream out, Side spring, Side utflow) {
    String format = "%-59s%-25s%s%n";
    out.printf(format, "", "Spring's own codecs", "Utflow's");
    for (Row row : ROWS) {
      out.printf(format, row.request(), row.outcome().apply(spring), row.outcome().apply(utflow));
    }
  }

  private static String firstText(Side side) {
    return "chunk " + side.post("/arrival", TEXT, chunks(6, bytes(EUROS))).text();
  }

  private static String firstPerson(Side side) {
    byte[] people =
        "[{\"name\":\"Zo\u00EB\"},{\"name\":\"Ada\"},{\"name\":\"Li\"}]".getBytes(UTF_16);
    String type = "application/json;charset=UTF-16";
    return "chunk " + side.post("/arrival-of-people", type, chunks(3, people)).text();
  }

  private static byte[][] chunks(int count, byte[] text) {
    int length = text.length / count;
    byte[][] chunks = new byte[count][];
    for (int i = 0; i < count; i++) {
      int end = i == count - 1 ? text.length : (i + 1) * length;
      chunks[i] = Arrays.copyOfRange(text, i * length, end);
    }
    return chunks;
  }

  private static Function<Side, String> post(String path, String contentType, byte[] body) {
    return side -> {
      Answer answer = side.post(path, contentType, body);
      return answer.status() == 200 ? "200 " + shown(answer.text()) : "" + answer.status();
    };
  }

  /** What a {@code WebClient} makes of a stream whose bytes come one by one. */
  private static Function<Side, String> events(String stream) {
    return side -> String.join(", ", received(side, EVENTS, CuttingServer.bytes(bytes(stream))));
  }

  private static String download(Side side) {
    int elements = received(side, TEXT, Flux.just(chunks(6, bytes(EUROS)))).size();
    return elements == 1 ? "1 element, at the end" : elements + " elements";
  }

  private static List<String> received(Side side, String contentType, Flux<byte[]> pieces) {
    try (CuttingServer server = CuttingServer.sending(contentType, pieces)) {
      return side.client(server)
          .get()
          .uri("/0")
          .retrieve()
          .bodyToFlux(String.class)
          .map(Comparison::shown)
          .onErrorResume(failure -> Flux.just(failure.getClass().getSimpleName()))
          .collectList()
          .block();
    }
  }

  /** In ASCII, for every console; of long text the length. */
  private static String shown(String text) {
    if (text.length() > 40) {
      return text.length() + " chars";
    }
    StringBuilder shown = new StringBuilder("\"");
    text.chars().forEach(c -> shown.append(c >= ' ' && c < 0x7F ? "" + (char) c : escaped(c)));
    return shown.append('"').toString();
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      default -> "\\u%04X".formatted(c);
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
