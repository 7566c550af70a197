/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import static io.utflow.codec.encodings.Encoding.UTF_16;
import static io.utflow.codec.encodings.Encoding.UTF_16BE;
import static io.utflow.codec.encodings.Encoding.UTF_16LE;
import static io.utflow.codec.encodings.Encoding.UTF_32;
import static io.utflow.codec.encodings.Encoding.UTF_32BE;
import static io.utflow.codec.encodings.Encoding.UTF_32LE;
import static io.utflow.codec.encodings.Encoding.UTF_8;

import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.kernel.ascii.AsciiKernel;
import io.utflow.codec.kernel.single.Latin1Kernel;
import io.utflow.codec.kernel.single.SingleByteKernel;
import io.utflow.codec.source.EncodingDefinition;
import io.utflow.codec.source.NearNames;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.HashMap;
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

  private static final Map<String, Encoding> BY_NAME = new LinkedHashMap<>();

  static {
    // IANA names, IANA "cs" aliases and the aliases of java.nio.charset.Charset; but not "unicode"
    // and "ISO-10646-UCS-2": one thing to IANA, another to the JDK and a third to the web.
    register(BY_NAME, UTF_8, "utf-8", "utf8", "csutf8", "unicode-1-1-utf-8");
    register(BY_NAME, UTF_16, "utf-16", "utf16", "utf_16", "csutf16", "unicodebig");
    register(BY_NAME, UTF_16BE, "utf-16be", "utf_16be", "utf16be", "csutf16be", "x-utf-16be");
    register(BY_NAME, UTF_16BE, "unicodebigunmarked");
    register(BY_NAME, UTF_16LE, "utf-16le", "utf_16le", "utf16le", "csutf16le", "x-utf-16le");
    register(BY_NAME, UTF_16LE, "unicodelittleunmarked");
    register(BY_NAME, UTF_32, "utf-32", "utf32", "utf_32", "csutf32");
    register(BY_NAME, UTF_32BE, "utf-32be", "utf_32be", "utf32be", "csutf32be", "x-utf-32be");
    register(BY_NAME, UTF_32LE, "utf-32le", "utf_32le", "utf32le", "csutf32le", "x-utf-32le");
  }

  /** Made when a name is none of those above, for whoever gives one of them waits for no more. */
  private static final class Others {
    static final Map<String, Encoding> NAMES = new LinkedHashMap<>();

    static {
      // Unicode encodings for a purpose of their own, see UnicodeVariants.
      register(NAMES, OtherEncodings.CESU_8, "cesu-8", "cesu8", "cscesu8", "cscesu-8");
      register(NAMES, OtherEncodings.MODIFIED_UTF_8, "modified-utf-8", "mutf-8", "mutf8");
      register(NAMES, OtherEncodings.WTF_8, "wtf-8", "wtf8");
      register(NAMES, OtherEncodings.WTF_16BE, "wtf-16be", "wtf16be");
      register(NAMES, OtherEncodings.WTF_16LE, "wtf-16le", "wtf16le", "wtf-16", "wtf16");
      register(NAMES, OtherEncodings.UCS_2BE, "ucs-2be", "ucs2be", "ucs-2", "ucs2");
      register(NAMES, OtherEncodings.UCS_2LE, "ucs-2le", "ucs2le");
    }
  }

  /** Made when they are asked for, for they have tables. */
  private static final class SingleBytes {
    static final Map<String, EncodingDefinition> NAMES = new LinkedHashMap<>();

    static {
      register(
          StandardCharsets.US_ASCII,
          new EncodingDefinition(
              "US-ASCII", "US-ASCII", () -> SingleByteForm.US_ASCII, any -> AsciiKernel.INSTANCE));
      register(
          StandardCharsets.ISO_8859_1,
          new EncodingDefinition(
              "ISO-8859-1",
              "ISO-8859-1",
              () -> SingleByteForm.ISO_8859_1,
              any -> Latin1Kernel.INSTANCE));
      NAMES.put(
          WebLabels.WINDOWS_1252,
          new EncodingDefinition(
              WebLabels.WINDOWS_1252,
              "windows-1252",
              () -> SingleByteForm.WEB_WINDOWS_1252,
              any -> new SingleByteKernel(SingleByteForm.WEB_WINDOWS_1252)));
    }

    private static void register(Charset charset, EncodingDefinition definition) {
      NAMES.put(definition.name().toLowerCase(Locale.ROOT), definition);
      charset.aliases().forEach(alias -> NAMES.put(alias.toLowerCase(Locale.ROOT), definition));
    }
  }

  private EncodingNames() {}

  private static void register(Map<String, Encoding> names, Encoding encoding, String... labels) {
    for (String label : labels) {
      names.put(label, encoding);
    }
  }

  /** The encoding of an IANA name or alias, in any case; null if it names none. */
  public static @Nullable Encoding find(String name) {
    if (name.length() > LONGEST_NAME) {
      return null;
    }
    Encoding own = ofCore(name.toLowerCase(Locale.ROOT));
    return own == null ? OtherSources.first(source -> source.named(name)) : own;
  }

  /** The encoding of the core that has a name in lower case, or null. */
  private static @Nullable Encoding ofCore(String lowerCase) {
    Encoding unicode = BY_NAME.get(lowerCase);
    if (unicode != null) {
      return unicode;
    }
    Encoding variant = Others.NAMES.get(lowerCase);
    if (variant != null) {
      return variant;
    }
    EncodingDefinition singleBytes = SingleBytes.NAMES.get(lowerCase);
    return singleBytes == null ? null : OtherSources.made(singleBytes);
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
    return Messages.unknown(name);
  }

  /** The names of all encodings, each once. Waits until those of the charsets are gathered. */
  public static List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    BY_NAME.values().forEach(encoding -> names.add(encoding.toString()));
    Others.NAMES.values().forEach(encoding -> names.add(encoding.toString()));
    SingleBytes.NAMES.values().forEach(definition -> names.add(definition.name()));
    OtherSources.ALL.forEach(source -> names.addAll(source.names()));
    // Made once here, so that the first unknown name of a peer does not wait for the classes.
    unknown("x");
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
    Encoding own = ofCore(charset.name().toLowerCase(Locale.ROOT));
    return own == null ? OtherSources.first(source -> source.of(charset)) : own;
  }

  /** The message of an unknown name. Made with the first one, as its names are. */
  private static final class Messages {
    static final List<NearNames.Candidate> OWN = new ArrayList<>();

    /** Aliases as 819 and 646, which many names are near to: only where nothing else is given. */
    static final Map<String, NearNames.Candidate> SHORT = new HashMap<>();

    /** There are some 180 names. */
    static final String SUPPORTED =
        "; supported are UTF-8, UTF-16, UTF-32, their variants, and the charsets of this JVM and"
            + " of the web";

    static {
      Map<String, Encoding> named = new LinkedHashMap<>(BY_NAME);
      named.putAll(Others.NAMES);
      named.forEach((name, it) -> OWN.add(NearNames.Candidate.of(name, it.toString())));
      SingleBytes.NAMES.forEach(
          (name, it) -> {
            NearNames.Candidate candidate = NearNames.Candidate.of(name, it.name());
            if (name.equalsIgnoreCase(it.name())) {
              OWN.add(candidate);
            } else {
              SHORT.put(candidate.squeezed(), candidate);
            }
          });
    }

    static UnsupportedCharsetException unknown(String name) {
      boolean isLong = name.length() > NearNames.LONGEST;
      String reason = isLong ? null : OtherSources.whyNot(name);
      if (reason != null) {
        return new UnknownEncodingException(name, name + " cannot be streamed: " + reason);
      }
      NearNames near = new NearNames(isLong ? "" : name);
      if (!isLong) {
        OWN.stream()
            .filter(it -> UnknownEncodingException.mayMean(near.given(), it.squeezed()))
            .forEach(candidate -> near.add(candidate, any -> true));
        NearNames.Candidate given = SHORT.get(near.given());
        if (given != null) {
          near.add(given, any -> true);
        }
        OtherSources.ALL.forEach(source -> source.propose(near));
      }
      return new UnknownEncodingException(
          name,
          UnknownEncodingException.message(name, "names no encoding", near.nearest(), SUPPORTED));
    }
  }

  /** The encoding of a label as browsers read it (WHATWG Encoding, "get an encoding"). */
  public static Encoding labelled(String label) {
    Encoding encoding = labelledOrNull(WebLabels.plain(label));
    if (encoding == null) {
      throw WebLabels.unknown(label);
    }
    return encoding;
  }

  /** As {@link #labelled}, or null. */
  public static @Nullable Encoding findLabelled(String label) {
    return labelledOrNull(WebLabels.plain(label));
  }

  /** The encoding of a {@linkplain WebLabels#plain plain} label; null if it is none. */
  static @Nullable Encoding labelledOrNull(String plain) {
    String own = WebLabels.nameOf(plain);
    return own == null ? OtherSources.first(source -> source.labelled(plain)) : find(own);
  }
}
