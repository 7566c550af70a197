/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code key=value} out of lines; empty lines and those that begin with {@code #} are left
 * out.
 *
 * <p>It reads text only. After {@link Stages#lines} it reads bytes cut anywhere, in any encoding,
 * in a Netty pipeline, in a {@code Flux} or by hand.
 */
public final class KeyValues implements Stage<String, Map.Entry<String, String>> {
  private @Nullable String line;

  /** Key and value for each line of a stream of bytes. */
  public static ByteStage<Map.Entry<String, String>> of(DecoderSpec spec) {
    return Stages.lines(spec, LineSpec.of(LineBreaks.ANY)).then(new KeyValues());
  }

  @Override
  public void offer(String input) {
    line = input;
  }

  @Override
  public Map.@Nullable Entry<String, String> poll() {
    String read = line;
    line = null;
    if (read == null || read.isBlank() || read.startsWith("#")) {
      return null;
    }
    int equals = read.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException("expected key=value, but the line is: " + read);
    }
    return Map.entry(read.substring(0, equals).strip(), read.substring(equals + 1).strip());
  }

  @Override
  public boolean isSpent() {
    return line == null;
  }

  @Override
  public void endOfInput() {
    // Every line was read when it came.
  }

  @Override
  public void close() {
    line = null;
  }
}
