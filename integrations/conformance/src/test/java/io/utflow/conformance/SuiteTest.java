/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The data, the cuts, and what is judged. */
class SuiteTest {
  private static final Suite SUITE = Suite.all();

  @ParameterizedTest
  @ValueSource(strings = {"text", "lines", "events"})
  void theDataSaysItsVersionAndItsLicence(String file) throws IOException {
    String header = new String(bytes(file + ".jsonl"), StandardCharsets.US_ASCII).split("\n")[0];
    assertThat(Json.object(header))
        .containsEntry("suite", "utflow-conformance")
        .containsEntry("version", (long) Suite.VERSION)
        .containsEntry("licence", "CC0-1.0")
        .containsEntry("file", file);
    assertThat(new String(bytes("LICENCE.txt"), StandardCharsets.US_ASCII))
        .contains("CC0 1.0 Universal", file + ".jsonl");
  }

  private static byte[] bytes(String file) throws IOException {
    try (InputStream in = Suite.class.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }

  @Test
  void everyVectorIsWhole() {
    assertThat(SUITE.vectors().stream().map(ConformanceVector::id)).doesNotHaveDuplicates();
    assertThat(SUITE.vectors())
        .allSatisfy(
            vector -> {
              assertThat(vector.clause()).isNotBlank();
              assertThat(vector.answers()).isNotEmpty().doesNotHaveDuplicates();
              assertThat(vector.longestSequence() > 0).isEqualTo(vector.job() == Job.TEXT);
              List<Integer> due = vector.due();
              if (due != null) {
                assertThat(due).hasSize(vector.bytes().length).isSorted();
              }
            });
  }

  /** Together they are the stream, and each rule makes its pieces. */
  @Test
  void cuts() {
    byte[] bytes = {1, 2, 3, 4, 5, 6, 7};
    List<List<byte[]>> cuts = Cuts.of(bytes);
    assertThat(cuts)
        .hasSize(1 + 6 + 1)
        .allSatisfy(pieces -> assertThat(joined(pieces)).isEqualTo(bytes));
    assertThat(cuts.get(0)).hasSize(7).allMatch(piece -> piece.length == 1);
    for (int i = 1; i < 7; i++) {
      assertThat(cuts.get(i)).hasSize(2);
      assertThat(cuts.get(i).get(0)).hasSize(i);
    }
    // 29 is one more than the sum: 29 * 48271 = 1399859, and so on.
    assertThat(cuts.get(7).stream().map(piece -> piece.length)).startsWith(3);
    assertThat(SUITE.vectors().stream().flatMap(vector -> Cuts.of(vector.bytes()).stream()))
        .as("some pieces are empty")
        .anyMatch(pieces -> pieces.stream().anyMatch(piece -> piece.length == 0));
  }

  private static byte[] joined(List<byte[]> pieces) {
    List<Byte> all = new ArrayList<>();
    pieces.forEach(
        piece -> {
          for (byte b : piece) {
            all.add(b);
          }
        });
    byte[] joined = new byte[all.size()];
    for (int i = 0; i < joined.length; i++) {
      joined[i] = all.get(i);
    }
    return joined;
  }

  /** The same failure at every cut is no fault of the cuts. */
  @Test
  void whatADecoderThrowsFailsTheWholeOrTheCuts() {
    ConformanceVector vector = vector("utf-8/four-bytes/f09f9880");
    AtomicInteger closed = new AtomicInteger();
    Verdict always = judged(vector, () -> new Throwing(closed, 0));
    assertThat(always.failures()).containsOnlyKeys(Level.WHOLE);
    assertThat(always.failures().get(Level.WHOLE))
        .isEqualTo("F09F9880: \"\" and then java.io.IOException: no, not \"\\uD83D\\uDE00\"");
    assertThat(closed).hasValue(1 + Cuts.of(new byte[4]).size());
    assertThat(judged(vector, () -> new Throwing(closed, 1)).failures())
        .containsOnlyKeys(Level.WHOLE, Level.CUTS);
    Verdict unmade =
        judged(
            vector,
            () -> {
              throw new IOException("no");
            });
    assertThat(unmade.failures()).containsOnlyKeys(Level.WHOLE);
  }

  private static Verdict judged(ConformanceVector vector, Callable<PieceDecoder> made) {
    DecoderUnderTest decoder = DecoderUnderTest.of("throwing", (job, encoding) -> made.call());
    return Suite.judge(vector, decoder).orElseThrow();
  }

  private static ConformanceVector vector(String id) {
    return SUITE.vectors().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
  }

  /** Two answers that the standard permits pass both, and a third does not. */
  @Test
  void everyPermittedAnswerPasses() {
    for (ConformanceVector vector : SUITE.vectors()) {
      for (List<String> answer : vector.answers()) {
        assertThat(Suite.judge(vector, constant(answer)).orElseThrow().passed(Level.WHOLE))
            .isTrue();
      }
      assertThat(
              Suite.judge(vector, constant(List.of("no answer"))).orElseThrow().passed(Level.WHOLE))
          .isFalse();
    }
    assertThat(vector("utf-16le/mark/fffe6100").answers())
        .containsExactly(List.of("\uFEFFa"), List.of("a"));
  }

  private static DecoderUnderTest constant(List<String> answer) {
    return DecoderUnderTest.of(
        "constant",
        (job, encoding) ->
            new PieceDecoder() {
              @Override
              public List<String> piece(byte[] bytes) {
                return List.of();
              }

              @Override
              public List<String> end() {
                return answer;
              }
            });
  }

  @Test
  void json() {
    assertThat(
            Json.object("{\"a\":[1,-2,[]],\"b\":\"\\u00e9\\n\\\\\\\"\\/\\r\\t\\b\\f\",\"c\":{}}"))
        .isEqualTo(
            Map.of("a", List.of(1L, -2L, List.of()), "b", "\u00E9\n\\\"/\r\t\b\f", "c", Map.of()));
  }

  /** Fails after so many pieces, or at its end. */
  private static final class Throwing implements PieceDecoder {
    private final AtomicInteger closed;
    private final int most;
    private int pieces;

    Throwing(AtomicInteger closed, int most) {
      this.closed = closed;
      this.most = most;
    }

    @Override
    public List<String> piece(byte[] bytes) throws IOException {
      if (most > 0 && ++pieces > most) {
        throw new IOException("no");
      }
      return List.of();
    }

    @Override
    public List<String> end() throws IOException {
      if (most == 0) {
        throw new IOException("no");
      }
      return List.of();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
