/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.util.VersionInfo;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.TextCuts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No piece cuts an extended grapheme cluster, however the text is cut. */
class GraphemeStageTest {
  private static final String THUMB = "\uD83D\uDC4D";
  private static final String DARK = "\uD83C\uDFFF";

  /** The facts of Unicode, as lists of clusters, and some of our own (rules GB9c, GB11). */
  static List<List<String>> facts() throws IOException {
    List<List<String>> facts = new ArrayList<>();
    file().lines().filter(line -> line.startsWith("\u00F7")).forEach(line -> facts.add(fact(line)));
    facts.add(fact("\u00F7 2702 \u00D7 200D \u00D7 2702 \u00F7"));
    facts.add(fact("\u00F7 0915 \u00D7 094D \u00D7 0924 \u00F7"));
    facts.add(fact("\u00F7 0915 \u00D7 094D \u00D7 094D \u00D7 0924 \u00F7"));
    facts.add(fact("\u00F7 0915 \u00D7 094D \u00D7 200D \u00D7 0924 \u00F7"));
    facts.add(fact("\u00F7 0915 \u00D7 0308 \u00F7 0924 \u00F7"));
    return facts;
  }

  private static String file() throws IOException {
    try (InputStream file = GraphemeStageTest.class.getResourceAsStream("GraphemeBreakTest.txt")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> fact(String line) {
    List<String> clusters = new ArrayList<>();
    for (String cluster : line.replaceAll("#.*", "").split("\u00F7")) {
      StringBuilder text = new StringBuilder();
      Arrays.stream(cluster.split("\u00D7"))
          .map(String::strip)
          .filter(hex -> !hex.isEmpty())
          .forEach(hex -> text.appendCodePoint(Integer.parseInt(hex, 16)));
      if (!text.isEmpty()) {
        clusters.add(text.toString());
      }
    }
    return clusters;
  }

  private static List<String> through(GraphemeStage stage, List<String> cut) {
    List<String> out = new ArrayList<>();
    for (String piece : cut) {
      stage.offer(piece);
      drain(stage, out);
      assertThat(stage.isSpent()).isTrue();
    }
    stage.endOfInput();
    drain(stage, out);
    return out;
  }

  private static <I> void drain(Stage<I, String> stage, List<String> out) {
    String piece;
    while ((piece = stage.poll()) != null) {
      assertThat(piece).isNotEmpty();
      out.add(piece);
    }
  }

  /** Of the version of Unicode that ICU has: with a new ICU comes a new file. */
  @Test
  void theFactsAreOfTheVersionThatIcuHas() throws IOException {
    VersionInfo unicode = UCharacter.getUnicodeVersion();
    assertThat(file())
        .startsWith("# GraphemeBreakTest-%d.%d.".formatted(unicode.getMajor(), unicode.getMinor()));
  }

  @Test
  void theFactsAreThere() throws IOException {
    assertThat(facts()).hasSize(766 + 5);
  }

  @ParameterizedTest
  @MethodSource("facts")
  void theClustersAreThoseOfUnicode(List<String> clusters) {
    String text = String.join("", clusters);
    List<List<String>> cuts = new ArrayList<>(TextCuts.hostile(text));
    if (text.length() < 8) {
      cuts.addAll(TextCuts.all(text));
    }
    for (List<String> cut : cuts) {
      assertThat(through(GraphemeStage.clusters(), cut)).as("%s", cut).isEqualTo(clusters);
      assertThat(endsOf(clusters)).containsAll(endsOf(through(GraphemeStage.pieces(), cut)));
    }
  }

  private static List<Integer> endsOf(List<String> pieces) {
    List<Integer> ends = new ArrayList<>();
    int end = 0;
    for (String piece : pieces) {
      end += piece.length();
      ends.add(end);
    }
    return ends;
  }

  @Test
  void longTextsHaveTheSameClustersForEveryCut() throws IOException {
    Random random = new Random(29);
    List<List<String>> facts = facts();
    for (int round = 0; round < Product.sampled(200); round++) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 300; i++) {
        all.append(String.join("", facts.get(random.nextInt(facts.size()))));
      }
      String text = all.toString();
      List<String> clusters = through(GraphemeStage.clusters(), List.of(text));
      assertThat(String.join("", clusters)).isEqualTo(text);
      List<String> cut = TextCuts.random(text, random);
      assertThat(through(GraphemeStage.clusters(), cut)).isEqualTo(clusters);
      List<String> pieces = through(GraphemeStage.pieces(), cut);
      assertThat(String.join("", pieces)).isEqualTo(text);
      assertThat(endsOf(clusters)).containsAll(endsOf(pieces));
    }
  }

  /** Half of a supplementary character that continues a cluster ends none. */
  @Test
  void aHighSurrogateEndsNoCluster() {
    assertThat(through(GraphemeStage.clusters(), TextCuts.unitwise("x" + THUMB + DARK + "y")))
        .containsExactly("x", THUMB + DARK, "y");
  }

  @Test
  void theLastClusterWaitsOrIsFlushed() {
    GraphemeStage stage = GraphemeStage.pieces();
    List<String> out = new ArrayList<>();
    stage.offer("abe");
    drain(stage, out);
    assertThat(out).containsExactly("ab");
    stage.flush();
    drain(stage, out);
    assertThat(out).containsExactly("ab", "e");
    stage.flush();
    assertThat(stage.poll()).isNull();
    stage.offer("\u0301x\uD83D");
    stage.flush();
    drain(stage, out);
    assertThat(out).containsExactly("ab", "e", "\u0301x");
    stage.offer("\uDC4D");
    drain(stage, out);
    assertThat(stage.takeUndelivered()).isEqualTo(THUMB);
    assertThatIllegalStateException().isThrownBy(stage::flush);
  }

  @Test
  void aLongClusterIsCutAndTheSameForEveryCut() {
    String text = "a" + "\u0301".repeat(700) + THUMB + "\uD83C\uDFFF".repeat(600) + "b";
    List<String> clusters = through(GraphemeStage.clusters(), List.of(text));
    assertThat(String.join("", clusters)).isEqualTo(text);
    assertThat(clusters).allMatch(c -> c.length() <= GraphemeStage.MAX_CLUSTER).hasSize(3 + 5 + 1);
    assertThat(clusters).noneMatch(c -> Character.isLowSurrogate(c.charAt(0)));
    assertThat(through(GraphemeStage.clusters(), TextCuts.unitwise(text))).isEqualTo(clusters);
    assertThat(through(GraphemeStage.clusters(), TextCuts.every(text, 300))).isEqualTo(clusters);
    GraphemeStage stage = GraphemeStage.pieces();
    stage.offer(text);
    List<String> out = new ArrayList<>();
    drain(stage, out);
    assertThat(stage.takeUndelivered().length()).isLessThanOrEqualTo(GraphemeStage.MAX_CLUSTER);
  }

  @Test
  void piecesAreBounded() {
    String text = "e\u0301".repeat(50_000);
    List<String> pieces = through(GraphemeStage.pieces(), List.of(text));
    assertThat(pieces).allMatch(piece -> piece.length() <= 8192 && piece.startsWith("e"));
    assertThat(String.join("", pieces)).isEqualTo(text);
    String marks = "\u0301".repeat(1_000_000);
    assertThat(String.join("", through(GraphemeStage.pieces(), List.of(marks)))).isEqualTo(marks);
    assertThat(through(GraphemeStage.clusters(), List.of(marks))).hasSize(1_000_000 / 256 + 1);
  }

  @Test
  void whatWaitsIsHandedOver() {
    String text = "e\u0301" + THUMB + DARK + "\r\nx\uD83D";
    for (int at = 0; at <= text.length(); at++) {
      for (GraphemeStage stage : List.of(GraphemeStage.clusters(), GraphemeStage.pieces())) {
        List<String> out = new ArrayList<>();
        stage.offer(text.substring(0, at));
        if (at % 2 == 0) {
          drain(stage, out);
        }
        assertThat(String.join("", out) + stage.takeUndelivered()).isEqualTo(text.substring(0, at));
        assertThat(stage.poll()).isNull();
      }
    }
  }

  @Test
  void aWrongCallIsRefused() {
    GraphemeStage stage = GraphemeStage.pieces();
    stage.offer("ab");
    assertThatIllegalStateException().isThrownBy(() -> stage.offer("c"));
    stage.endOfInput();
    List<String> out = new ArrayList<>();
    drain(stage, out);
    assertThat(out).containsExactly("ab");
    assertThatIllegalStateException().isThrownBy(() -> stage.offer("c"));
  }

  @Test
  void behindADecoder() {
    ByteStage<String> stage =
        Stages.decode(DecoderSpec.of(TextEncoding.UTF_8)).then(GraphemeStage.pieces());
    byte[] bytes = ("a" + THUMB + DARK).getBytes(StandardCharsets.UTF_8);
    List<String> out = new ArrayList<>();
    for (byte b : bytes) {
      stage.offer(ByteBuffer.wrap(new byte[] {b}));
      drain(stage, out);
    }
    assertThat(out).containsExactly("a");
    assertThat(stage.takeUndelivered()).asString(StandardCharsets.UTF_8).isEqualTo(THUMB + DARK);
  }
}
