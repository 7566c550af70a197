/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import io.utflow.cli.CommandLines;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.Detected.Evidence;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/**
 * What {@code --from} says: an encoding, or that it is to be found out, with the legacy encoding of
 * what is in none of Unicode or without. A byte order mark overrides an encoding, too.
 */
public final class From {
  /** Found out, and told as undecided where it is none of Unicode. */
  public static final From AUTO = new From(null, null);

  /** The name of the option's values, for its help. */
  public static final String DESCRIPTION =
      "Encoding of text without a byte order mark, such as UTF-16LE. Without it, or by auto, it is"
          + " found out: UTF-8, UTF-16 or UTF-32; by auto:windows-1252 what is none of them is"
          + " windows-1252.";

  /** The first bytes of a file by which it is decided. */
  static final int HEAD_BYTES = 1 << 16;

  private static final TextEncoding LATIN_1 = TextEncoding.of(StandardCharsets.ISO_8859_1);

  /** In GBK two or three characters in a row may be valid UTF-8. */
  public static final int FEW_CHARACTERS = 4;

  private static final String FOUND_OUT = "auto";

  /** UTF-8, or what a byte order mark says. */
  public static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.SNIFF);

  private final @Nullable TextEncoding declared;
  private final @Nullable TextEncoding legacy;

  private From(@Nullable TextEncoding declared, @Nullable TextEncoding legacy) {
    this.declared = declared;
    this.legacy = legacy;
  }

  /** An encoding that the user declares. */
  public static From of(TextEncoding encoding) {
    return new From(encoding, null);
  }

  /**
   * What a user has written.
   *
   * @throws TypeConversionException if it names no encoding
   */
  public static From parse(String text) {
    if (text.equalsIgnoreCase(FOUND_OUT)) {
      return AUTO;
    }
    if (!text.regionMatches(true, 0, FOUND_OUT + ":", 0, FOUND_OUT.length() + 1)) {
      return of(CommandLines.encoding(text));
    }
    From from = new From(null, CommandLines.encoding(text.substring(FOUND_OUT.length() + 1)));
    try {
      from.detection();
      return from;
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("" + e.getMessage());
    }
  }

  /** What the user has declared; empty if it is to be found out. */
  public Optional<TextEncoding> declared() {
    return Optional.ofNullable(declared);
  }

  /** What is none of Unicode, if the user has named it and the rest is to be found out. */
  public Optional<TextEncoding> legacy() {
    return Optional.ofNullable(legacy);
  }

  /** How a stream is read that cannot wait for a head: what is undecided is UTF-8. */
  public Detection detection() {
    DecoderSpec otherwise = legacy == null ? UTF_8 : sniffing(legacy);
    return Detection.utf8Else(UTF_8, otherwise).unmarkedFirst();
  }

  /** Decodes a stream as soon as it can, and tells there what it is found to be. */
  public ByteStage<String> decoder(String name, PrintWriter err) {
    return declared == null ? Stages.decode(telling(name, err)) : Stages.decode(sniffing(declared));
  }

  /** As {@link #decoder}, by lines. */
  public ByteStage<String> lines(String name, LineSpec lines, PrintWriter err) {
    return declared == null
        ? Stages.lines(telling(name, err), lines)
        : Stages.lines(sniffing(declared), lines);
  }

  /** What follows ASCII is seen after a few characters, not after the window. */
  private Detection telling(String name, PrintWriter err) {
    Told told = new Told(err);
    return detection()
        .finalAfter(FEW_CHARACTERS)
        .observer(detected -> told.of(name, found(detected)));
  }

  /**
   * The detection for a log that has been ASCII so far: it goes on as UTF-8, or in the encoding
   * that {@code auto:NAME} names.
   *
   * @param isStart whether nothing comes before, not even ASCII; a byte order mark counts only
   *     there
   * @param observer takes what is found
   */
  public Detection afterAscii(boolean isStart, Consumer<? super Found> observer) {
    BomPolicy mark = isStart ? BomPolicy.SNIFF : BomPolicy.KEEP;
    DecoderSpec otherwise = DecoderSpec.of(legacy().orElse(LATIN_1)).bom(mark);
    return Detection.utf8Else(UTF_8.bom(mark), otherwise)
        .finalAfter(FEW_CHARACTERS)
        .observer(detected -> observer.accept(found(detected)));
  }

  private Found found(Detected found) {
    return switch (found.evidence()) {
      case BYTE_ORDER_MARK -> Found.of(found, Found.Why.BYTE_ORDER_MARK);
      case CODE_UNITS -> Found.of(found, Found.Why.CODE_UNITS);
      case WELL_FORMED_UTF_8 -> Found.of(found, Found.Why.WELL_FORMED_UTF_8);
      case ILL_FORMED_UTF_8 ->
          legacy == null
              ? new Found(UTF_8, TextEncoding.UTF_8, Found.Why.UNDECIDED, 0)
              : Found.of(found, Found.Why.LEGACY);
      default -> new Found(UTF_8, TextEncoding.UTF_8, Found.Why.ASCII, 100);
    };
  }

  /**
   * Finds how to read a text that begins with these bytes.
   *
   * @param isWhole whether it ends after them
   */
  public Found find(ByteBuffer first, boolean isWhole) {
    if (declared != null) {
      DecoderSpec spec = sniffing(declared);
      TextEncoding told = TextHead.of(spec, first.slice()).spec().encoding();
      // UTF-16 is UTF-16LE by its mark, and still what was declared.
      boolean overridden = !told.name().startsWith(declared.name());
      return new Found(
          spec, told, overridden ? Found.Why.BYTE_ORDER_MARK : Found.Why.DECLARED, 100);
    }
    // Latin-1 is like most legacy encodings: text in it is taken for UTF-16 only on good evidence.
    DecoderSpec otherwise = sniffing(legacy == null ? LATIN_1 : legacy);
    Detected unmarked = Detection.unmarkedElse(otherwise).window(HEAD_BYTES).detect(first, isWhole);
    boolean isUnicode =
        unmarked.evidence() == Evidence.BYTE_ORDER_MARK
            || unmarked.evidence() == Evidence.CODE_UNITS;
    return found(
        isUnicode
            ? unmarked
            : Detection.utf8Else(UTF_8, otherwise).window(HEAD_BYTES).detect(first, isWhole));
  }

  /** Whether a text whose first bytes were found to be this may be in the legacy encoding. */
  boolean dependsOnMoreThan(Found head) {
    return legacy != null && head.why() == Found.Why.ASCII;
  }

  /**
   * Decides by bytes from the middle, which begin with one beyond ASCII.
   *
   * @param isWhole whether the text ends with them
   */
  public Found findBehindAscii(ByteBuffer bytes, boolean isWhole) {
    DecoderSpec otherwise = sniffing(legacy == null ? LATIN_1 : legacy);
    return found(Detection.utf8Else(UTF_8, otherwise).window(HEAD_BYTES).detect(bytes, isWhole));
  }

  private static DecoderSpec sniffing(TextEncoding encoding) {
    return DecoderSpec.of(encoding).bom(BomPolicy.SNIFF);
  }
}
