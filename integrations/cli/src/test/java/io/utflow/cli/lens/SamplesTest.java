/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.testing.page.SourceCompiler;
import io.utflow.codec.testing.page.SourceCompiler.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The symptoms of the page: the Java that mends them compiles, and reading so mends them. */
@Tag("whole")
class SamplesTest {
  private record Sample(
      String id,
      String title,
      String says,
      String mend,
      String hex,
      int[] cuts,
      Map<String, String> settings,
      Map<String, String> mended,
      int active) {

    Pieces pieces() {
      return new Pieces(Texts.hex(hex), cuts);
    }

    Settings wrong() {
      return read(settings);
    }

    Settings right() {
      Map<String, String> both = new java.util.HashMap<>(settings);
      if (mended != null) {
        both.putAll(mended);
      }
      return read(both);
    }

    private static Settings read(Map<String, String> named) {
      return new Settings(
          named.getOrDefault("encoding", "UTF-8"),
          IllFormedChoice.valueOf(named.getOrDefault("malformed", "REPLACE")),
          BomPolicy.valueOf(named.getOrDefault("bom", "PER_ENCODING")),
          LineBreaks.valueOf(named.getOrDefault("breaks", "LF_OR_CRLF")));
    }
  }

  private static final String GIVEN =
      """
      import io.netty.buffer.ByteBuf;
      import io.netty.channel.ChannelPipeline;
      import io.utflow.codec.*;
      import io.utflow.codec.stage.*;
      import io.utflow.netty.*;
      import io.utflow.reactor.*;
      import reactor.core.publisher.Flux;

      class %s {
        void mend(ChannelPipeline pipeline, Flux<ByteBuf> byteBufs) {
          %s
        }
      }
      """;

  private static List<Sample> samples() throws IOException {
    try (InputStream in = Objects.requireNonNull(Lens.class.getResourceAsStream("samples.json"))) {
      return List.of(new JsonMapper().readValue(in, Sample[].class));
    }
  }

  @Test
  void theJavaThatMendsThemCompiles(@TempDir Path classes) throws IOException {
    List<Source> sources = new ArrayList<>();
    for (Sample sample : samples()) {
      String name = "Mend" + sources.size();
      sources.add(new Source(name, sample.id(), GIVEN.formatted(name, sample.mend())));
    }
    assertThat(sources).hasSizeGreaterThan(9);
    assertThat(SourceCompiler.errors(sources, classes)).isEmpty();
  }

  /** A sample that is read wrongly is another text when it is mended, and that is well-formed. */
  @Test
  void readAsTheLineSaysTheyAreMended() throws IOException {
    for (Sample sample : samples()) {
      byte[] bytes = sample.pieces().bytes();
      SequenceMap right = SequenceMap.of(bytes, sample.right());
      if (sample.mended() != null && sample.right().malformed() == IllFormedChoice.REPLACE) {
        assertThat(right.illFormed()).as(sample.id()).isEmpty();
        assertThat(SequenceMap.of(bytes, sample.wrong()).text())
            .as(sample.id())
            .isNotEqualTo(right.text());
      }
    }
  }

  /** The line names what the button sets. */
  @Test
  void theLineNamesWhatTheButtonSets() throws IOException {
    for (Sample sample : samples()) {
      if (sample.mended() != null) {
        for (String value : sample.mended().values()) {
          String constant = value.replaceFirst("(?<=UTF-(?:16|32))", "").replace('-', '_');
          assertThat(sample.mend()).as(sample.id()).matches(".*(" + value + "|" + constant + ").*");
        }
      }
    }
  }

  /** In those of cuts alone, a decoder of pieces loses what Utflow carries. */
  @Test
  void samplesOfCutsShowALoss() throws IOException {
    for (Sample sample : samples()) {
      if (List.of("chat", "emoji", "scripts").contains(sample.id())) {
        boolean carried = false;
        boolean lost = false;
        try (PieceRun run = new PieceRun(0, sample.pieces(), sample.wrong(), 0)) {
          while (run.hasNext()) {
            Answer.Piece piece = run.next();
            carried |= !piece.pending().isEmpty();
            lost |= !piece.rows().get(0).text().equals(piece.rows().get(1).text());
          }
        }
        assertThat(carried && lost).as(sample.id()).isTrue();
        assertThat(SequenceMap.of(sample.pieces().bytes(), sample.wrong()).illFormed()).isEmpty();
      }
    }
  }
}
