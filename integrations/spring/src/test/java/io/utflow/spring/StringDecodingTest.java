/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.Cuts;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** Bodies as {@code String}s: pieces, lines, the whole. */
class StringDecodingTest {
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final String TEXT = "a\r\n\u00E9\u4E2D\uD83D\uDE00\n\nz";

  @ParameterizedTest
  @EnumSource
  void anyCutIsTheSameText(Buffers kind) {
    for (String charset : List.of("UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "GB18030")) {
      byte[] bytes = TEXT.getBytes(Charset.forName(charset));
      for (List<byte[]> cut : Cuts.hostile(bytes)) {
        String type = "text/plain;charset=" + charset;
        Buffers.Given given = kind.given(cut);
        assertThat(pieces(CodecSpec.DEFAULT, type, given)).as(charset).isEqualTo(TEXT);
        assertThat(whole(CodecSpec.DEFAULT, type, given)).as(charset).isEqualTo(TEXT);
        assertThat(lines(type, given)).containsExactly("a", "\u00E9\u4E2D\uD83D\uDE00", "", "z");
        given.assertReleased();
      }
    }
  }

  private static String pieces(CodecSpec spec, String type, Buffers.Given given) {
    return String.join("", elements(spec, type, given));
  }

  private static List<String> lines(String type, Buffers.Given given) {
    return elements(CodecSpec.DEFAULT.lines(LineBreaks.ANY), type, given);
  }

  private static List<String> elements(CodecSpec spec, String type, Buffers.Given given) {
    return new StringBodyDecoder(spec)
        .decode(given.flux(), STRING, MimeType.valueOf(type), null)
        .collectList()
        .block();
  }

  private static String whole(CodecSpec spec, String type, Buffers.Given given) {
    return new StringBodyDecoder(spec)
        .decodeToMono(given.flux(), STRING, MimeType.valueOf(type), null)
        .block();
  }

  @ParameterizedTest
  @EnumSource
  void aBufferIsAWholeText(Buffers kind) {
    StringBodyDecoder decoder = new StringBodyDecoder(CodecSpec.DEFAULT);
    Buffers.Given given =
        kind.given(List.of(TEXT.getBytes(StandardCharsets.UTF_16), new byte[0], new byte[] {-1}));
    List<DataBuffer> buffers = given.flux().collectList().block();
    MimeType utf16 = MimeType.valueOf("text/plain;charset=utf-16");
    assertThat(decoder.decode(buffers.get(0), STRING, utf16, null)).isEqualTo(TEXT);
    assertThat(decoder.decode(buffers.get(1), STRING, null, null)).isEmpty();
    assertThat(decoder.decode(buffers.get(2), STRING, null, null)).isEqualTo("\uFFFD");
    given.assertReleased();
  }

  @ParameterizedTest
  @EnumSource
  void aBufferThatIsIllFormedFailsAndIsReleased(Buffers kind) {
    StringBodyDecoder decoder =
        new StringBodyDecoder(
            CodecSpec.DEFAULT.decoder(
                DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT)));
    Buffers.Given given = kind.given(List.of(new byte[] {'a', 'b', (byte) 0xE2, 'c'}));
    DataBuffer buffer = given.flux().blockFirst();
    assertThatThrownBy(() -> decoder.decode(buffer, STRING, null, null))
        .satisfies(StringDecodingTest::assertTellsWhere);
    given.assertReleased();
  }

  @ParameterizedTest
  @EnumSource
  void theWholeOfEmptyBuffersIsEmptyAndOfNoneIsNone(Buffers kind) {
    for (int limit : new int[] {1, -1}) {
      StringBodyDecoder decoder = new StringBodyDecoder(CodecSpec.DEFAULT);
      decoder.setMaxInMemorySize(limit);
      Buffers.Given empty = kind.given(List.of(new byte[0], new byte[0]));
      StepVerifier.create(decoder.decodeToMono(empty.flux(), STRING, null, null))
          .expectNext("")
          .verifyComplete();
      empty.assertReleased();
      StepVerifier.create(decoder.decodeToMono(Flux.empty(), STRING, null, null)).verifyComplete();
    }
  }

  @Test
  void textWithoutLineBreaksFlowsAtOnce() {
    Sinks.Many<DataBuffer> body = Sinks.many().unicast().onBackpressureBuffer();
    StepVerifier.create(
            new StringBodyDecoder(CodecSpec.DEFAULT).decode(body.asFlux(), STRING, null, null))
        .then(() -> body.tryEmitNext(utf8("no line")))
        .expectNext("no line")
        .then(() -> body.tryEmitNext(utf8(" break")))
        .expectNext(" break")
        .then(body::tryEmitComplete)
        .verifyComplete();
  }

  private static DataBuffer utf8(String text) {
    return Buffers.HEAP.buffer(text.getBytes(StandardCharsets.UTF_8), List.of());
  }

  @Test
  void marksAreReadAsTheEncodingSays() {
    assertThat(read("text/plain", 0xEF, 0xBB, 0xBF, 'a')).isEqualTo("a");
    assertThat(read("text/plain;charset=utf-16", 0xFF, 0xFE, 'a', 0)).isEqualTo("a");
    assertThat(read("text/plain;charset=utf-16", 0, 'a')).isEqualTo("a");
    assertThat(read("text/plain;charset=utf-16le", 0xFF, 0xFE, 'a', 0)).isEqualTo("a");
    assertThat(read("text/plain;charset=\"windows-1252\"", 0x80)).isEqualTo("\u20AC");
  }

  /** The parameter as browsers read it, and not the charset of the JDK by that name. */
  @Test
  void whatAPeerDeclaresIsReadByTheRuleOfTheWeb() {
    for (String label : List.of("Shift_JIS", "\"Shift_JIS\"", "SJIS", "windows-31j")) {
      assertThat(read("text/plain;charset=" + label, 0x80, 0xF0, 0x40, 0x87, 0x90))
          .as(label)
          .isEqualTo("\u0080\uE000\u2252");
    }
    for (String label : List.of("iso-8859-1", "us-ascii", "latin1")) {
      assertThat(read("text/plain;charset=" + label, 'a', 0x80)).as(label).isEqualTo("a\u20AC");
    }
    assertThat(read("text/plain;charset=utf-32", 0, 0, 0, 'a')).isEqualTo("a");
    assertThat(read("text/plain;charset=IBM037", 0x81)).isEqualTo("a");
  }

  private static String read(String type, int... bytes) {
    byte[] body = new byte[bytes.length];
    for (int at = 0; at < body.length; at++) {
      body[at] = (byte) bytes[at];
    }
    return whole(CodecSpec.DEFAULT, type, Buffers.HEAP.given(List.of(body)));
  }

  @Test
  void whereNoCharsetIsNamedTheSpecNamesOne() {
    CodecSpec legacy = CodecSpec.DEFAULT.decoder(DecoderSpec.of(TextEncoding.forName("cp1252")));
    Buffers.Given euro = Buffers.HEAP.given(List.of(new byte[] {(byte) 0x80}));
    assertThat(whole(legacy, "text/plain", euro)).isEqualTo("\u20AC");
    assertThat(whole(legacy, "text/plain;charset=utf-8", euro)).isEqualTo("\uFFFD");
  }

  /** RFC 8259, 8.1; and the same body as an object is read by Jackson, in UTF-8. */
  @Test
  void jsonThatNamesNoCharsetIsUtf8() {
    CodecSpec legacy = CodecSpec.DEFAULT.decoder(DecoderSpec.of(TextEncoding.forName("cp1252")));
    List<byte[]> json = Cuts.bytewise("[\"\u20AC\"]".getBytes(StandardCharsets.UTF_8));
    for (String type :
        List.of("application/json", "application/problem+json", "application/x-ndjson")) {
      assertThat(whole(legacy, type, Buffers.HEAP.given(json))).isEqualTo("[\"\u20AC\"]");
      assertThat(String.join("", elements(legacy, type, Buffers.HEAP.given(json))))
          .isEqualTo("[\"\u20AC\"]");
      Buffers.Given named = Buffers.HEAP.given(List.of(new byte[] {(byte) 0x80}));
      assertThat(whole(legacy, type + ";charset=windows-1252", named)).isEqualTo("\u20AC");
    }
  }

  @Test
  void newlineDelimitedJsonIsLines() {
    for (List<byte[]> cut : Cuts.hostile("{}\r\n{\r}\n\n[]".getBytes(StandardCharsets.UTF_8))) {
      assertThat(elements(CodecSpec.DEFAULT, "application/x-ndjson", Buffers.HEAP.given(cut)))
          .containsExactly("{}", "{\r}", "", "[]");
    }
  }

  /** A CR and U+2028 are text in JSON, and its lines end with LF also where others do not. */
  @Test
  void lineBreaksThatAreNoneInJsonDoNotSplitIt() {
    byte[] body = "{\"a\":\r1}\r\n{\"b\":\"\u2028\u0085\"}\n[]".getBytes(StandardCharsets.UTF_8);
    for (LineBreaks breaks : LineBreaks.values()) {
      for (List<byte[]> cut : Cuts.hostile(body)) {
        List<String> found =
            elements(
                CodecSpec.DEFAULT.lines(breaks), "application/x-ndjson", Buffers.HEAP.given(cut));
        assertThat(found.stream().map(String::strip))
            .as(breaks::toString)
            .containsExactly("{\"a\":\r1}", "{\"b\":\"\u2028\u0085\"}", "[]");
      }
    }
  }

  @Test
  void marksAtJointsAreDroppedFromJsonToo() {
    LineSpec joined = LineSpec.of(LineBreaks.ANY).dropMarksAtJoints(true);
    byte[] body = "\uFEFF[1]\n\uFEFF[2]\n".getBytes(StandardCharsets.UTF_8);
    assertThat(
            elements(
                CodecSpec.DEFAULT.lines(joined),
                "application/x-ndjson",
                Buffers.HEAP.given(List.of(body))))
        .containsExactly("[1]", "[2]");
  }

  /** What else is asked of lines holds for those of JSON. */
  @Test
  void theLinesOfJsonAreBoundedAsOthers() {
    List<TooLongLine> told = new ArrayList<>();
    LineSpec asked =
        LineSpec.of(LineBreaks.UNICODE)
            .maxChars(3)
            .onTooLong(TooLongPolicy.DISCARD)
            .observer(told::add);
    Buffers.Given body =
        Buffers.HEAP.given(List.of("[1]\n[12]\n[3]".getBytes(StandardCharsets.UTF_8)));
    assertThat(elements(CodecSpec.DEFAULT.lines(asked), "application/x-ndjson", body))
        .containsExactly("[1]", "[3]");
    assertThat(told).hasSize(1);
    LineSpec refusing = LineSpec.of(LineBreaks.ANY).refused(line -> null);
    DecoderSpec strict = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
    Buffers.Given bad = Buffers.HEAP.given(List.of(new byte[] {'1', '\n', -1, '\n', '2'}));
    assertThat(
            elements(
                CodecSpec.DEFAULT.decoder(strict).lines(refusing), "application/x-ndjson", bad))
        .containsExactly("1", "2");
  }

  @ParameterizedTest
  @EnumSource
  void theWholeIsBoundedInBytes(Buffers kind) {
    StringBodyDecoder decoder = new StringBodyDecoder(CodecSpec.DEFAULT);
    decoder.setMaxInMemorySize(7);
    byte[] bytes = "\u4E2D\u4E2Da".getBytes(StandardCharsets.UTF_8);
    Buffers.Given enough = kind.given(Cuts.bytewise(bytes));
    StepVerifier.create(decoder.decodeToMono(enough.flux(), STRING, null, null))
        .expectNext("\u4E2D\u4E2Da")
        .verifyComplete();
    enough.assertReleased();
    decoder.setMaxInMemorySize(6);
    Buffers.Given tooMuch = kind.given(Cuts.every(bytes, 2));
    StepVerifier.create(decoder.decodeToMono(tooMuch.flux(), STRING, null, null))
        .verifyErrorSatisfies(
            failure ->
                assertThat(failure)
                    .isInstanceOf(DataBufferLimitException.class)
                    .hasMessageContaining("6")
                    .hasMessageContaining("spring.http.codecs.max-in-memory-size"));
    tooMuch.assertReleased();
    decoder.setMaxInMemorySize(-1);
    assertThat(decoder.decodeToMono(kind.given(List.of(bytes)).flux(), STRING, null, null).block())
        .hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void linesAreBoundedBySpringOrBelow(Buffers kind) {
    assertThat(longestLine(kind, LineSpec.of(LineBreaks.ANY), 5)).isEqualTo(5);
    assertThat(longestLine(kind, LineSpec.of(LineBreaks.ANY).maxChars(3), 5)).isEqualTo(3);
    assertThat(longestLine(kind, LineSpec.of(LineBreaks.ANY).maxChars(6), -1)).isEqualTo(6);
  }

  /** Lines that grow, up to the failure. */
  private static int longestLine(Buffers kind, LineSpec lines, int limit) {
    StringBodyDecoder decoder = new StringBodyDecoder(CodecSpec.DEFAULT.lines(lines));
    decoder.setMaxInMemorySize(limit);
    Buffers.Given given =
        kind.given(
            Flux.range(1, 20).map(n -> ("x".repeat(n) + "\n").getBytes()).collectList().block());
    int[] longest = new int[1];
    StepVerifier.create(
            decoder
                .decode(given.flux(), STRING, null, null)
                .doOnNext(line -> longest[0] = line.length()))
        .thenConsumeWhile(line -> true)
        .verifyErrorSatisfies(
            failure ->
                assertThat(failure)
                    .isInstanceOf(DataBufferLimitException.class)
                    .hasMessageContaining("spring.http.codecs.max-in-memory-size")
                    .hasMessageContaining("utflow.codec.max-line-length"));
    given.assertReleased();
    return longest[0];
  }

  @ParameterizedTest
  @EnumSource
  void illFormedTextIsAFailureIfTheSpecSaysSo(Buffers kind) {
    CodecSpec strict =
        CodecSpec.DEFAULT.decoder(
            DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT));
    StringBodyDecoder decoder = new StringBodyDecoder(strict);
    for (List<byte[]> cut : Cuts.hostile(new byte[] {'a', 'b', (byte) 0xE2, 'c'})) {
      Buffers.Given given = kind.given(cut);
      StepVerifier.create(
              decoder
                  .decode(given.flux(), STRING, null, null)
                  .reduce(String::concat)
                  .onErrorMap(failure -> failure))
          .verifyErrorSatisfies(failure -> assertTellsWhere(failure));
      StepVerifier.create(decoder.decodeToMono(given.flux(), STRING, null, null))
          .verifyErrorSatisfies(failure -> assertTellsWhere(failure));
      given.assertReleased();
    }
  }

  private static void assertTellsWhere(Throwable failure) {
    assertThat(failure)
        .isInstanceOf(DecodingException.class)
        .hasMessageContaining("at byte 2")
        .hasCauseInstanceOf(io.utflow.codec.IllFormedTextException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCancelReleasesWhatIsUnderWay(int wanted) {
    StringBodyDecoder decoder =
        new StringBodyDecoder(CodecSpec.DEFAULT.lines(LineBreaks.LF_OR_CRLF));
    Buffers.Given given =
        Buffers.POOLED_DIRECT.given(List.of("a\nb\nc\n".getBytes(), "d\n".getBytes()));
    StepVerifier.create(decoder.decode(given.flux(), STRING, null, null), wanted)
        .expectNextCount(wanted)
        .thenCancel()
        .verify();
    given.assertReleased();
  }

  @Test
  void aFailureOfTheSourceComesBehindTheTextBeforeIt() {
    Buffers.Given given = Buffers.POOLED_DIRECT.given(List.of(new byte[] {'a', (byte) 0xC3}));
    Flux<DataBuffer> broken =
        given.flux().concatWith(Flux.error(new IllegalStateException("closed")));
    StepVerifier.create(new StringBodyDecoder(CodecSpec.DEFAULT).decode(broken, STRING, null, null))
        .expectNext("a")
        .verifyErrorMessage("closed");
    given.assertReleased();
  }
}
