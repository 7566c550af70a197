/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import static io.utflow.codec.encodings.Encoding.UCS_2;
import static io.utflow.codec.encodings.Encoding.UCS_2BE;
import static io.utflow.codec.encodings.Encoding.UCS_2LE;
import static io.utflow.codec.encodings.Encoding.UTF_16;
import static io.utflow.codec.encodings.Encoding.UTF_16BE;
import static io.utflow.codec.encodings.Encoding.UTF_16LE;
import static io.utflow.codec.encodings.Encoding.UTF_32;
import static io.utflow.codec.encodings.Encoding.UTF_32BE;
import static io.utflow.codec.encodings.Encoding.UTF_32LE;
import static io.utflow.codec.encodings.Encoding.UTF_8;

import io.utflow.codec.form.Cesu8Form;
import io.utflow.codec.form.ModifiedUtf8Form;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.form.Utf8OrCesu8Form;
import io.utflow.codec.form.Wtf16Form;
import io.utflow.codec.form.Wtf8Form;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.single.Latin1Kernel;
import io.utflow.codec.kernel.single.SingleByteKernel;
import io.utflow.codec.kernel.variant.Cesu8Kernel;
import io.utflow.codec.source.EncodingDefinition;
import io.utflow.codec.source.NearNames;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names under which encodings are found. */
public final class EncodingNames {
  /** Those of the JDK have at most 45 characters; a peer may send more than fit into a line. */
  private static final int LONGEST_NAME = 255;

  /** The names that are proposed for unknown ones; with the charsets there are about 180. */
  private static final String SUPPORTED =
      "; supported are UTF-8, UTF-16, UTF-32, their variants, and the charsets of this JVM and of"
          + " the web";

  private static final String TWO_ORDERS =
      "it is big-endian to the JDK and little-endian to browsers; name UTF-16, UTF-16BE, UTF-16LE or"
          + " UCS-2, whichever is meant";

  private static final String HIDES_ASCII =
      "filters of ASCII do not see what it hides; UTF-8 is what is written today";

  private static final String OF_A_SYSTEM =
      "it is what a Windows system is set to, such as windows-1252, windows-1251, windows-31j or"
          + " GBK; name that encoding";

  /** Names that mean one thing to some and another to others, or are refused: and why. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "unicode", TWO_ORDERS,
          "iso-10646-ucs-2", TWO_ORDERS,
          "csunicode", TWO_ORDERS,
          "utf-7", HIDES_ASCII,
          "utf7", HIDES_ASCII,
          "csutf7", HIDES_ASCII,
          "unicode-1-1-utf-7", HIDES_ASCII,
          "utf-7-imap", HIDES_ASCII,
          "ansi", OF_A_SYSTEM,
          "mbcs", OF_A_SYSTEM);

  private static final Map<String, Encoding> BY_NAME = new LinkedHashMap<>();

  static {
    // IANA names, IANA "cs" aliases, the aliases of java.nio.charset.Charset, and the numbers that
    // Windows gives to encodings; but none of REFUSED.
    register("utf-8 utf8 csutf8 unicode-1-1-utf-8 65001 cp65001 windows-65001", UTF_8);
    register("utf-16 utf16 utf_16 csutf16 unicodebig", UTF_16);
    register("utf-16be utf_16be utf16be csutf16be x-utf-16be unicodebigunmarked 1201", UTF_16BE);
    register("utf-16le utf_16le utf16le csutf16le x-utf-16le unicodelittleunmarked 1200", UTF_16LE);
    register("utf-32 utf32 utf_32 csutf32 iso-10646-ucs-4 csucs4 ucs-4 ucs4", UTF_32);
    register("utf-32be utf_32be utf32be csutf32be x-utf-32be ucs-4be 12001", UTF_32BE);
    register("utf-32le utf_32le utf32le csutf32le x-utf-32le ucs-4le 12000", UTF_32LE);
    // Unicode encodings for a purpose of their own, see UnicodeVariants.
    register(
        "cesu-8 cesu8 cscesu8 cscesu-8",
        new Encoding("CESU-8", Cesu8Form.INSTANCE, set -> new Cesu8Kernel(set.utf8(), true)));
    register(
        "modified-utf-8 mutf-8 mutf8",
        new Encoding(
            "Modified-UTF-8",
            ModifiedUtf8Form.INSTANCE,
            set -> new Cesu8Kernel(set.utf8(), false)));
    register(
        "utf-8-or-cesu-8",
        new Encoding("UTF-8-or-CESU-8", "UTF-8", Utf8OrCesu8Form.INSTANCE, KernelSet::utf8));
    register("wtf-8 wtf8", new Encoding("WTF-8", Wtf8Form.INSTANCE, KernelSet::utf8));
    register(
        "wtf-16be wtf16be",
        new Encoding("WTF-16BE", Wtf16Form.BIG_ENDIAN, KernelSet::utf16BigEndian));
    register(
        "wtf-16le wtf16le wtf-16 wtf16",
        new Encoding("WTF-16LE", Wtf16Form.LITTLE_ENDIAN, KernelSet::utf16LittleEndian));
    register("ucs-2 ucs2", UCS_2);
    register("ucs-2be ucs2be", UCS_2BE);
    register("ucs-2le ucs2le", UCS_2LE);
    register(
        names(StandardCharsets.US_ASCII) + " 20127",
        ofBytes("US-ASCII", "US-ASCII", SingleByteForm.US_ASCII));
    register(
        names(StandardCharsets.ISO_8859_1) + " 28591",
        new Encoding("ISO-8859-1", SingleByteForm.ISO_8859_1, set -> Latin1Kernel.INSTANCE));
    // The windows-1252 of the web: the JDK's does not read all bytes.
    register(
        WebLabels.WINDOWS_1252,
        ofBytes(WebLabels.WINDOWS_1252, "windows-1252", SingleByteForm.WEB_WINDOWS_1252));
  }

  private EncodingNames() {}

  private static void register(String names, Encoding encoding) {
    for (String name : names.split(" ", -1)) {
      BY_NAME.put(name, encoding);
    }
  }

  private static String names(Charset charset) {
    String names = charset.name() + " " + String.join(" ", charset.aliases());
    return names.toLowerCase(Locale.ROOT);
  }

  private static Encoding ofBytes(String name, String nameForPeers, SingleByteForm form) {
    return Encoding.of(
        new EncodingDefinition(name, nameForPeers, () -> form, any -> new SingleByteKernel(form)));
  }

  /** The encoding of an IANA name or alias, in any case; null if it names none. */
  public static @Nullable Encoding find(String name) {
    if (name.length() > LONGEST_NAME) {
      return null;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    Encoding own = BY_NAME.get(lower);
    return own == null && !REFUSED.containsKey(lower)
        ? OtherSources.first(source -> source.named(name))
        : own;
  }

  /** As {@link #find}, with an error that proposes the nearest names, or names the artifact. */
  public static Encoding named(String name) {
    Encoding encoding = find(name);
    if (encoding == null) {
      throw unknown(name);
    }
    return encoding;
  }

  /** The exception for a name that {@link #find} does not find. */
  static UnsupportedCharsetException unknown(String name) {
    UnsupportedCharsetException explained = explained(name);
    if (explained != null) {
      return explained;
    }
    NearNames near = new NearNames(ProgramNames.meantBy(name));
    BY_NAME.forEach((own, meant) -> near.add(own, meant.toString(), () -> true));
    OtherSources.ALL.forEach(source -> source.propose(near));
    return new UnknownEncodingException(
        name,
        UnknownEncodingException.message(name, "names no encoding", near.nearest(), SUPPORTED));
  }

  /**
   * The exception for a name that is known to name no encoding here, with the reason; null for any
   * other.
   */
  static @Nullable UnsupportedCharsetException explained(String name) {
    if (name.length() > NearNames.LONGEST) {
      return null;
    }
    String option = IconvOptions.explained(name);
    if (option != null) {
      return new UnknownEncodingException(name, option);
    }
    String refused = REFUSED.get(name.toLowerCase(Locale.ROOT));
    String reason = refused == null ? OtherSources.whyNot(name) : refused;
    return reason == null
        ? null
        : new UnknownEncodingException(name, name + " cannot be streamed: " + reason);
  }

  /** The names of all encodings, each once. Waits until those of the charsets are gathered. */
  public static List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    BY_NAME.values().forEach(encoding -> names.add(encoding.name()));
    OtherSources.ALL.forEach(source -> names.addAll(source.names()));
    return List.copyOf(names);
  }

  /** The encoding of a charset, which its provider may have listed under no name. */
  public static Encoding of(Charset charset) {
    Encoding encoding = find(charset);
    if (encoding == null) {
      String reason = OtherSources.whyNot(charset);
      throw reason == null
          ? unknown(charset.name())
          : new UnknownEncodingException(
              charset.name(), charset.name() + " cannot be streamed: " + reason);
    }
    return encoding;
  }

  /** As {@link #of}, or null. */
  public static @Nullable Encoding find(Charset charset) {
    Encoding own = BY_NAME.get(charset.name().toLowerCase(Locale.ROOT));
    return own == null ? OtherSources.first(source -> source.of(charset)) : own;
  }

  /** The encoding of a label as browsers read it (WHATWG Encoding, "get an encoding"). */
  public static Encoding labelled(String label) {
    Encoding encoding = findLabelled(label);
    if (encoding == null) {
      throw WebLabels.unknown(label);
    }
    return encoding;
  }

  /**
   * The encoding that a peer means by a {@code charset} that it declares in a header: a label of
   * the web means what browsers read, but UTF-16 without an order is that of RFC 2781, §4.3; else a
   * name, such as UTF-32 or IBM037, means what it names.
   *
   * @throws java.nio.charset.UnsupportedCharsetException if it is neither label nor name
   */
  public static Encoding declared(String charset) {
    if (WebLabels.plain(charset).equals("utf-16")) {
      return UTF_16;
    }
    Encoding labelled = findLabelled(charset);
    Encoding encoding = labelled == null ? find(charset) : labelled;
    if (encoding == null) {
      throw WebLabels.unknown(charset);
    }
    return encoding;
  }

  /** As {@link #labelled}, or null. */
  public static @Nullable Encoding findLabelled(String label) {
    String plain = WebLabels.plain(label);
    String own = WebLabels.BY_LABEL.get(plain);
    return own == null ? OtherSources.first(source -> source.labelled(plain)) : find(own);
  }
}
