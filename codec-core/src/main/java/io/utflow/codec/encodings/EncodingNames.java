/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import static io.utflow.codec.encodings.Encoding.UTF_16;
import static io.utflow.codec.encodings.Encoding.UTF_16BE;
import static io.utflow.codec.encodings.Encoding.UTF_16LE;
import static io.utflow.codec.encodings.Encoding.UTF_32;
import static io.utflow.codec.encodings.Encoding.UTF_32BE;
import static io.utflow.codec.encodings.Encoding.UTF_32LE;
import static io.utflow.codec.encodings.Encoding.UTF_8;

import io.utflow.codec.source.NearNames;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
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

  /** What is proposed for names that are not known; there are some 180 with the charsets. */
  private static final String SUPPORTED =
      "; supported are UTF-8, UTF-16, UTF-32, their variants, and the charsets of this JVM and of"
          + " the web";

  private static final Map<String, Encoding> BY_NAME = new LinkedHashMap<>();
  private static final List<NearNames.Candidate> CANDIDATES = new ArrayList<>();

  static {
    // IANA names, IANA "cs" aliases and the aliases of java.nio.charset.Charset; but not "unicode"
    // and "ISO-10646-UCS-2": one thing to IANA, another to the JDK and a third to the web.
    register(UTF_8, "utf-8", "utf8", "csutf8", "unicode-1-1-utf-8");
    register(UTF_16, "utf-16", "utf16", "utf_16", "csutf16", "unicodebig");
    register(UTF_16BE, "utf-16be", "utf_16be", "utf16be", "csutf16be", "x-utf-16be");
    register(UTF_16BE, "unicodebigunmarked");
    register(UTF_16LE, "utf-16le", "utf_16le", "utf16le", "csutf16le", "x-utf-16le");
    register(UTF_16LE, "unicodelittleunmarked");
    register(UTF_32, "utf-32", "utf32", "utf_32", "csutf32");
    register(UTF_32BE, "utf-32be", "utf_32be", "utf32be", "csutf32be", "x-utf-32be");
    register(UTF_32LE, "utf-32le", "utf_32le", "utf32le", "csutf32le", "x-utf-32le");
    // Unicode encodings for a purpose of their own, see UnicodeVariants.
    register(OtherEncodings.CESU_8, "cesu-8", "cesu8", "cscesu8", "cscesu-8");
    register(OtherEncodings.MODIFIED_UTF_8, "modified-utf-8", "mutf-8", "mutf8");
    register(OtherEncodings.WTF_8, "wtf-8", "wtf8");
    register(OtherEncodings.WTF_16BE, "wtf-16be", "wtf16be");
    register(OtherEncodings.WTF_16LE, "wtf-16le", "wtf16le", "wtf-16", "wtf16");
    register(OtherEncodings.UCS_2BE, "ucs-2be", "ucs2be", "ucs-2", "ucs2");
    register(OtherEncodings.UCS_2LE, "ucs-2le", "ucs2le");
    register(OtherEncodings.US_ASCII, StandardCharsets.US_ASCII);
    register(OtherEncodings.ISO_8859_1, StandardCharsets.ISO_8859_1);
    register(OtherEncodings.WEB_WINDOWS_1252, WebLabels.WINDOWS_1252);
  }

  private EncodingNames() {}

  private static void register(Encoding encoding, String... names) {
    for (String name : names) {
      BY_NAME.put(name, encoding);
      CANDIDATES.add(NearNames.Candidate.of(name, encoding.toString()));
    }
  }

  private static void register(Encoding encoding, Charset charset) {
    register(encoding, charset.name().toLowerCase(Locale.ROOT));
    charset.aliases().forEach(alias -> register(encoding, alias.toLowerCase(Locale.ROOT)));
  }

  /** The encoding of an IANA name or alias, in any case; null if it names none. */
  public static @Nullable Encoding find(String name) {
    if (name.length() > LONGEST_NAME) {
      return null;
    }
    Encoding own = BY_NAME.get(name.toLowerCase(Locale.ROOT));
    return own == null ? OtherSources.first(source -> source.named(name)) : own;
  }

  /** As {@link #find}, with an error that proposes the nearest names, or names the artifact. */
  public static Encoding named(String name) {
    Encoding encoding = find(name);
    if (encoding == null) {
      throw unknown(name);
    }
    return encoding;
  }

  /** What to throw for a name that {@link #find} does not find. */
  static UnsupportedCharsetException unknown(String name) {
    boolean isLong = name.length() > NearNames.LONGEST;
    String reason = isLong ? null : OtherSources.whyNot(name);
    if (reason != null) {
      return new UnknownEncodingException(name, name + " cannot be streamed: " + reason);
    }
    NearNames near = new NearNames(isLong ? "" : name);
    UnknownEncodingException.propose(CANDIDATES, near);
    OtherSources.ALL.forEach(source -> source.propose(near));
    return new UnknownEncodingException(
        name,
        UnknownEncodingException.message(name, "names no encoding", near.nearest(), SUPPORTED));
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
      throw unknown(charset.name());
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
    String own = WebLabels.nameOf(plain);
    return own == null ? OtherSources.first(source -> source.labelled(plain)) : find(own);
  }
}
