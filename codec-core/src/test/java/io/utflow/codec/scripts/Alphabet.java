/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sequences of one encoding, by kind, as they show when random ones are decoded: the structure
 * that hostile streams are made of.
 */
final class Alphabet {
  private static final int WALKS = 3000;
  private static final int CHUNK = 64;
  private static final int MOST = 96;
  private static final int LONGEST = 8;

  /** Escapes and shifts. */
  private static final List<String> ESCAPES =
      List.of(
          "\u001B$B",
          "\u001B$@",
          "\u001B(J",
          "\u001B(I",
          "\u001B(B",
          "\u001B$(D",
          "\u001B$)C",
          "\u001B$)A",
          "\u001B$)G",
          "\u001B$*H",
          "\u001BN",
          "\u000E",
          "\u000F",
          "~{",
          "~}",
          "~");

  private static final Map<String, Alphabet> KNOWN = new ConcurrentHashMap<>();

  /** One character each, written as they are read. */
  final List<byte[]> plain = new ArrayList<>();

  /** One character each, which is written otherwise, or not at all. */
  final List<byte[]> odd = new ArrayList<>();

  /** Several characters each, or none. */
  final List<byte[]> multi = new ArrayList<>();

  /** Ill-formed ones. */
  final List<byte[]> ill = new ArrayList<>();

  /** Whether the text of a sequence depends on those before it. */
  final boolean stateful;

  final TextEncoding encoding;

  private @Nullable List<String> oddlyWritten;
  private final boolean writes;
  private final DecoderSpec reading;
  private final TextDecoder decoder;
  private final EncoderSpec writing;

  private Alphabet(String name) {
    encoding = ScriptEncodings.of(name);
    writes = isWritten(encoding);
    reading = DecoderSpec.of(encoding).bom(BomPolicy.KEEP).onMalformed(MalformedPolicy.REPLACE);
    decoder = reading.newDecoder();
    writing =
        EncoderSpec.of(writes ? encoding : TextEncoding.UTF_8)
            .bom(BomOutput.NEVER)
            .onUnmappable(UnmappablePolicy.SKIP);
    Random random = new Random(name.hashCode());
    for (int walk = 0; walk < WALKS; walk++) {
      walk(random);
    }
    stateful = findsState(random);
  }

  static Alphabet of(String name) {
    return KNOWN.computeIfAbsent(name, Alphabet::new);
  }

  static boolean isWritten(TextEncoding encoding) {
    try {
      EncoderSpec.of(encoding);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void walk(Random random) {
    decoder.reset();
    byte[] bytes = new byte[2 * LONGEST];
    StringBuilder text = new StringBuilder();
    int length = 0;
    if (random.nextInt(6) == 0) {
      byte[] escape = ESCAPES.get(random.nextInt(ESCAPES.size())).getBytes(US_ASCII);
      System.arraycopy(escape, 0, bytes, 0, escape.length);
      length = escape.length;
      text.append(decoder.decode(bytes, 0, length));
    }
    while (length == 0 || decoder.pendingBytes() > 0 && length < LONGEST) {
      bytes[length] = (byte) random.nextInt(256);
      text.append(decoder.decode(bytes, length++, 1));
    }
    if (decoder.pendingBytes() == 0) {
      keep(Arrays.copyOf(bytes, length), text.toString(), decoder.illFormedCount() > 0, random);
    }
  }

  private void keep(byte[] sequence, String text, boolean illFormed, Random random) {
    List<byte[]> kind;
    if (illFormed) {
      kind = ill;
    } else if (text.codePointCount(0, text.length()) != 1) {
      kind = multi;
    } else {
      kind = isWrittenSo(sequence, text) ? plain : odd;
    }
    if (kind.size() < MOST) {
      kind.add(sequence);
    } else if (random.nextInt(8) == 0) {
      kind.set(random.nextInt(MOST), sequence);
    }
  }

  private boolean isWrittenSo(byte[] sequence, String text) {
    return !writes || Arrays.equals(sequence, encode(text));
  }

  private boolean findsState(Random random) {
    List<byte[]> all = new ArrayList<>(plain);
    all.addAll(multi);
    all.addAll(odd);
    if (multi.stream().anyMatch(sequence -> decode(sequence).isEmpty())) {
      return true;
    }
    for (int i = 0; i < 300 && !all.isEmpty(); i++) {
      byte[] first = all.get(random.nextInt(all.size()));
      byte[] second = all.get(random.nextInt(all.size()));
      if (!decode(Script.concat(first, second)).equals(decode(first) + decode(second))) {
        return true;
      }
    }
    return false;
  }

  /** As a plain decoder reads it. */
  String decode(byte[] bytes) {
    return reading.newDecoder().decode(ByteBuffer.wrap(bytes), true);
  }

  /** Text in this encoding, as far as it can be encoded. */
  byte[] encode(String text) {
    return writes ? writing.encode(text) : text.getBytes(US_ASCII);
  }

  /** Sequences of some kind. */
  List<byte[]> any(Random random) {
    List<byte[]> kind =
        switch (random.nextInt(10)) {
          case 0, 1 -> ill;
          case 2, 3 -> multi;
          case 4, 5, 6 -> odd;
          default -> plain;
        };
    return kind.isEmpty() ? plain.isEmpty() ? ill : plain : kind;
  }

  private void findOddlyWritten(int first, List<String> found) {
    StringBuilder all = new StringBuilder();
    for (int c = Math.max(1, first); c < first + CHUNK; c++) {
      all.append((char) c);
    }
    byte[] bytes = encode(all.toString());
    if (bytes.length == 0) {
      return;
    }
    // Those that are left out aside, all come back in their order.
    int expected = first - 1;
    boolean odd = false;
    for (char c : decode(bytes).toCharArray()) {
      odd |= c <= expected || c >= first + CHUNK;
      expected = c;
    }
    for (char c : odd ? all.toString().toCharArray() : new char[0]) {
      String character = Character.toString(c);
      byte[] one = encode(character);
      if (one.length > 0 && !decode(one).equals(character)) {
        found.add(character);
      }
    }
  }

  /**
   * Characters that are written, and not read back as they are; all of the first plane are tried.
   */
  synchronized List<String> oddlyWritten() {
    if (oddlyWritten == null) {
      List<String> found = new ArrayList<>();
      for (int first = 0; writes && first < 0x10000; first += CHUNK) {
        if (first < Character.MIN_SURROGATE || first > Character.MAX_SURROGATE) {
          findOddlyWritten(first, found);
        }
      }
      oddlyWritten = found;
    }
    return oddlyWritten;
  }
}
