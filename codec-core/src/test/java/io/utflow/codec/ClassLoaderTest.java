/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.io.LineReader;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Deployment;
import io.utflow.codec.testing.OverEncodings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/** An application that is undeployed leaves nothing on the threads of the container. */
@OverEncodings
class ClassLoaderTest {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    thread.shutdown();
  }

  @RepeatedTest(2)
  void itIsCollectedThoughTheThreadLivesOn() throws Exception {
    assertThat(Deployment.isCollected(Application.class, thread)).isTrue();
    assertThat(thread.submit(() -> "alive").get()).isEqualTo("alive");
  }

  /** What an application does on a thread of the container. */
  static final class Application implements Runnable {
    @Override
    public void run() {
      try {
        TextEncoding.forName("none");
        throw new AssertionError("found");
      } catch (UnsupportedCharsetException expected) {
        TextEncoding.names();
      }
      for (String name : List.of("UTF-8", "UTF-16", "Shift_JIS", "ISO-2022-JP", "SCSU", "HZ")) {
        TextEncoding.find(name).ifPresent(Application::useOf);
      }
    }

    private static void useOf(TextEncoding encoding) {
      byte[] bytes = EncoderSpec.of(encoding).encode("\u65E5\u672C\nb");
      DecoderSpec spec = DecoderSpec.of(encoding);
      spec.decode(bytes);
      spec.newDecoder().decode(ByteBuffer.allocateDirect(64).put(bytes).flip(), true);
      ByteStage<String> lines = Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF));
      lines.offer(ByteBuffer.wrap(bytes));
      while (lines.poll() != null) {
        lines.isSpent();
      }
      lines.close();
      try (LineReader reader =
          new LineReader(
              new ByteArrayInputStream(bytes), spec, LineSpec.of(LineBreaks.LF_OR_CRLF))) {
        reader.lines().forEach(String::length);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
