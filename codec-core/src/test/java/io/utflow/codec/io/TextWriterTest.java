/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A writer: texts in parts, what waits, and its end. */
class TextWriterTest {
  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);
  private static final String TEXT = "a\u00E9\u20AC\uD83D\uDE00z";

  /** Counts what happens to it. */
  private static class Target extends ByteArrayOutputStream {
    private int flushed;
    private int closed;

    @Override
    public void flush() {
      flushed++;
    }

    @Override
    public void close() {
      closed++;
    }

    String text() {
      return toString(StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyCutAndEveryWayToWrite() throws IOException {
    for (int at = 0; at <= TEXT.length(); at++) {
      Target target = new Target();
      try (TextWriter writer = new TextWriter(target, UTF_8)) {
        writer.write(TEXT, 0, at);
        writer.write(TEXT.substring(at));
        writer.write(TEXT.toCharArray(), 0, at);
        writer.write(TEXT.toCharArray(), at, TEXT.length() - at);
        for (char c : TEXT.toCharArray()) {
          writer.write(c);
        }
        writer.append(TEXT, 0, at).append(TEXT, at, TEXT.length());
      }
      assertThat(target.text()).isEqualTo(TEXT.repeat(4));
      assertThat(target.closed).isEqualTo(1);
    }
  }

  @Test
  void longTexts() throws IOException {
    String text = TEXT.repeat(10_000);
    Target target = new Target();
    try (TextWriter writer = new TextWriter(target, UTF_8)) {
      writer.write(text);
      writer.write(text.toCharArray());
      writer.write("!" + text + "!", 1, text.length());
    }
    assertThat(target.text()).isEqualTo(text.repeat(3));
  }

  @Test
  void aFlushWritesWhatIsComplete() throws IOException {
    Target target = new Target();
    TextWriter writer = new TextWriter(target, UTF_8);
    writer.write("a\uD83D");
    assertThat(target.size()).isZero();
    writer.flush();
    assertThat(target.text()).isEqualTo("a");
    assertThat(target.flushed).isEqualTo(1);
    writer.write("\uDE00\uD83D");
    writer.close();
    assertThat(target.text()).isEqualTo("a\uD83D\uDE00\uFFFD");
    writer.close();
    assertThat(target.closed).isEqualTo(1);
    assertThatIOException().isThrownBy(() -> writer.write("a"));
    assertThatIOException().isThrownBy(writer::flush);
  }

  @Test
  void theMarkIsWrittenOnce() throws IOException {
    Target target = new Target();
    try (TextWriter writer = new TextWriter(target, EncoderSpec.of(TextEncoding.UTF_16))) {
      writer.write("a");
      writer.write("b");
    }
    assertThat(target.toByteArray()).isEqualTo(new byte[] {-2, -1, 0, 'a', 0, 'b'});
  }

  @Test
  void whatIsReportedStandsBehindTheTextBeforeIt() throws IOException {
    Target target = new Target();
    TextWriter writer = new TextWriter(target, UTF_8.onMalformed(MalformedPolicy.REPORT));
    for (String text : Arrays.asList("ab\uDE00c", "d")) {
      assertThatThrownBy(() -> writer.write(text))
          .isInstanceOfSatisfying(
              IllFormedIOException.class, e -> assertThat(e.sequence().charOffset()).isEqualTo(2));
    }
    writer.close();
    assertThat(target.text()).isEqualTo("ab");
    assertThat(target.closed).isEqualTo(1);
  }

  @Test
  void theStreamIsClosedThoughTheEndIsReported() throws IOException {
    Target target = new Target();
    TextWriter writer = new TextWriter(target, UTF_8.onMalformed(MalformedPolicy.REPORT));
    writer.write("a\uD83D");
    assertThatThrownBy(writer::close).isInstanceOf(IllFormedIOException.class);
    assertThat(target.text()).isEqualTo("a");
    assertThat(target.closed).isEqualTo(1);
  }

  /** Many streams keep their first exception, and throw it again from each call. */
  @Test
  void aStreamThatThrowsTheSameTwiceDoesNotHideIt() {
    IOException full = new IOException("no space left");
    IOException other = new IOException("not closed");
    for (IOException atClose : List.of(full, other)) {
      TextWriter writer =
          new TextWriter(
              new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                  throw full;
                }

                @Override
                public void flush() throws IOException {
                  throw full;
                }

                @Override
                public void close() throws IOException {
                  throw atClose;
                }
              },
              UTF_8);
      assertThatThrownBy(
              () -> {
                writer.write("a");
                writer.close();
              })
          .isSameAs(full);
      assertThatIOException().isThrownBy(writer::flush).withMessage("the writer is closed");
    }
    assertThat(full.getSuppressed()).containsExactly(other);
  }

  /** A stream that refuses some writes, and takes others. */
  @Test
  void nothingIsWrittenAfterBytesThatWereLost() throws IOException {
    IOException full = new IOException("no space left");
    for (int refused = 1; refused <= 3; refused++) {
      int nth = refused;
      Target target =
          new Target() {
            private int left = nth;

            @Override
            public void write(byte[] bytes, int from, int length) {
              if (--left == 0) {
                ThrownWithinTest.<RuntimeException>sneak(full);
              }
              super.write(bytes, from, length);
            }
          };
      TextWriter writer = new TextWriter(target, UTF_8);
      int failures = 0;
      for (String text : List.of("1", "2", "3", "4", "5")) {
        try {
          writer.write(text);
          writer.flush();
        } catch (IOException e) {
          assertThat(e).isSameAs(full);
          failures++;
        }
      }
      assertThat(failures).isEqualTo(6 - nth);
      writer.close();
      assertThat(target.text()).isEqualTo("12345".substring(0, nth - 1));
      assertThat(target.closed).isEqualTo(1);
    }
  }
}
