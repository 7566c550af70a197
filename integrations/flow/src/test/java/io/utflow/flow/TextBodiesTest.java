/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongTextException;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.DeclaredBody;
import io.utflow.codec.testing.NeedsCharsets;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies of a server on the loopback, cut at every byte. */
class TextBodiesTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.ANY);
  private static final String PLAIN = "text/plain";
  private static final String TEXT = "a\u00E9\r\n\u20AC\n\uD83D\uDE00\rz";
  private static final List<String> TEXT_LINES = List.of("a\u00E9", "\u20AC", "\uD83D\uDE00", "z");

  private static PieceServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new PieceServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static List<List<byte[]>> cuts() {
    return Cuts.hostile(utf8(TEXT));
  }

  private static <T> T read(String contentType, List<byte[]> pieces, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return server.get(contentType, pieces, handler).body();
  }

  /** All that is published; throws what fails it. */
  private static <T> List<T> all(Flow.Publisher<T> body) {
    CompletableFuture<List<T>> all = new CompletableFuture<>();
    List<T> outputs = new ArrayList<>();
    body.subscribe(
        new Flow.Subscriber<T>() {
          private Flow.Subscription subscription;

          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(1);
          }

          @Override
          public void onNext(T output) {
            outputs.add(output);
            subscription.request(1);
          }

          @Override
          public void onError(Throwable failure) {
            all.completeExceptionally(failure);
          }

          @Override
          public void onComplete() {
            all.complete(outputs);
          }
        });
    return all.join();
  }

  /** What takes a DecoderSpec takes a TextEncoding in its place. */
  @Test
  void anEncodingGoesWhereASpecGoes() throws Exception {
    TextEncoding utf8 = TextEncoding.UTF_8;
    List<byte[]> pieces = List.of(utf8(TEXT));
    assertThat(read(PLAIN, pieces, TextBodies.ofString(utf8, 100))).isEqualTo(TEXT);
    try (Stream<String> lines = read(PLAIN, pieces, TextBodies.ofLines(utf8, LINES))) {
      assertThat(lines).isEqualTo(TEXT_LINES);
    }
    assertThat(all(read(PLAIN, pieces, TextBodies.ofLinePublisher(utf8, LINES))))
        .isEqualTo(TEXT_LINES);
    assertThat(String.join("", all(read(PLAIN, pieces, TextBodies.ofPublisher(utf8)))))
        .isEqualTo(TEXT);
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void everyCutGivesTheSame(List<byte[]> pieces) throws Exception {
    assertThat(read(PLAIN, pieces, TextBodies.ofString(UTF_8, 100))).isEqualTo(TEXT);
    try (Stream<String> lines = read(PLAIN, pieces, TextBodies.ofLines(UTF_8, LINES))) {
      assertThat(lines).isEqualTo(TEXT_LINES);
    }
    assertThat(all(read(PLAIN, pieces, TextBodies.ofLinePublisher(UTF_8, LINES))))
        .isEqualTo(TEXT_LINES);
    assertThat(String.join("", all(read(PLAIN, pieces, TextBodies.ofPublisher(UTF_8)))))
        .isEqualTo(TEXT);
  }

  @Test
  void tokensCutAtEveryByte() throws Exception {
    String[] tokens = {"Gr\u00FC\u00DF", " dich \uD83D\uDC69\u200D\uD83D\uDE80", "\u4F60\u597D"};
    StringBuilder stream = new StringBuilder();
    for (String token : tokens) {
      stream.append("id: ").append(token.length()).append("\ndata: ").append(token).append("\n\n");
    }
    for (List<byte[]> pieces : Cuts.hostile(utf8(stream.toString()))) {
      List<ServerSentEvent> events =
          all(read("text/event-stream", pieces, TextBodies.ofEvents(EventSpec.DEFAULT)));
      assertThat(events).extracting(ServerSentEvent::data).containsExactly(tokens);
    }
  }

  @Test
  @NeedsCharsets
  void theCharsetOfTheContentTypeDecides() throws Exception {
    for (String charset : List.of("windows-1251", "Shift_JIS", "GB18030", "UTF-16BE")) {
      String text = charset.equals("windows-1251") ? "\u0416\u0443\u043A" : "\u65E5\u672C\nz";
      byte[] bytes = text.getBytes(Charset.forName(charset));
      String header = "text/plain; charset=\"" + charset + "\"";
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        assertThat(read(header, pieces, TextBodies.ofString(UTF_8, 100))).isEqualTo(text);
      }
      BodyHandler<Flow.Publisher<String>> lines = TextBodies.ofLinePublisher(UTF_8, LINES);
      assertThat(all(read(header, Cuts.bytewise(bytes), lines))).isEqualTo(text.lines().toList());
    }
    byte[] pages = HexFormat.of().parseHex("80f0408790");
    assertThat(
            read("text/plain;charset=Shift_JIS", List.of(pages), TextBodies.ofString(UTF_8, 100)))
        .isEqualTo("\u0080\uE000\u2252");
    // The label of the web for windows-1252.
    byte[] euro = {(byte) 0x80};
    assertThat(
            read("text/plain;charset=iso-8859-1", List.of(euro), TextBodies.ofString(UTF_8, 100)))
        .isEqualTo("\u20AC");
    DecoderSpec windows = DecoderSpec.of(TextEncoding.forName("windows-1252"));
    assertThat(read(PLAIN, List.of(euro), TextBodies.ofString(windows, 100))).isEqualTo("\u20AC");
  }

  /** A mark decides; without one utf-16 is big-endian (RFC 2781), other labels as on the web. */
  @Test
  void aMarkDecidesTheOrderOfUtf16AsInBrowsers() throws Exception {
    BodyHandler<String> text = TextBodies.ofString(UTF_8, 100);
    BodyHandler<String> kept = TextBodies.ofString(UTF_8.bom(BomPolicy.KEEP), 100);
    for (String label : List.of("utf-16", "unicode", "utf-16le", "utf-16be")) {
      String header = "text/plain; charset=" + label;
      for (Charset order : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
        for (List<byte[]> pieces : Cuts.hostile(("\uFEFF" + TEXT).getBytes(order))) {
          assertThat(read(header, pieces, text)).as("%s, %s", label, order).isEqualTo(TEXT);
        }
      }
      boolean big = label.equals("utf-16be") || label.equals("utf-16");
      byte[] plain = TEXT.getBytes(big ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE);
      assertThat(read(header, Cuts.bytewise(plain), text)).as(label).isEqualTo(TEXT);
      assertThat(read(header, List.of(plain), kept)).as(label).isEqualTo(TEXT);
    }
    byte[] marked = "\uFEFFa".getBytes(StandardCharsets.UTF_16LE);
    assertThat(read("text/plain; charset=utf-16", List.of(marked), kept)).isEqualTo("\uFEFFa");
    byte[] rest = "b".getBytes(StandardCharsets.UTF_16BE);
    BodyHandler<String> second = TextBodies.ofString(UTF_8.startingAt(2), 100);
    assertThat(read("text/plain; charset=utf-16be", List.of(rest), second)).isEqualTo("b");
  }

  @Test
  void oneHeaderHasOneMeaning() throws Exception {
    for (DeclaredBody body : DeclaredBody.headers()) {
      assertThat(read(body.contentType(), List.of(body.bytes()), TextBodies.ofString(UTF_8, 100)))
          .as(body.contentType())
          .isEqualTo(body.text());
    }
    for (DeclaredBody body : DeclaredBody.marked()) {
      Flow.Publisher<String> text =
          read(body.contentType(), Cuts.bytewise(body.bytes()), TextBodies.ofPublisher(UTF_8));
      assertThat(String.join("", all(text))).as(body.contentType()).isEqualTo(body.text());
    }
  }

  @Test
  void theRestOfTheSpecStays() throws Exception {
    List<IllFormedSequence> seen = new ArrayList<>();
    DecoderSpec spec = UTF_8.onMalformed(MalformedPolicy.SKIP).observer(seen::add);
    byte[] unpaired = {0, 'a', (byte) 0xDC, 0, 0, 'b'};
    String header = "text/plain;charset=utf-16be";
    assertThat(read(header, List.of(unpaired), TextBodies.ofString(spec, 100))).isEqualTo("ab");
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).byteOffset()).isEqualTo(2);
  }

  private static List<BodyHandler<?>> handlers(DecoderSpec spec) {
    return List.of(
        TextBodies.ofString(spec, 100),
        TextBodies.ofLines(spec, LINES),
        TextBodies.ofPublisher(spec),
        TextBodies.ofLinePublisher(spec, LINES));
  }

  /** What a peer names never comes as an unchecked exception out of {@code send}. */
  @Test
  void anUnknownCharsetFailsTheExchangeAndTheClientGoesOn() throws Exception {
    for (BodyHandler<?> handler : handlers(UTF_8)) {
      for (String charset : List.of("klingon", "utf-9", "x-JISAutoDetect", "\"not a name\"")) {
        String header = "text/plain; charset=" + charset;
        assertThatThrownBy(() -> read(header, List.of(utf8("abc")), handler))
            .as(header)
            .isInstanceOf(IOException.class)
            .hasRootCauseInstanceOf(UnsupportedCharsetException.class);
      }
    }
    assertThat(read(PLAIN, List.of(utf8("abc")), TextBodies.ofString(UTF_8, 3))).isEqualTo("abc");
  }

  @Test
  void aCharsetThatTheSpecDoesNotGoWithFailsTheExchange() {
    DecoderSpec marked = UTF_8.bom(BomPolicy.REQUIRE);
    for (BodyHandler<?> handler : handlers(marked)) {
      assertThatThrownBy(
              () -> read("text/plain; charset=latin1", List.of(utf8("\uFEFFabc")), handler))
          .isInstanceOf(IOException.class)
          .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theBodyOfAnUnknownCharsetFailsWithItsCause() {
    assertThat(
            server.getAsync(
                "text/plain; charset=klingon",
                List.of(utf8("abc")),
                TextBodies.ofString(UTF_8, 100)))
        .failsWithin(Duration.ofMinutes(2))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(IOException.class)
        .withRootCauseInstanceOf(UnsupportedCharsetException.class);
  }

  @Test
  void aTextBeyondItsBoundFailsAsSoonAsItPassesIt() throws Exception {
    List<byte[]> endless = Cuts.every(new byte[100_000], 1000);
    for (int bound : new int[] {1, 999, 50_000, 99_999}) {
      assertThatThrownBy(() -> read(PLAIN, endless, TextBodies.ofString(UTF_8, bound)))
          .isInstanceOf(IOException.class)
          .hasCauseInstanceOf(TooLongTextException.class);
    }
    assertThat(read(PLAIN, endless, TextBodies.ofString(UTF_8, 100_000))).hasSize(100_000);
    assertThatIllegalArgumentException().isThrownBy(() -> TextBodies.ofString(UTF_8, 0));
  }

  @Test
  void whatIsReportedFailsTheBody() throws Exception {
    DecoderSpec report = UTF_8.onMalformed(MalformedPolicy.REPORT);
    byte[] bytes = {'a', '\n', 'b', (byte) 0xFF, 'c'};
    for (List<byte[]> pieces : Cuts.hostile(bytes)) {
      assertThatThrownBy(() -> read(PLAIN, pieces, TextBodies.ofString(report, 100)))
          .isInstanceOf(IOException.class)
          .cause()
          .isInstanceOfSatisfying(
              IllFormedTextException.class, e -> assertThat(e.decodedPrefix()).isEqualTo("a\nb"));
      Flow.Publisher<String> lines = read(PLAIN, pieces, TextBodies.ofLinePublisher(report, LINES));
      assertThatThrownBy(() -> all(lines))
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(IllFormedTextException.class);
    }
  }

  @Test
  void anEmptyBody() throws Exception {
    assertThat(read(PLAIN, List.of(), TextBodies.ofString(UTF_8, 1))).isEmpty();
    assertThat(all(read(PLAIN, List.of(), TextBodies.ofPublisher(UTF_8)))).isEmpty();
    assertThat(read(PLAIN, List.of(), TextBodies.ofLines(UTF_8, LINES))).isEmpty();
  }

  @Test
  void whatIsNotRequestedIsNotReadAndACancelEndsTheConnection() throws Exception {
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<Boolean> left = new CompletableFuture<>();
    Flow.Publisher<String> lines =
        server.endless(PLAIN, left, TextBodies.ofLinePublisher(UTF_8, LINES)).body();
    List<String> seen = new ArrayList<>();
    CompletableFuture<Flow.Subscription> subscribed = new CompletableFuture<>();
    lines.subscribe(
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            subscribed.complete(subscription);
            subscription.request(1);
          }

          @Override
          public void onNext(String line) {
            seen.add(line);
            first.complete(line);
          }

          @Override
          public void onError(Throwable failure) {
            first.completeExceptionally(failure);
          }

          @Override
          public void onComplete() {}
        });
    assertThat(first.join()).isEqualTo("line");
    subscribed.join().cancel();
    // The server meets the closed connection, however much it has still to send.
    assertThat(left.join()).isTrue();
    assertThat(seen).containsExactly("line");
  }

  @Test
  @NeedsCharsets
  void specsThatDoNotGoTogetherAreRefusedAtOnce() {
    DecoderSpec shifted = DecoderSpec.of(TextEncoding.forName("ISO-2022-JP"));
    assertThatIllegalStateException()
        .isThrownBy(
            () -> TextBodies.ofPublisher(shifted, spec -> Stages.decode(spec.startingAt(3))));
  }
}
