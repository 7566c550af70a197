/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * One thing that a user does with a stream.
 *
 * @param bytes what is offered; of encoders UTF-16 code units, big-endian
 * @param count how many polls
 */
record Action(Kind kind, byte[] bytes, int count) {
  private static final byte[] NO_BYTES = {};

  enum Kind {
    /** Gives the stream these bytes. What came before is polled to its end first. */
    OFFER,
    /** Polls so many times at most; only before a switch or a take. */
    POLL,
    /** Reads on in the encoding {@link Setup.Key#NEXT}. */
    SWITCH,
    /** Gives the stream up and offers what it hands over to a fresh one. */
    TAKE,
    /** Forgets the stream. */
    RESET,
    /** Ends the stream. */
    END
  }

  static Action offer(byte... bytes) {
    return new Action(Kind.OFFER, bytes, 0);
  }

  static Action poll(int count) {
    return new Action(Kind.POLL, NO_BYTES, count);
  }

  static Action of(Kind kind) {
    return new Action(kind, NO_BYTES, 0);
  }

  boolean is(Kind other) {
    return kind == other;
  }

  static Action parse(String text) {
    String[] words = text.strip().split(" ", 2);
    Kind kind = Kind.valueOf(words[0].toUpperCase(java.util.Locale.ROOT));
    String argument = words.length == 2 ? words[1] : "";
    return switch (kind) {
      case OFFER -> offer(HexFormat.of().parseHex(argument.replace(" ", "")));
      case POLL -> poll(Integer.parseInt(argument));
      default -> of(kind);
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Action that
        && kind == that.kind
        && count == that.count
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Arrays.hashCode(bytes) + count;
  }

  @Override
  public String toString() {
    String name = kind.name().toLowerCase(java.util.Locale.ROOT);
    return switch (kind) {
      case OFFER -> name + " " + HexFormat.of().withUpperCase().formatHex(bytes);
      case POLL -> name + " " + count;
      default -> name;
    };
  }
}
