/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import static io.utflow.codec.encodings.Encoding.UTF_16BE;
import static io.utflow.codec.encodings.Encoding.UTF_16LE;
import static io.utflow.codec.encodings.Encoding.UTF_32BE;
import static io.utflow.codec.encodings.Encoding.UTF_32LE;
import static io.utflow.codec.encodings.Encoding.UTF_8;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The byte order marks that the first bytes of a stream may hold under a {@link BomPolicy}, and
 * what each means there. The bytes are those of U+FEFF in each encoding (The Unicode Standard,
 * Table 3-12; Unicode UTF and BOM FAQ).
 */
public final class ByteOrderMarks {

  /** The treatment of a mark that was found. */
  public enum Use {
    /** It decides the encoding and is dropped. */
    DROP,
    /** It decides the encoding and is delivered as text. */
    DELIVER,
    /** It is ill-formed. */
    REJECT
  }

  /**
   * A signature, the encoding that it decides, and what becomes of it.
   *
   * @param signature the first bytes of the stream
   */
  @SuppressWarnings("ArrayRecordComponent") // Marks are not compared.
  public record Mark(byte[] signature, Encoding encoding, Use use) {
    public int length() {
      return signature.length;
    }

    private boolean agreesWith(byte[] bytes, int length) {
      return Arrays.equals(bytes, 0, length, signature, 0, length);
    }
  }

  /** Longest first where one begins with another: FF FE 00 00 is UTF-32LE before it is UTF-16LE. */
  private static final List<Mark> ALL =
      List.of(mark(UTF_32LE), mark(UTF_32BE), mark(UTF_8), mark(UTF_16BE), mark(UTF_16LE));

  private ByteOrderMarks() {}

  private static Mark mark(Encoding encoding) {
    return own(encoding, Use.DROP).get(0);
  }

  /** The marks to look for; none where the first bytes are only text. */
  public static List<Mark> of(DecoderSpec spec) {
    return spec.beginsInTheMiddle() ? List.of() : Encoding.of(spec.encoding()).marks(spec.bom());
  }

  static List<Mark> marks(Encoding encoding, BomPolicy policy) {
    boolean isText = encoding.isFixed() && encoding.form().isMarkText();
    boolean hasOrderInName = encoding.isFixed() && encoding.form().unitWidth() > 1;
    return switch (policy) {
      case SNIFF -> ALL;
      case STRIP, REQUIRE -> own(encoding, Use.DROP);
      case KEEP -> encoding.isFixed() ? List.of() : own(encoding, Use.DELIVER);
      case PER_ENCODING -> isText ? List.of() : own(encoding, Use.DROP);
      case STRICT ->
          hasOrderInName ? own(encoding, Use.REJECT) : marks(encoding, BomPolicy.PER_ENCODING);
    };
  }

  /**
   * The marks of an encoding itself: both marks if it has two byte orders. The mark of the other
   * order is rejected.
   */
  private static List<Mark> own(Encoding encoding, Use use) {
    List<Mark> marks = new ArrayList<>();
    for (Encoding order : encoding.orders()) {
      byte[] signature = order.form().byteOrderMark();
      if (signature.length > 0) {
        marks.add(new Mark(use == Use.REJECT ? reversed(signature) : signature, order, use));
      }
    }
    return List.copyOf(marks);
  }

  private static byte[] reversed(byte[] signature) {
    byte[] reversed = new byte[signature.length];
    for (int i = 0; i < signature.length; i++) {
      reversed[i] = signature[signature.length - 1 - i];
    }
    return reversed;
  }

  /** For people, the marks of an encoding whose mark is required: {@code FE FF or FF FE}. */
  public static String expectedHex(TextEncoding encoding) {
    HexFormat hex = HexFormat.ofDelimiter(" ").withUpperCase();
    return own(Encoding.of(encoding), Use.DROP).stream()
        .map(mark -> hex.formatHex(mark.signature))
        .collect(Collectors.joining(" or "));
  }

  /** Whether more bytes must decide: a longer mark begins with the {@code available} ones. */
  public static boolean undecided(List<Mark> marks, byte[] bytes, int available) {
    for (Mark mark : marks) {
      if (available < mark.length() && mark.agreesWith(bytes, available)) {
        return true;
      }
    }
    return false;
  }

  /** The mark that the bytes begin with, or null. */
  public static @Nullable Mark find(List<Mark> marks, byte[] bytes, int available) {
    for (Mark mark : marks) {
      if (available >= mark.length() && mark.agreesWith(bytes, mark.length())) {
        return mark;
      }
    }
    return null;
  }
}
