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
  private static final String EVENT_STREAM = "text/event-stream";
  private static final String JSON_IN = "application/json;charset=";

  private static final byte[] LONG = "x".repeat(3000).getBytes(UTF_8);
  private static final byte[] ILL_FORMED = {'a', (byte) 0xFF};

  /** The text that is sent, and its outcome. */
  record Row(String sent, Function<Side, String> outcome) {
    String by(Side side) {
      try {
        return outcome.apply(side);
      } catch (RuntimeException e) {
        throw new IllegalStateException("%s, sent to %s".formatted(sent, side.codecs()), e);
      }
    }
  }

  /** Rows under a title. */
  record Group(String title, List<Row> rows) {}

  private static final Group TEXTS =
      new Group(
          "Requests with text",
          List.of(
              new Row(
                  "6 chunks without a newline: the first text comes with", Comparison::firstText),
              new Row("3,000 bytes without a newline, read as a stream", post("/echo", TEXT, LONG)),
              new Row("3,000 bytes, read as a whole", post("/whole", TEXT, LONG)),
              new Row("3,000 bytes, read by a functional handler", post("/functional", TEXT, LONG)),
              new Row("a byte order mark and \"text\"", post("/whole", TEXT, bytes("\uFEFFtext"))),
              new Row("\"a\" and the byte FF, read as a whole", post("/whole", TEXT, ILL_FORMED)),
              new Row(
                  "\"a\" and the byte FF, read as a stream", post("/elements", TEXT, ILL_FORMED)),
              new Row(
                  "an unknown charset",
                  post("/whole", "text/plain;charset=nonsense", bytes("text"))),
              new Row(
                  "an unknown charset, functional handler",
                  post("/functional", "text/plain;charset=nonsense", bytes("text")))));

  private static final Group JSON =
      new Group(
          "Requests with JSON",
          List.of(
              new Row(
                  "a value in UTF-16", post("/person", JSON_IN + "UTF-16", zoe().getBytes(UTF_16))),
              new Row(
                  "a value in ISO-8859-1",
                  post("/person", JSON_IN + "ISO-8859-1", zoe().getBytes(ISO_8859_1))),
              new Row(
                  "3 values in UTF-16, in 3 chunks: the first comes with", Comparison::firstPerson),
              new Row("3,000 bytes", post("/person", JSON_IN + "UTF-8", longName())),
              new Row(
                  "3,000 bytes, functional handler",
                  post("/functional-person", JSON_IN + "UTF-8", longName()))));

  private static final Group EVENTS =
      new Group(
          "Server-sent events, which a WebClient receives byte by byte",
          List.of(
              new Row(
                  "a byte order mark before the first", events("\uFEFFdata: one\n\ndata: two\n\n")),
              new Row("lines that end in CR", events("data: one\r\rdata: two\r\r")),
              new Row("a second line \"data\" without a colon", events("data: one\ndata\n\n")),
              new Row("cut off inside the second", events("data: one\n\ndata: tw"))));

  private static final Group WRITTEN_EVENTS =
      new Group(
          "Server-sent events that the server writes",
          List.of(new Row("an emoji in two tokens", Comparison::writtenEvents)));

  private static final Group DOWNLOADS =
      new Group(
          "Text that a WebClient receives",
          List.of(new Row("6 chunks without a newline", Comparison::download)));

  static final List<Group> GROUPS = List.of(TEXTS, JSON, EVENTS, WRITTEN_EVENTS, DOWNLOADS);

  private static final String INTRODUCTION =
      """
      One application is started twice: with Spring's own codecs, and with Utflow's. Both get the same bytes.
      It sets a limit of 2 KB for what is held in memory, and utflow.codec.on-malformed=report.
      Read as a whole is Mono<String>, as a stream Flux<String>.
      A number is the status of the answer, and behind 200 stands what the handler has read.
      \\uFFFD stands for bytes that are no text, \\uFEFF is a byte order mark.

      """;

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
    out.print(INTRODUCTION);
    String format = "%-60s%-25s%s%n";
    out.printf(format, "", spring.codecs(), utflow.codecs());
    for (Group group : GROUPS) {
      out.println(group.title());
      for (Row row : group.rows()) {
        out.printf(format, "  " + row.sent(), row.by(spring), row.by(utflow));
      }
    }
    out.println("docs/guide/webflux.md says why, and how to choose otherwise.");
  }

  private static String firstText(Side side) {
    return "chunk " + side.post("/arrival", TEXT, chunks(6, bytes(EUROS))).text();
  }

  private static String firstPerson(Side side) {
    byte[] people =
        "[{\"name\":\"Zo\u00EB\"},{\"name\":\"Ada\"},{\"name\":\"Li\"}]".getBytes(UTF_16);
    return "chunk " + side.post("/arrival-of-people", JSON_IN + "UTF-16", chunks(3, people)).text();
  }

  private static String zoe() {
    return "{\"name\":\"Zo\u00EB\"}";
  }

  private static byte[] longName() {
    return bytes("{\"name\":\"" + "x".repeat(3000) + "\"}");
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

  /** The events that a {@code WebClient} reads from a stream whose bytes come one by one. */
  private static Function<Side, String> events(String stream) {
    return side ->
        String.join(", ", received(side, EVENT_STREAM, CuttingServer.bytes(bytes(stream))));
  }

  private static String writtenEvents(Side side) {
    return shown(side.post("/tokens", TEXT, bytes("")).text().strip().replace("\n\n", ", "));
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
