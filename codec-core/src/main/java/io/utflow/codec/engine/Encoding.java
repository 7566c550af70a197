/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.form.Utf32Form;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.kernel.single.AsciiKernel;
import io.utflow.codec.kernel.single.Latin1Kernel;
import io.utflow.codec.source.EncodingDefinition;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An encoding: its form, and the kernels that are faster than the form.
 *
 * <p>The first use of the library initialises this class, and a server under load waits for it. So
 * here are only the encodings that {@link TextEncoding} names; {@link OtherEncodings} has the
 * others. For the same reason a kernel is named by a constant and not by a lambda, each of which is
 * a class to be made, constants are compared, for a {@code switch} is a class as well, and forms of
 * code units wider than a byte are not loaded before one is asked for.
 */
public final class Encoding implements TextEncoding {
  private static final long serialVersionUID = 1L;

  /** NUL, so many times in most encodings: for what reads several characters at once, too. */
  private static final int BYTES_TO_PREPARE = 32;

  /** Not all below U+0100, which needs less. */
  private static final String TEXT_TO_PREPARE = "\u0422\u0435\u043A\u0441\u0442, text";

  /** Which kernel of the chosen set converts. */
  enum OfSet {
    UTF_8,
    UTF_16BE,
    UTF_16LE,
    UTF_32BE,
    UTF_32LE,
    CESU_8,
    MODIFIED_UTF_8,
    UCS_2BE,
    UCS_2LE
  }

  public static final Encoding UTF_8 = new Encoding("UTF-8", Utf8Form.INSTANCE, OfSet.UTF_8);
  public static final Encoding UTF_16BE = new Encoding("UTF-16BE", OfSet.UTF_16BE);
  public static final Encoding UTF_16LE = new Encoding("UTF-16LE", OfSet.UTF_16LE);
  public static final Encoding UTF_32BE = new Encoding("UTF-32BE", OfSet.UTF_32BE);
  public static final Encoding UTF_32LE = new Encoding("UTF-32LE", OfSet.UTF_32LE);
  public static final Encoding UTF_16 = new Encoding("UTF-16", UTF_16BE);
  public static final Encoding UTF_32 = new Encoding("UTF-32", UTF_32BE);

  private static final Encoding UTF_16_OR_LITTLE = new Encoding("UTF-16", UTF_16LE);
  private static final Encoding UTF_32_OR_LITTLE = new Encoding("UTF-32", UTF_32LE);

  /** What finds it: the IANA name; of what browsers have otherwise, that behind {@code web-}. */
  private final String name;

  private final transient String nameForPeers;

  /** Null where {@link #formOf} knows it, or where there is an {@link #unmarked} encoding. */
  private final transient @Nullable EncodingForm form;

  /** A property of the form that is asked for each piece of text. */
  private final transient boolean asciiTransparent;

  /** Null where {@link #ownKernel} converts, whatever set is chosen. */
  private final transient @Nullable OfSet ofSet;

  private final transient @Nullable Kernel ownKernel;

  /** Makes the kernel of a stream's form; null where the form has no state. */
  private final transient @Nullable Function<EncodingForm, Kernel> kernelOfStream;

  /** What is read without a byte order mark, if a mark may decide otherwise. */
  private final transient @Nullable Encoding unmarked;

  /** The byte order marks to look for; null until a stream asks, for marks name encodings. */
  private transient volatile @Nullable List<List<ByteOrderMarks.Mark>> marks;

  private transient boolean readsPrepared;
  private transient boolean writesPrepared;

  /** An encoding that the kernels of a set convert. */
  Encoding(String name, EncodingForm form, OfSet ofSet) {
    this(name, name, form, form.isAsciiTransparent(), ofSet, null, null);
  }

  /** One of wide code units, no byte of which is ASCII. */
  private Encoding(String name, OfSet ofSet) {
    this(name, name, null, false, ofSet, null, null);
  }

  private Encoding(
      String name,
      String nameForPeers,
      @Nullable EncodingForm form,
      boolean asciiTransparent,
      @Nullable OfSet ofSet,
      @Nullable Kernel ownKernel,
      @Nullable Function<EncodingForm, Kernel> kernelOfStream) {
    this.name = name;
    this.nameForPeers = nameForPeers;
    this.form = form;
    this.asciiTransparent = asciiTransparent;
    this.ofSet = ofSet;
    this.ownKernel = ownKernel;
    this.kernelOfStream = kernelOfStream;
    this.unmarked = null;
  }

  private Encoding(String name, Encoding unmarked) {
    this.name = name;
    this.nameForPeers = name;
    this.form = null;
    this.asciiTransparent = unmarked.asciiTransparent;
    this.ofSet = unmarked.ofSet;
    this.ownKernel = unmarked.ownKernel;
    this.kernelOfStream = null;
    this.unmarked = unmarked;
  }

  /** An encoding by its form alone, under no label, with no kernel. */
  public static Encoding ofForm(String name, EncodingForm form) {
    return of(EncodingDefinition.of(name, () -> form));
  }

  /** The encoding of a definition; makes its form. */
  static Encoding of(EncodingDefinition definition) {
    EncodingForm form = definition.form().get();
    Function<EncodingForm, Kernel> kernel = definition.kernel();
    boolean state = form.forStream() != form;
    return new Encoding(
        definition.name(),
        definition.nameForPeers(),
        form,
        form.isAsciiTransparent(),
        null,
        state ? EncodingDefinition.NO_KERNEL : kernel.apply(form),
        state ? kernel : null);
  }

  /** What a user's encoding is. */
  public static Encoding of(TextEncoding encoding) {
    return (Encoding) encoding;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String nameForPeers() {
    return nameForPeers;
  }

  @Override
  public int maxBytesPerChar() {
    return form().maxBytesPerChar();
  }

  @Override
  public TextEncoding withDefaultOrder(ByteOrder order) {
    Objects.requireNonNull(order, "order");
    boolean big = order == ByteOrder.BIG_ENDIAN;
    return switch (name) {
      case "UTF-16" -> big ? UTF_16 : UTF_16_OR_LITTLE;
      case "UTF-32" -> big ? UTF_32 : UTF_32_OR_LITTLE;
      default ->
          throw Failures.illegalState(
              name + " has one byte order; a default order is for UTF_16 and UTF_32");
    };
  }

  /** Whether the bytes mean the same with and without a byte order mark in front. */
  public boolean isFixed() {
    return unmarked == null;
  }

  /** The encodings between which a byte order mark decides: itself where it is fixed. */
  List<Encoding> orders() {
    if (unmarked == null) {
      return List.of(this);
    }
    boolean utf16 = unmarked == UTF_16BE || unmarked == UTF_16LE;
    return utf16 ? List.of(UTF_16BE, UTF_16LE) : List.of(UTF_32BE, UTF_32LE);
  }

  /** The encoding without a byte order mark to decide otherwise: itself where it is fixed. */
  Encoding unmarked() {
    return unmarked == null ? this : unmarked;
  }

  /**
   * Decodes a few bytes, at the first spec of this encoding in the JVM: so the JVM loads what the
   * first text needs where a server is configured, and no request waits for it. Of two threads that
   * make the first spec one may find it half done. Not for encodings with tables: they take up to a
   * tenth of a second, and a peer may name them and send no text.
   */
  public void prepareToRead() {
    if (readsPrepared || ofSet == null) {
      return;
    }
    // Before the spec below, whose constructor comes here.
    readsPrepared = true;
    try {
      // No byte order mark is looked for, for few streams need the table of marks.
      DecoderSpec spec = DecoderSpec.of(this).bom(BomPolicy.KEEP);
      new Decoder(spec).decode(ByteBuffer.allocate(BYTES_TO_PREPARE), true);
    } catch (RuntimeException failure) {
      // A wrong name of kernels, for one: coders say so, each of them, when they are made.
    }
  }

  /** The same for what encodes, at the first spec to write it. */
  public void prepareToWrite() {
    if (writesPrepared || ofSet == null) {
      return;
    }
    writesPrepared = true;
    try {
      new Encoder(EncoderSpec.of(this)).encode(TEXT_TO_PREPARE);
    } catch (RuntimeException failure) {
      // As above.
    }
  }

  /** The definition of the encoding. */
  public EncodingForm form() {
    EncodingForm known = unmarked().form;
    return known == null ? formOf(Objects.requireNonNull(ofSet)) : known;
  }

  private static EncodingForm formOf(OfSet wide) {
    if (wide == OfSet.UTF_16BE) {
      return Utf16Form.BIG_ENDIAN;
    }
    if (wide == OfSet.UTF_16LE) {
      return Utf16Form.LITTLE_ENDIAN;
    }
    return wide == OfSet.UTF_32BE ? Utf32Form.BIG_ENDIAN : Utf32Form.LITTLE_ENDIAN;
  }

  /**
   * Makes sure that a text can be looked for as a delimiter.
   *
   * @throws IllegalArgumentException if this encoding neither writes nor reads it, or, where
   *     surrogates are characters of bytes, begins with the byte that surrogates begin with: a high
   *     one before it could not tell whether a low one follows
   */
  public void requireDelimiter(String text) {
    if (isWritten()) {
      UnmappableRule.requireRead(text, this, "a delimiter holds");
    }
    char first = text.charAt(0);
    boolean likeASurrogate = first >= 0xD000 && first <= 0xD7FF;
    if (form().hasSurrogates() && form().unitWidth() == 1 && likeASurrogate) {
      throw new IllegalArgumentException(
          ("a delimiter begins with U+%04X, whose first byte in %s is that of surrogates;"
                  + " choose another")
              .formatted((int) first, name));
    }
  }

  /** Whether text can be written in this encoding. */
  public boolean isWritten() {
    return form().writes();
  }

  /**
   * Whether {@link #marks} of a fixed encoding has any; of UTF-8 it is known without the table, for
   * which a first request would wait.
   */
  boolean mayBeMarked(BomPolicy policy) {
    return this == UTF_8 ? policy != BomPolicy.KEEP : !marks(policy).isEmpty();
  }

  /** The byte order marks to look for, which each stream asks twice. */
  List<ByteOrderMarks.Mark> marks(BomPolicy policy) {
    List<List<ByteOrderMarks.Mark>> table = marks;
    if (table == null) {
      table = ByteOrderMarks.table(this);
      marks = table;
    }
    return table.get(policy.ordinal());
  }

  /** Whether streams can be read from their start only, for what came before decides. */
  public boolean hasState() {
    return form().forStream() != form();
  }

  /** Whether ASCII may be read without the form, see {@link EncodingForm#isAsciiTransparent}. */
  public boolean isAsciiTransparent() {
    return asciiTransparent;
  }

  /** Whether each byte is the character of that number. */
  boolean isLatin1() {
    // To name the instance would be to make it, and its initialiser takes ten milliseconds.
    return ownKernel instanceof Latin1Kernel;
  }

  /** Whether each byte that is no ASCII character is ill-formed. */
  boolean isAscii() {
    return ownKernel instanceof AsciiKernel;
  }

  /** Asked for again for each call: a faster one may be chosen at any time. */
  Kernel kernel() {
    return ofSet == null ? Objects.requireNonNull(ownKernel) : ofSet(Kernels.chosen(), ofSet);
  }

  private static Kernel ofSet(KernelSet chosen, OfSet kernel) {
    return kernel == OfSet.UTF_8 ? chosen.utf8() : EncodingKernels.ofSet(chosen, kernel);
  }

  /** The kernel for a stream of this form, which may have a state of its own. */
  Kernel kernel(EncodingForm ofStream) {
    return kernelOfStream == null ? kernel() : kernelOfStream.apply(ofStream);
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
   * @throws IOException always
   */
  private void readObject(ObjectInputStream in) throws IOException {
    Serialized.refuse();
  }

  /**
   * What is written in the place of a constant, and read as it.
   *
   * @param name the IANA name
   * @param littleByDefault whether it is read as little-endian when no byte order mark decides
   */
  private record Serialized(String name, boolean littleByDefault) implements Serializable {
    /** Here, for the first use of the library would load the class of what it throws. */
    @SuppressWarnings("DoNotCallSuggester") // Called, and not thrown by the caller, as said.
    static void refuse() throws InvalidObjectException {
      throw new InvalidObjectException("an encoding is written as its name");
    }

    private Object readResolve() throws InvalidObjectException {
      Encoding encoding = EncodingNames.find(name);
      if (encoding == null) {
        throw new InvalidObjectException(EncodingNames.unknown(name).getMessage());
      }
      return littleByDefault ? encoding.withDefaultOrder(ByteOrder.LITTLE_ENDIAN) : encoding;
    }
  }
}
