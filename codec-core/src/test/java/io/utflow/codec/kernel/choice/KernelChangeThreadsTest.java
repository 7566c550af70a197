/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Many threads read while another changes the kernels: each text by its hash. */
class KernelChangeThreadsTest {
  private static final int THREADS = 6;

  private static final List<TextEncoding> ENCODINGS =
      List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE, TextEncoding.UTF_32BE);

  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_ONLY).keepTerminator(true);

  @Test
  void everyTextIsTheOneThatWasSent() throws Exception {
    List<KernelSet> sets = Kernels.available();
    KernelSet before = KernelContestTest.settled();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    AtomicInteger changes = new AtomicInteger();
    try {
      List<Future<String>> hashes = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < Product.sampled(400); i++) {
        String text = "a" + new TextSamples(i).text(900);
        TextEncoding encoding = ENCODINGS.get(i % ENCODINGS.size());
        byte[] bytes = ReferenceEncoder.encode(encoding, text);
        int seed = i;
        expected.add(hash(text + text + text));
        hashes.add(
            threads.submit(
                () -> {
                  int first = changes.get();
                  Set<String> seen = new HashSet<>();
                  // However the threads are scheduled, kernels change under this text.
                  do {
                    seen.add(hash(read(encoding, bytes, new Random(seed))));
                  } while (changes.get() - first <= sets.size()
                      && !Thread.currentThread().isInterrupted());
                  return String.join(", ", seen);
                }));
      }
      for (Future<String> hash : hashes) {
        while (!hash.isDone()) {
          Kernels.use(sets.get(changes.getAndIncrement() % sets.size()));
          Thread.yield();
        }
      }
      for (int i = 0; i < expected.size(); i++) {
        assertThat(hashes.get(i).get()).as("text %d", i).isEqualTo(expected.get(i));
      }
    } finally {
      threads.shutdownNow();
      Kernels.use(before);
    }
  }

  /** As text, as lines, and transcoded. */
  private static String read(TextEncoding encoding, byte[] bytes, Random random) {
    DecoderSpec spec = DecoderSpec.of(encoding);
    StringBuilder text = new StringBuilder();
    run(Stages.decode(spec), bytes, random, text::append);
    run(Stages.lines(spec, LINES), bytes, random, text::append);
    TextEncoding target = TextEncoding.UTF_16BE;
    Stage<ByteBuffer, ByteBuffer> transcoding =
        Stages.transcode(spec, EncoderSpec.of(target), OutputBuffers.onHeap());
    run(transcoding, bytes, random, out -> text.append(UTF_16BE.decode(out)));
    return text.toString();
  }

  private static <O> void run(
      Stage<ByteBuffer, O> stage, byte[] bytes, Random random, Consumer<O> out) {
    for (int at = 0; at < bytes.length; ) {
      int size = Math.min(bytes.length - at, 1 + random.nextInt(400));
      stage.offer(ByteBuffer.wrap(bytes, at, size));
      at += size;
      drain(stage, out);
    }
    stage.endOfInput();
    drain(stage, out);
  }

  private static <O> void drain(Stage<ByteBuffer, O> stage, Consumer<O> out) {
    for (O output = stage.poll(); output != null; output = stage.poll()) {
      out.accept(output);
    }
  }

  private static String hash(String text) throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(digest.digest(text.getBytes(UTF_16BE)));
  }
}
