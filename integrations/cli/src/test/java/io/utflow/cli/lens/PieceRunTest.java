/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.StringDecoder;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;

@Tag("whole")
class PieceRunTest {
  private static final int UTFLOW = 0;
  private static final int NETTY = 1;
  private static final int REACTOR_NETTY = 2;
  private static final int SPRING = 3;

  /** Of each kind one: all cuts are many. */
  static List<TextEncoding> encodings() {
    return Stream.of("UTF-8", "UTF-16", "UTF-32LE", "CESU-8", "Shift_JIS", "ISO-2022-JP")
        .map(TextEncoding::forName)
        .toList();
  }

  private static Pieces cut(byte[] bytes, List<byte[]> pieces) {
    int[] ends = new int[Math.max(0, pieces.size() - 1)];
    int at = 0;
    for (int i = 0; i < ends.length; i++) {
      at += pieces.get(i).length;
      ends[i] = at;
    }
    return new Pieces(bytes, ends);
  }

  private static List<Answer.Piece> run(Pieces pieces, Settings settings, int from) {
    List<Answer.Piece> all = new ArrayList<>();
    try (PieceRun run = new PieceRun(1, pieces, settings, from)) {
      run.forEachRemaining(all::add);
    }
    return all;
  }

  private static String text(List<Answer.Piece> run, int row) {
    return run.stream().map(piece -> piece.rows().get(row).text()).collect(Collectors.joining());
  }

  private static String whole(byte[] bytes, DecoderSpec spec) {
    try {
      return spec.newDecoder().decode(ByteBuffer.wrap(bytes), true);
    } catch (IllFormedTextException e) {
      return e.decodedPrefix();
    }
  }

  /** All cuts of short streams: the row of Utflow never differs, and pending bytes add up. */
  @ParameterizedTest
  @MethodSource("encodings")
  void utflowNeverDiffersHoweverItIsCut(TextEncoding encoding) {
    for (byte[] bytes : Texts.streams().subList(0, 20)) {
      if (bytes.length > 7) {
        continue;
      }
      for (IllFormedChoice choice : List.of(IllFormedChoice.REPLACE, IllFormedChoice.REPORT)) {
        Settings settings = Settings.of(encoding).with(choice);
        String expected = whole(bytes, settings.spec());
        for (List<byte[]> pieces : Cuts.all(bytes)) {
          assertThat(rowOf(cut(bytes, pieces), settings))
              .as(Cuts.describe(pieces))
              .isEqualTo(expected);
        }
      }
    }
  }

  /** The text of Utflow's row alone, for thousands of cuts. */
  private static String rowOf(Pieces pieces, Settings settings) {
    StringBuilder text = new StringBuilder();
    try (UtflowRow row = new UtflowRow(settings)) {
      for (int i = 0; i <= pieces.count(); i++) {
        boolean atEnd = i == pieces.count();
        Answer.Row output = row.receive(atEnd ? new byte[0] : pieces.piece(i), atEnd);
        text.append(output.text());
        if (output.failure() == null) {
          int pending = (row.pending(pieces.bytes(), pieces.to(i)).length() + 1) / 3;
          assertThat(row.position() + pending).isEqualTo(pieces.to(i));
        }
      }
    }
    return text.toString();
  }

  /** What the others are shown to emit is what they emit: told here in another way. */
  @Test
  void theOtherRowsAreTheRealOnes() {
    for (TextEncoding encoding : List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE)) {
      Charset charset = Charset.forName(encoding.name());
      byte[] bytes = "aé\r\n\n😀 世b\nc".getBytes(charset);
      for (int size = 1; size < 12; size++) {
        Pieces pieces = Pieces.every(bytes, size);
        List<Answer.Piece> run = run(pieces, Settings.of(encoding), 0);
        for (Answer.Piece piece : run.subList(0, pieces.count())) {
          String alone = new String(pieces.piece(piece.index()), charset);
          assertThat(piece.rows().get(NETTY).text()).isEqualTo(alone);
          assertThat(piece.rows().get(REACTOR_NETTY).text()).isEqualTo(alone);
        }
        assertThat(text(run, SPRING)).isEqualTo(springAlone(pieces, charset));
      }
    }
  }

  private static String springAlone(Pieces pieces, Charset charset) {
    return StringDecoder.allMimeTypes(List.of("\r\n", "\n"), false)
        .decode(
            Flux.fromIterable(pieces.all()).map(DefaultDataBufferFactory.sharedInstance::wrap),
            ResolvableType.forClass(String.class),
            new MimeType("text", "plain", charset),
            null)
        .collect(Collectors.joining())
        .block();
  }

  /** The law by which a run may begin anywhere: what was before need not be cut as it was. */
  @ParameterizedTest
  @MethodSource("encodings")
  void aRunThatBeginsLaterGoesOnAsOneFromTheStart(TextEncoding encoding) {
    for (byte[] bytes : Texts.streams().subList(0, 20)) {
      Pieces pieces = Pieces.every(bytes, 3);
      Settings settings = Settings.of(encoding);
      List<Answer.Piece> all = run(pieces, settings, 0);
      for (int from = 1; from <= pieces.count(); from++) {
        assertThat(run(pieces, settings, from))
            .isEqualTo(all.subList(from, all.size()))
            .last()
            .matches(Answer.Piece::atEnd);
      }
    }
  }

  @Test
  void aReportedSequenceStopsUtflow() {
    byte[] bytes = Texts.hex("61C3 FF62 63");
    Settings settings = Settings.of(TextEncoding.UTF_8).with(IllFormedChoice.REPORT);
    List<Answer.Piece> run = run(Pieces.every(bytes, 2), settings, 0);
    assertThat(text(run, UTFLOW)).isEqualTo("a");
    assertThat(run.get(0).pending()).isEqualTo("C3");
    assertThat(run.get(1).rows().get(UTFLOW).failure())
        .isEqualTo("TRUNCATED at byte 1 of UTF-8 text: C3");
    assertThat(run.get(1).illFormed().get(0).clause()).contains("maximal subpart");
    assertThat(run.get(2).illFormed()).isEmpty();
  }

  @Test
  void saysWhichLinesAPieceCompleted() {
    byte[] bytes = "one\r\ntwo\nrest".getBytes(StandardCharsets.UTF_8);
    List<Answer.Piece> run =
        run(new Pieces(bytes, new int[] {4, 6, 9}), Settings.of(TextEncoding.UTF_8), 0);
    assertThat(run)
        .extracting(Answer.Piece::lines)
        .containsExactly(List.of(), List.of("one"), List.of("two"), List.of(), List.of("rest"));
  }

  @Test
  void aLongTextIsShortenedBetweenCharacters() {
    String text = "a" + "😀".repeat(Answer.Row.SHOWN);
    Answer.Row row = Answer.Row.of(text, null);
    assertThat(row.text()).isEqualTo(text.substring(0, Answer.Row.SHOWN - 1));
    assertThat(row.chars()).isEqualTo(text.length());
  }

  @Test
  void anEncodingThatTheJvmDoesNotHaveHasTheRowOfUtflowOnly() {
    List<Answer.Piece> run =
        run(Pieces.every(Texts.hex("6162"), 1), Settings.of(TextEncoding.forName("WTF-8")), 0);
    assertThat(run.get(0).rows()).hasSize(1);
  }

  @Test
  void everyPolicyForMarksRuns() {
    for (BomPolicy bom : BomPolicy.values()) {
      byte[] bytes = Texts.hex("FEFF0061");
      Settings settings = Settings.of(TextEncoding.UTF_16).with(bom);
      assertThat(text(run(Pieces.every(bytes, 1), settings, 0), UTFLOW))
          .isEqualTo(whole(bytes, settings.spec()));
    }
  }
}
