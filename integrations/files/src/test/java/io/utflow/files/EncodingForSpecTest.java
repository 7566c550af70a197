/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What takes a DecoderSpec takes a TextEncoding in its place; where a text is transcoded to. */
class EncodingForSpecTest {
  private static final EncoderSpec UTF_16BE = EncoderSpec.of(TextEncoding.UTF_16BE);

  @TempDir private Path folder;

  @Test
  void aFileIsOpenedAndTranscoded() throws IOException {
    Path path = Files.writeString(folder.resolve("text"), "a\u20AC\nb");
    Path target = folder.resolve("target");
    try (TextFile file = TextFile.open(path, TextEncoding.UTF_8)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      assertThat(file.transcode(UTF_16BE, out)).isEqualTo(8);
      assertThat(out.toString(StandardCharsets.UTF_16BE)).isEqualTo("a\u20AC\nb");
      assertThat(file.transcode(UTF_16BE, target)).isEqualTo(8);
      assertThat(target).hasBinaryContent(out.toByteArray());
      assertThat(file.transcode(TextEncoding.UTF_16LE, target)).isEqualTo(8);
      assertThat(target).hasBinaryContent("a\u20AC\nb".getBytes(StandardCharsets.UTF_16LE));
      assertThatThrownBy(() -> file.transcode(UTF_16BE, path))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("another path");
    }
    assertThat(path).hasContent("a\u20AC\nb");
  }

  @Test
  void aFluxOfLines() throws IOException {
    Path path = Files.writeString(folder.resolve("text"), "a\u20AC\nb");
    LineSpec lines = LineSpec.of(LineBreaks.ANY);
    assertThat(
            FileText.lines(path, TextEncoding.UTF_8, lines)
                .map(LocatedLine::text)
                .collectList()
                .block())
        .containsExactly("a\u20AC", "b");
  }
}
