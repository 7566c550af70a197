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
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** In a run with the Vector API and without the property, the kernels change during a stream. */
class VectorsTakeOverIT {
  private static final int THREADS = 3;

  /** How many texts a stream decodes before it awaits the choice again. */
  private static final int TEXTS_AT_ONCE = 5;

  @Test
  void streamsOfManyThreadsAreDecodedWhileTheKernelsWarmUp() throws Exception {
    assertThat(System.getProperty(Kernels.PROPERTY)).isNull();
    CompletableFuture<KernelSet> choice = CompletableFuture.supplyAsync(this::awaitChoice);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<Integer>> streams = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      TextEncoding encoding = i % 2 == 0 ? TextEncoding.UTF_8 : TextEncoding.UTF_16LE;
      String text = new TextSamples(30 + i).text(2_000);
      streams.add(threads.submit(() -> decoded(encoding, text, choice)));
    }
    threads.shutdown();
    int texts = 0;
    for (Future<Integer> stream : streams) {
      texts += stream.get();
    }
    assertThat(choice.get().name()).isEqualTo(Utflow.kernel());
    assertThat(Kernels.available()).extracting(KernelSet::name).contains("vector");
    System.out.printf(
        "Vectors take over: %d texts of %d threads, then %s%n", texts, THREADS, Utflow.kernel());
  }

  /** One stream, text after text, until the choice is made and once more; answers how many. */
  private static int decoded(TextEncoding encoding, String text, Future<?> choice)
      throws NoSuchAlgorithmException, InterruptedException, ExecutionException {
    byte[] bytes = ReferenceEncoder.encode(encoding, text);
    String hash = hash(text);
    TextDecoder decoder = DecoderSpec.of(encoding).newDecoder();
    int texts = 0;
    boolean done;
    do {
      done = isMadeSoon(choice);
      for (int i = 0; i < TEXTS_AT_ONCE; i++) {
        assertThat(hash(decoder.decode(ByteBuffer.wrap(bytes), false))).isEqualTo(hash);
        texts++;
      }
    } while (!done);
    return texts;
  }

  /**
   * Whether the choice is made within a millisecond: streams that never paused would take the
   * processors from the kernels that are tried.
   */
  private static boolean isMadeSoon(Future<?> choice)
      throws InterruptedException, ExecutionException {
    try {
      choice.get(1, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException stillWarmingUp) {
      return false;
    }
  }

  private static String hash(String text) throws NoSuchAlgorithmException {
    byte[] chars = text.getBytes(StandardCharsets.UTF_16BE);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(chars));
  }

  private KernelSet awaitChoice() {
    try {
      return Kernels.awaitChoice();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
