/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.TextValidator;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphLayout;

/**
 * Prints, in Markdown, the heap that a coder holds while its stream is silent, in mid-character:
 * the size of the object; all that a second one holds besides the first, by JOL's walk of the
 * references; and what a million of one spec add to the used heap, read before and after with
 * collections between.
 */
public final class IdleTable {
  private static final int MANY = 1_000_000;
  private static final int COLLECTIONS = 4;

  /** The Euro sign and half an emoji. */
  private static final byte[] CUT_BYTES = {(byte) 0xE2, (byte) 0x82, (byte) 0xAC, (byte) 0xF0, -97};

  private static final String CUT_CHARS = "\u20AC\uD83D";

  private static final Map<String, Supplier<Object>> CODERS = new LinkedHashMap<>();

  static {
    DecoderSpec decoding = DecoderSpec.of(TextEncoding.UTF_8);
    EncoderSpec encoding = EncoderSpec.of(TextEncoding.UTF_16LE);
    CODERS.put("TextDecoder, new", decoding::newDecoder);
    CODERS.put("TextDecoder", () -> cut(decoding.newDecoder()));
    CODERS.put("TextEncoder", () -> cut(encoding.newEncoder()));
    CODERS.put("TextTranscoder", () -> cut(decoding.newTranscoder(encoding)));
    CODERS.put("TextValidator", () -> cut(decoding.newValidator()));
  }

  private IdleTable() {}

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException {
    // Specs hold records, whose fields JOL finds in this way only.
    System.setProperty("jol.magicFieldOffset", "true");
    System.out.println("JDK " + Runtime.version().feature() + ", UTF-8 and UTF-16LE\n");
    System.out.println("| bytes | object | each further one | a million, MB of used heap |");
    System.out.println("|---|---:|---:|---:|");
    for (Map.Entry<String, Supplier<Object>> coder : CODERS.entrySet()) {
      Object one = coder.getValue().get();
      Object other = coder.getValue().get();
      long further =
          GraphLayout.parseInstance(one, other).totalSize()
              - GraphLayout.parseInstance(one).totalSize();
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %d | %.1f |%n",
          coder.getKey(),
          ClassLayout.parseInstance(one).instanceSize(),
          further,
          megabytesOfMany(coder.getValue()));
    }
  }

  private static double megabytesOfMany(Supplier<Object> coder) throws InterruptedException {
    Object[] many = new Object[MANY];
    long before = used();
    for (int i = 0; i < MANY; i++) {
      many[i] = coder.get();
    }
    double megabytes = (used() - before) / 1e6;
    Reference.reachabilityFence(many);
    return megabytes;
  }

  private static long used() throws InterruptedException {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      Thread.sleep(50);
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static TextDecoder cut(TextDecoder decoder) {
    decoder.decode(ByteBuffer.wrap(CUT_BYTES), CharBuffer.allocate(4), false);
    return decoder;
  }

  private static TextEncoder cut(TextEncoder encoder) {
    encoder.encode(CUT_CHARS, 0, ByteBuffer.allocate(16), false);
    return encoder;
  }

  private static TextTranscoder cut(TextTranscoder transcoder) {
    transcoder.transcode(ByteBuffer.wrap(CUT_BYTES), ByteBuffer.allocate(16), false);
    return transcoder;
  }

  private static TextValidator cut(TextValidator validator) {
    validator.validate(ByteBuffer.wrap(CUT_BYTES), false);
    return validator;
  }
}
