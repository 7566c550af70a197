/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.io.LineReader;
import io.utflow.codec.io.TextReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What takes a DecoderSpec takes a TextEncoding in its place. */
class EncodingForSpecTest {
  private static final LineSpec LINES = LineSpec.of(LineBreaks.ANY);
  private static final byte[] BYTES = "a|\u20AC\nb".getBytes(StandardCharsets.UTF_8);

  private static <O> List<String> read(Stage<ByteBuffer, O> stage, Function<O, String> text) {
    stage.offer(ByteBuffer.wrap(BYTES));
    List<String> outputs = new ArrayList<>();
    for (O output = stage.poll(); output != null; output = stage.poll()) {
      outputs.add(text.apply(output));
    }
    stage.endOfInput();
    for (O output = stage.poll(); output != null; output = stage.poll()) {
      outputs.add(text.apply(output));
    }
    return outputs;
  }

  @Test
  void stages() {
    TextEncoding utf8 = TextEncoding.UTF_8;
    assertThat(read(Stages.decode(utf8), String::toString)).containsExactly("a|\u20AC\nb");
    assertThat(read(Stages.text(utf8, 9), String::toString)).containsExactly("a|\u20AC\nb");
    assertThat(read(Stages.lines(utf8, LINES), String::toString))
        .isEqualTo(read(Stages.locatedLines(utf8, LINES), LocatedLine::text))
        .containsExactly("a|\u20AC", "b");
    assertThat(read(Stages.records(utf8, "|"), String::toString))
        .isEqualTo(read(Stages.records(utf8, RecordSpec.delimitedBy("|")), String::toString))
        .isEqualTo(
            read(Stages.locatedRecords(utf8, RecordSpec.delimitedBy("|")), LocatedLine::text))
        .containsExactly("a", "\u20AC\nb");
  }

  @Test
  void readers() throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(BYTES);
    try (LineReader lines = new LineReader(in, TextEncoding.UTF_8, LINES)) {
      assertThat(lines.readLine()).isEqualTo("a|\u20AC");
    }
    in.reset();
    try (LineReader lines = new LineReader(Channels.newChannel(in), TextEncoding.UTF_8, LINES)) {
      assertThat(lines.readLine()).isEqualTo("a|\u20AC");
    }
    in.reset();
    try (TextReader text = new TextReader(in, TextEncoding.UTF_8)) {
      assertThat(text.read()).isEqualTo('a');
    }
    in.reset();
    try (TextReader text = new TextReader(Channels.newChannel(in), TextEncoding.UTF_8)) {
      assertThat(text.read()).isEqualTo('a');
    }
  }
}
