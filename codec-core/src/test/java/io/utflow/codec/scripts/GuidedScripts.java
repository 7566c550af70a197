/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Makes a script of bytes that a fuzzer has chosen, and asks the law that the first of them names.
 * The first byte chooses the law and the surface, those up to {@link #HEAD} how a stream is read
 * and cut, the others are the stream.
 */
public final class GuidedScripts {
  /** How many bytes stand before the stream. */
  public static final int HEAD = 48;

  private record Asked(Law law, Surface surface) {}

  private final List<Asked> all = new ArrayList<>();

  /**
   * Asks each of these laws on each of these surfaces that it knows.
   *
   * @param laws names, with blanks between
   * @param surfaces names, with blanks between
   */
  public GuidedScripts(String laws, String surfaces) {
    Set<String> names = Set.of(surfaces.split(" "));
    for (String law : laws.split(" ")) {
      for (Surface surface : Law.valueOf(law).surfaces()) {
        if (names.contains(surface.name())) {
          all.add(new Asked(Law.valueOf(law), surface));
        }
      }
    }
  }

  /**
   * Asks a law.
   *
   * @throws AssertionError if it does not hold; the message holds the script
   */
  public void check(byte[] data) {
    if (data.length < HEAD) {
      return;
    }
    Asked asked = all.get((data[0] & 0xFF) % all.size());
    byte[] stream = Arrays.copyOfRange(data, HEAD, data.length);
    Random choices = new Chosen(Arrays.copyOfRange(data, 1, HEAD));
    Script script = Generator.script(choices, asked.law(), asked.surface(), stream);
    Violation violation = Law.violation(script);
    if (violation != null) {
      throw new AssertionError(script + ": " + violation.getMessage(), violation);
    }
  }

  /** Each number is a byte that was given; behind the last they follow from these bytes. */
  private static final class Chosen extends Random {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private int at;

    Chosen(byte[] bytes) {
      super(Arrays.hashCode(bytes));
      this.bytes = bytes;
    }

    @Override
    protected int next(int bits) {
      if (at == bytes.length) {
        return super.next(bits);
      }
      // In the high bits and in the low ones: a bound takes the ones or the others.
      return (bytes[at++] & 0xFF) * 0x01010101 >>> Integer.SIZE - bits;
    }
  }
}
