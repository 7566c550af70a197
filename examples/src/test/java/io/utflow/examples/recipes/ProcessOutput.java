/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.recipes;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The recipe of that name. */
class ProcessOutput {
  private final DecoderSpec spec;

  ProcessOutput(DecoderSpec spec) {
    this.spec = spec;
  }

  /** Hands on what a program prints, as it prints it: whole characters, the two streams apart. */
  int run(ProcessBuilder program, Consumer<String> out, Consumer<String> err)
      throws IOException, InterruptedException {
    Process process = program.start();
    CompletableFuture<Void> errors =
        CompletableFuture.runAsync(() -> pass(process.getErrorStream(), err));
    pass(process.getInputStream(), out);
    errors.join();
    return process.waitFor();
  }

  private void pass(InputStream printed, Consumer<String> text) {
    TextDecoder decoder = spec.newDecoder(); // one for each stream
    byte[] bytes = new byte[8192];
    try (printed) {
      for (int count; (count = printed.read(bytes)) >= 0; ) {
        text.accept(decoder.decode(bytes, 0, count));
      }
      text.accept(decoder.finish());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
