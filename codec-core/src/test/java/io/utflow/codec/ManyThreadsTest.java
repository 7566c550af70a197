/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Deployment;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Specs, encodings by name, their tables, delimiters, pools and kernels are used first by many
 * threads at once, then by all of them side by side: every text is the one that was sent. Each
 * round loads the library anew, or only one would see a first use.
 */
@OverEncodings
class ManyThreadsTest {
  private static final int THREADS = 8;

  /** A text for each encoding, in characters that it has. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("UTF-8", "\u65E5\uD83D\uDE00\u00E9"),
          Map.entry("UTF-16", "\u65E5\uD83D\uDE00\u00E9"),
          Map.entry("UTF-16LE", "\u65E5\uD83D\uDE00\u00E9"),
          Map.entry("UTF-32", "\u65E5\uD83D\uDE00\u00E9"),
          Map.entry("CESU-8", "\u65E5\uD83D\uDE00\u00E9"),
          Map.entry("ISO-8859-1", "\u00E9\u00FC"),
          Map.entry("US-ASCII", "ascii"),
          Map.entry("windows-1252", "\u20AC\u00E9"),
          Map.entry("KOI8-R", "\u0434\u043E\u043C"),
          Map.entry("Shift_JIS", "\u65E5\u672C\u8A9E"),
          Map.entry("EUC-JP", "\u65E5\u672C\u8A9E"),
          Map.entry("ISO-2022-JP", "\u65E5\u672C\u8A9E"),
          Map.entry("GB18030", "\u65E5\u672C\uD83D\uDE00"),
          Map.entry("Big5", "\u65E5\u672C\u8A9E"),
          Map.entry("EUC-KR", "\uAC00\uB098\uB2E4"),
          Map.entry("SCSU", "\u65E5\uD83D\uDE00\u00E9"),
          Map.entry("BOCU-1", "\u65E5\uD83D\uDE00\u00E9"));

  /** So many lines, each of two records. */
  private static final int LINES = 30;

  @Test
  void everyTextIsTheOneThatWasSent() throws Exception {
    assertEveryTextIsRight(Executors.newFixedThreadPool(THREADS));
  }

  @Test
  void onVirtualThreadsToo() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "virtual threads need JDK 21");
    assertEveryTextIsRight(
        (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
  }

  private static void assertEveryTextIsRight(ExecutorService threads) throws Exception {
    try {
      for (int round = 0; round < Product.sampled(10, 5); round++) {
        List<String> told = Deployment.callByAll(Application.class, threads, THREADS);
        List<String> expected =
            Arrays.stream(told.get(0).split("\n", -1))
                .map(entry -> entry.substring(0, entry.indexOf('=')))
                .map(name -> name + "=" + expectedOf(WORDS.get(name)))
                .toList();
        assertThat(expected).hasSizeGreaterThan(6);
        assertThat(told).as("round %d", round).containsOnly(String.join("\n", expected));
      }
    } finally {
      threads.shutdown();
    }
  }

  /** The hash of what a stream is to yield, made of the word alone. */
  private static String expectedOf(String word) {
    MessageDigest hash = sha256();
    update(hash, ("x|" + word + "\n").repeat(LINES));
    for (int line = 0; line < LINES; line++) {
      update(hash, "x|" + word);
    }
    for (int line = 0; line < LINES; line++) {
      update(hash, line == 0 ? "x" : word + "\nx");
    }
    update(hash, word + "\n");
    update(hash, ("x|" + word + "\n").repeat(LINES));
    return HexFormat.of().formatHex(hash.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static void update(MessageDigest hash, String text) {
    hash.update(text.getBytes(StandardCharsets.UTF_16BE));
    hash.update((byte) '/');
  }

  /** What each thread does, in the deployment: names and hashes of what they yield. */
  static final class Application implements Callable<String> {
    private static final LineSpec LINE = LineSpec.of(LineBreaks.ANY);
    private static final RecordSpec RECORD = RecordSpec.delimitedBy("|");
    private static final Map<String, DecoderSpec> SPECS = new ConcurrentHashMap<>();
    private static final AtomicInteger CALLS = new AtomicInteger();

    @Override
    public String call() {
      int number = CALLS.getAndIncrement();
      Map<String, String> hashes = new TreeMap<>();
      // Some begin where others begin, some elsewhere; then all once more, by what is there now.
      List<String> names = new ArrayList<>(new TreeMap<>(WORDS).keySet());
      Collections.rotate(names, number % 3);
      for (int pass = 0; pass < 2; pass++) {
        for (String name : names) {
          Optional<TextEncoding> encoding = TextEncoding.find(name);
          if (encoding.isPresent()) {
            String hash = hashOf(name, encoding.get(), 1 + (number * 5 + pass) % 13);
            String before = hashes.put(name, hash);
            if (before != null && !before.equals(hash)) {
              throw new AssertionError(name + " differs");
            }
          }
        }
      }
      StringBuilder told = new StringBuilder();
      hashes.forEach((name, hash) -> told.append('\n').append(name).append('=').append(hash));
      return told.substring(1);
    }

    private static String hashOf(String name, TextEncoding encoding, int size) {
      DecoderSpec spec = SPECS.computeIfAbsent(name, n -> DecoderSpec.of(encoding));
      String text = ("x|" + WORDS.get(name) + "\n").repeat(LINES);
      byte[] bytes = EncoderSpec.of(encoding).encode(text);
      MessageDigest hash = sha256();
      StringBuilder pieces = new StringBuilder();
      read(Stages.decode(spec), bytes, size, pieces::append);
      update(hash, pieces.toString());
      read(Stages.lines(spec, LINE), bytes, size, line -> update(hash, line));
      read(Stages.records(spec, RECORD), bytes, size, record -> update(hash, record));
      StringBuilder utf8 = new StringBuilder();
      read(
          Stages.transcode(spec, EncoderSpec.of(TextEncoding.UTF_8), OutputBuffers.onHeap()),
          bytes,
          bytes.length,
          out -> utf8.append(StandardCharsets.UTF_8.decode(out)));
      update(hash, utf8.toString());
      return HexFormat.of().formatHex(hash.digest());
    }

    private static <O> void read(
        Stage<ByteBuffer, O> stage, byte[] bytes, int size, Consumer<O> out) {
      for (int at = 0; at < bytes.length; at += size) {
        int count = Math.min(size, bytes.length - at);
        ByteBuffer input =
            size % 2 == 0 ? ByteBuffer.allocateDirect(count) : ByteBuffer.allocate(count);
        stage.offer(input.put(bytes, at, count).flip());
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
  }
}
