package io.utflow.codec;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.form.Utf32Form;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.Kernels;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of the seven Unicode encoding schemes (The Unicode Standard, §3.10). Immutable; the constants
 * are the only instances, also after serialization, so {@code ==} compares them.
 *
 * <p>{@link #UTF_16} and {@link #UTF_32} are the schemes whose byte order a byte order mark
 * decides; without one it is big-endian (RFC 2781 §4.3) unless {@link #withDefaultOrder} says
 * otherwise.
 */
public final class TextEncoding implements Serializable {
  private static final long serialVersionUID = 1L;

  /** UTF-8, RFC 3629. */
  public static final TextEncoding UTF_8 =
      new TextEncoding("UTF-8", Utf8Form.INSTANCE, KernelSet::utf8);

  /** UTF-16 with the more significant byte first, RFC 2781 §3.3. */
  public static final TextEncoding UTF_16BE =
      new TextEncoding("UTF-16BE", Utf16Form.BIG_ENDIAN, KernelSet::utf16BigEndian);

  /** UTF-16 with the less significant byte first, RFC 2781 §3.3. */
  public static final TextEncoding UTF_16LE =
      new TextEncoding("UTF-16LE", Utf16Form.LITTLE_ENDIAN, KernelSet::utf16LittleEndian);

  /** UTF-32 with the most significant byte first. */
  public static final TextEncoding UTF_32BE =
      new TextEncoding("UTF-32BE", Utf32Form.BIG_ENDIAN, KernelSet::utf32BigEndian);

  /** UTF-32 with the least significant byte first. */
  public static final TextEncoding UTF_32LE =
      new TextEncoding("UTF-32LE", Utf32Form.LITTLE_ENDIAN, KernelSet::utf32LittleEndian);

  /** UTF-16 in the byte order its byte order mark says, big-endian without one, RFC 2781 §3.2. */
  public static final TextEncoding UTF_16 = new TextEncoding("UTF-16", UTF_16BE);

  /** UTF-32 in the byte order its byte order mark says, big-endian without one. */
  public static final TextEncoding UTF_32 = new TextEncoding("UTF-32", UTF_32BE);

  private static final TextEncoding UTF_16_OR_LITTLE = new TextEncoding("UTF-16", UTF_16LE);
  private static final TextEncoding UTF_32_OR_LITTLE = new TextEncoding("UTF-32", UTF_32LE);

  private static final Map<String, TextEncoding> BY_NAME = new LinkedHashMap<>();
  private static final Map<String, TextEncoding> BY_WEB_LABEL = new LinkedHashMap<>();

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
    // WHATWG Encoding, §4.2, the rows of the Unicode encodings.
    register(BY_WEB_LABEL, UTF_8, "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8");
    register(BY_WEB_LABEL, UTF_8, "unicode20utf8", "x-unicode20utf8");
    register(BY_WEB_LABEL, UTF_16BE, "utf-16be", "unicodefffe");
    register(BY_WEB_LABEL, UTF_16LE, "utf-16le", "utf-16", "csunicode", "iso-10646-ucs-2");
    register(BY_WEB_LABEL, UTF_16LE, "ucs-2", "unicode", "unicodefeff");
  }

  /** The IANA name. */
  private final String name;

  private final transient @Nullable EncodingForm form;

  /** A property of the form that is asked for each piece of text. */
  private final transient boolean asciiTransparent;

  private final transient Function<KernelSet, Kernel> kernel;
  private final transient @Nullable TextEncoding unmarked;

  private TextEncoding(String name, EncodingForm form, Function<KernelSet, Kernel> kernel) {
    this.name = name;
    this.form = form;
    this.asciiTransparent = form.isAsciiTransparent();
    this.kernel = kernel;
    this.unmarked = null;
  }

  private TextEncoding(String name, TextEncoding unmarked) {
    this.name = name;
    this.form = null;
    this.asciiTransparent = unmarked.asciiTransparent;
    this.kernel = unmarked.kernel;
    this.unmarked = unmarked;
  }

  /** An encoding by its form alone, under no label, with no kernel. */
  static TextEncoding ofForm(String name, EncodingForm form) {
    Kernel none = new Kernel() {};
    return new TextEncoding(name, form, chosen -> none);
  }

  private static void register(
      Map<String, TextEncoding> names, TextEncoding encoding, String... labels) {
    for (String label : labels) {
      names.put(label, encoding);
    }
  }

  /**
   * The encoding of an IANA name or alias, in any case.
   *
   * @param ianaNameOrAlias such as {@code UTF-8}, {@code utf16le}
   * @return the encoding
   * @throws UnsupportedCharsetException if it names none of the seven; the message lists them
   */
  public static TextEncoding forName(String ianaNameOrAlias) {
    Objects.requireNonNull(ianaNameOrAlias, "ianaNameOrAlias");
    return lookUp(BY_NAME, ianaNameOrAlias, ianaNameOrAlias);
  }

  /**
   * As {@link #forName}, but empty if it names none of the seven.
   *
   * @param ianaNameOrAlias such as {@code UTF-8}, {@code utf16le}
   * @return the encoding, or empty
   */
  public static Optional<TextEncoding> find(String ianaNameOrAlias) {
    Objects.requireNonNull(ianaNameOrAlias, "ianaNameOrAlias");
    return Optional.ofNullable(BY_NAME.get(ianaNameOrAlias.toLowerCase(Locale.ROOT)));
  }

  /**
   * The encoding of a label as browsers read it (WHATWG Encoding, "get an encoding"): {@code
   * utf-16} and {@code unicode} are little-endian, white space around the label is ignored.
   *
   * @param label such as the {@code charset} of a Content-Type
   * @return the encoding
   * @throws UnsupportedCharsetException if it names none of UTF-8, UTF-16BE and UTF-16LE
   */
  public static TextEncoding forWebLabel(String label) {
    Objects.requireNonNull(label, "label");
    return lookUp(BY_WEB_LABEL, label.replaceAll("^[\\t\\n\\f\\r ]+|[\\t\\n\\f\\r ]+$", ""), label);
  }

  /**
   * The encoding of a charset of the JDK.
   *
   * @param charset looked up by its name
   * @return the encoding
   * @throws UnsupportedCharsetException if it is none of the seven
   */
  public static TextEncoding of(Charset charset) {
    return forName(Objects.requireNonNull(charset, "charset").name());
  }

  private static TextEncoding lookUp(
      Map<String, TextEncoding> names, String label, String asGiven) {
    TextEncoding encoding = names.get(label.toLowerCase(Locale.ROOT));
    if (encoding == null) {
      throw new UnknownEncodingException(asGiven, names);
    }
    return encoding;
  }

  /** {@return the IANA preferred MIME name, such as {@code UTF-16LE}} */
  public String name() {
    return name;
  }

  /**
   * The most bytes that one UTF-16 code unit becomes in this encoding, for the size of buffers; a
   * byte order mark is not counted.
   *
   * @return a number of bytes; a surrogate pair counts as two code units
   */
  public int maxBytesPerChar() {
    return form().maxBytesPerChar();
  }

  /**
   * UTF-16 or UTF-32 that is read, and by an encoder written, in this order when no byte order mark
   * says otherwise.
   *
   * @param order for streams without a mark
   * @return this encoding with that order
   * @throws IllegalStateException if the encoding has a byte order of its own
   */
  public TextEncoding withDefaultOrder(ByteOrder order) {
    Objects.requireNonNull(order, "order");
    boolean big = order == ByteOrder.BIG_ENDIAN;
    return switch (name) {
      case "UTF-16" -> big ? UTF_16 : UTF_16_OR_LITTLE;
      case "UTF-32" -> big ? UTF_32 : UTF_32_OR_LITTLE;
      default ->
          throw new IllegalStateException(
              name + " has one byte order; a default order is for UTF_16 and UTF_32");
    };
  }

  /** Whether the bytes mean the same with and without a byte order mark in front. */
  boolean isFixed() {
    return unmarked == null;
  }

  /** The encoding without a byte order mark to decide otherwise: itself where it is fixed. */
  TextEncoding unmarked() {
    return unmarked == null ? this : unmarked;
  }

  EncodingForm form() {
    return Objects.requireNonNull(unmarked().form);
  }

  /** Whether ASCII may be read without the form, see {@link EncodingForm#isAsciiTransparent}. */
  boolean isAsciiTransparent() {
    return asciiTransparent;
  }

  /** Asked for again for each call: a faster one may be chosen at any time. */
  Kernel kernel() {
    return kernel.apply(Kernels.chosen());
  }

  private boolean isLittleByDefault() {
    return this == UTF_16_OR_LITTLE || this == UTF_32_OR_LITTLE;
  }

  /** The name, and the default order where it is not the standard's. */
  @Override
  public String toString() {
    return isLittleByDefault() ? name + " (little-endian by default)" : name;
  }

  /** {@return the name and the default order, which are read as one of the constants} */
  private Object writeReplace() {
    return new Serialized(name, isLittleByDefault());
  }

  /**
   * Reads nothing: no instance besides the constants can be made.
   *
   * @param in not read
   * @throws InvalidObjectException always
   */
  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("an encoding is written as its name");
  }

  /**
   * What is written in the place of a constant, and read as it.
   *
   * @param name the IANA name
   * @param littleByDefault whether it is read as little-endian when no byte order mark decides
   */
  private record Serialized(String name, boolean littleByDefault) implements Serializable {
    private Object readResolve() {
      TextEncoding encoding = forName(name);
      return littleByDefault ? encoding.withDefaultOrder(ByteOrder.LITTLE_ENDIAN) : encoding;
    }
  }
}
