/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** In a run with the Vector API and without the property, the kernels change during a stream. */
class VectorsTakeOverIT {
  @Test
  void aStreamIsDecodedWhileTheKernelsWarmUp() throws Exception {
    assertThat(System.getProperty(Kernels.PROPERTY)).isNull();
    String text = new TextSamples(30).text(2_000);
    byte[] bytes = ReferenceEncoder.encode(TextEncoding.UTF_8, text);
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();

    CompletableFuture<KernelSet> choice = CompletableFuture.supplyAsync(this::awaitChoice);
    boolean done;
    do {
      done = choice.isDone();
      assertThat(decoder.decode(ByteBuffer.wrap(bytes), false)).isEqualTo(text);
    } while (!done);
    assertThat(choice.get().name()).isEqualTo(Utflow.kernel());
    assertThat(Kernels.available()).extracting(KernelSet::name).contains("vector");
  }

  private KernelSet awaitChoice() {
    try {
      return Kernels.awaitChoice();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
