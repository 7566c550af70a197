/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static io.utflow.codec.engine.Encoding.UTF_16;
import static io.utflow.codec.engine.Encoding.UTF_16BE;
import static io.utflow.codec.engine.Encoding.UTF_16LE;
import static io.utflow.codec.engine.Encoding.UTF_32;
import static io.utflow.codec.engine.Encoding.UTF_32BE;
import static io.utflow.codec.engine.Encoding.UTF_32LE;
import static io.utflow.codec.engine.Encoding.UTF_8;

import java.nio.charset.Charset;
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
      register(NAMES, OtherEncodings.UTF_EBCDIC, "utf-ebcdic", "utfebcdic");
      register(NAMES, OtherEncodings.SCSU, "scsu", "csscsu");
      register(NAMES, OtherEncodings.BOCU_1, "bocu-1", "bocu1", "csbocu1", "csbocu-1");
      register(NAMES, OtherEncodings.X_USER_DEFINED, "x-user-defined");
      register(NAMES, OtherEncodings.REPLACEMENT, "replacement");
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
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith(WebEncodings.PREFIX)) {
      return WebEncodings.find(lower);
    }
    Encoding unicode = BY_NAME.get(lower);
    if (unicode != null) {
      return unicode;
    }
    Encoding other = Others.NAMES.get(lower);
    Encoding own = other == null ? ChineseEncodings.find(lower) : other;
    if (own != null) {
      return own;
    }
    JdkEncoding charset = JdkEncodings.find(name, lower);
    return charset == null ? null : charset.encoding();
  }

  /** As {@link #find}, with an error that lists the names there are, the nearest first. */
  public static Encoding named(String name) {
    Encoding encoding = find(name);
    if (encoding == null) {
      throw Messages.unknown(name);
    }
    return encoding;
  }

  /** The names of all encodings, each once. Waits until those of the charsets are gathered. */
  public static List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    for (Map<String, Encoding> own :
        List.of(BY_NAME, Others.NAMES, ChineseEncodings.all(), WebEncodings.all())) {
      own.values().forEach(encoding -> names.add(encoding.toString()));
    }
    CharsetNames charsets = CharsetNames.gathered();
    if (charsets != null) {
      names.addAll(charsets.streamed());
    }
    // Made once here, so that the first unknown name of a peer does not wait for the classes.
    Messages.unknown("x");
    return List.copyOf(names);
  }

  /** The encoding of a charset, which its provider may have listed under no name. */
  public static Encoding of(Charset charset) {
    Encoding listed = find(charset.name());
    Encoding encoding = listed == null ? JdkEncodings.ofUnlisted(charset.name()) : listed;
    if (encoding == null) {
      throw Messages.unknown(charset.name());
    }
    return encoding;
  }

  /** The message of an unknown name. Made with the first one, as its names are. */
  private static final class Messages {
    static final List<NearNames.Candidate> OWN = new ArrayList<>();

    /** There are some 180 names. */
    static final String SUPPORTED =
        "; supported are UTF-8, UTF-16, UTF-32, their variants, and the charsets of this JVM and of"
            + " the web";

    static {
      Map<String, Encoding> named = new LinkedHashMap<>(BY_NAME);
      named.putAll(Others.NAMES);
      named.putAll(ChineseEncodings.all());
      named.forEach((name, it) -> OWN.add(NearNames.Candidate.of(name, it.name())));
      WebEncodings.names().forEach((name, web) -> OWN.add(NearNames.Candidate.of(name, web)));
    }

    static UnsupportedCharsetException unknown(String name) {
      // Not waited for: the name may be a peer's, and this thread an event loop.
      CharsetNames charsets = CharsetNames.ifGathered();
      boolean isLong = name.length() > NearNames.LONGEST;
      JdkEncoding charset = isLong ? null : JdkEncodings.find(name, name.toLowerCase(Locale.ROOT));
      String reason = charset == null ? null : charset.reasonForNone();
      if (reason != null) {
        return new UnknownEncodingException(name, name + " cannot be streamed: " + reason);
      }
      NearNames near = new NearNames(isLong ? "" : name);
      if (!isLong) {
        OWN.forEach(candidate -> near.add(candidate, any -> true));
        if (charsets != null) {
          charsets.propose(near);
        }
      }
      return new UnknownEncodingException(
          name,
          UnknownEncodingException.quoted(name)
              + " names no encoding"
              + UnknownEncodingException.advice(near.nearest(), SUPPORTED));
    }
  }

  /** The encoding of a label as browsers read it (WHATWG Encoding, "get an encoding"). */
  public static Encoding labelled(String label) {
    WebLabels.Meaning meaning = WebLabels.named(label);
    Encoding encoding = find(meaning.known());
    if (encoding == null) {
      throw WebLabels.unsupported(
          label, "is the label of " + meaning.name() + ", which this JVM does not have");
    }
    return encoding;
  }
}
