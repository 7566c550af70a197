/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Ucs2Form;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.form.Utf32Form;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.kernel.variant.Ucs2Kernel;
import io.utflow.codec.source.EncodingDefinition;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** An encoding: its form, and the kernels that are faster than the form. */
public final class Encoding implements TextEncoding {
  private static final long serialVersionUID = 1L;

  public static final Encoding UTF_8 = new Encoding("UTF-8", Utf8Form.INSTANCE, KernelSet::utf8);
  public static final Encoding UTF_16BE =
      new Encoding("UTF-16BE", Utf16Form.BIG_ENDIAN, KernelSet::utf16BigEndian);
  public static final Encoding UTF_16LE =
      new Encoding("UTF-16LE", Utf16Form.LITTLE_ENDIAN, KernelSet::utf16LittleEndian);
  public static final Encoding UTF_32BE =
      new Encoding("UTF-32BE", Utf32Form.BIG_ENDIAN, KernelSet::utf32BigEndian);
  public static final Encoding UTF_32LE =
      new Encoding("UTF-32LE", Utf32Form.LITTLE_ENDIAN, KernelSet::utf32LittleEndian);
  static final Encoding UCS_2BE =
      new Encoding("UCS-2BE", Ucs2Form.BIG_ENDIAN, set -> Ucs2Kernel.BIG_ENDIAN);
  static final Encoding UCS_2LE =
      new Encoding("UCS-2LE", Ucs2Form.LITTLE_ENDIAN, set -> Ucs2Kernel.LITTLE_ENDIAN);
  public static final Encoding UTF_16 = new Encoding("UTF-16", UTF_16BE, UTF_16LE);
  public static final Encoding UTF_32 = new Encoding("UTF-32", UTF_32BE, UTF_32LE);
  static final Encoding UCS_2 = new Encoding("UCS-2", UCS_2BE, UCS_2LE);

  private static final Encoding UTF_16_OR_LITTLE = new Encoding("UTF-16", UTF_16LE, UTF_16BE);
  private static final Encoding UTF_32_OR_LITTLE = new Encoding("UTF-32", UTF_32LE, UTF_32BE);
  private static final Encoding UCS_2_OR_LITTLE = new Encoding("UCS-2", UCS_2LE, UCS_2BE);

  /**
   * The name that finds it: the IANA name, with the prefix {@code web-} for encodings as browsers
   * have them.
   */
  private final String name;

  private final transient String nameForPeers;

  private final transient EncodingForm form;

  /** Takes the kernel out of the chosen set, or ignores the set. */
  private final transient Function<KernelSet, Kernel> ofSet;

  /** Makes the kernel of a stream's form; null where the form has no state. */
  private final transient @Nullable Function<EncodingForm, Kernel> kernelOfStream;

  /**
   * The encodings between which a byte order mark decides, first that of streams without one; empty
   * where the bytes mean the same with and without a mark.
   */
  private final transient List<Encoding> orders;

  /** The byte order marks to look for; null until a stream asks, for marks name encodings. */
  private transient volatile @Nullable List<List<ByteOrderMarks.Mark>> marks;

  /** An encoding that the kernels of a set convert. */
  Encoding(String name, EncodingForm form, Function<KernelSet, Kernel> ofSet) {
    this(name, name, form, ofSet);
  }

  /** As the other one, where peers know what it writes by another name. */
  Encoding(String name, String nameForPeers, EncodingForm form, Function<KernelSet, Kernel> ofSet) {
    this(name, nameForPeers, form, ofSet, null, List.of());
  }

  private Encoding(String name, Encoding unmarked, Encoding otherOrder) {
    this(name, name, unmarked.form, unmarked.ofSet, null, List.of(unmarked, otherOrder));
  }

  private Encoding(
      String name,
      String nameForPeers,
      EncodingForm form,
      Function<KernelSet, Kernel> ofSet,
      @Nullable Function<EncodingForm, Kernel> kernelOfStream,
      List<Encoding> orders) {
    this.name = name;
    this.nameForPeers = nameForPeers;
    this.form = form;
    this.ofSet = ofSet;
    this.kernelOfStream = kernelOfStream;
    this.orders = orders;
  }

  /** The encoding of a definition; makes its form. */
  public static Encoding of(EncodingDefinition definition) {
    EncodingForm form = definition.form().get();
    Function<EncodingForm, Kernel> kernel = definition.kernel();
    boolean state = form.forStream() != form;
    Kernel shared = state ? EncodingDefinition.NO_KERNEL : kernel.apply(form);
    return new Encoding(
        definition.name(),
        definition.nameForPeers(),
        form,
        set -> shared,
        state ? kernel : null,
        List.of());
  }

  /** The implementation of a user's encoding. */
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
  public boolean isWellFormed(byte[] bytes) {
    return DecoderSpec.of(this).newValidator().validate(ByteBuffer.wrap(bytes), true).isEmpty();
  }

  @Override
  public TextEncoding withDefaultOrder(ByteOrder order) {
    Objects.requireNonNull(order, "order");
    boolean big = order == ByteOrder.BIG_ENDIAN;
    return switch (name) {
      case "UTF-16" -> big ? UTF_16 : UTF_16_OR_LITTLE;
      case "UTF-32" -> big ? UTF_32 : UTF_32_OR_LITTLE;
      case "UCS-2" -> big ? UCS_2 : UCS_2_OR_LITTLE;
      default ->
          throw new IllegalStateException(
              name + " has one byte order; a default order is for UTF_16, UTF_32 and UCS_2");
    };
  }

  /** Whether the bytes mean the same with and without a byte order mark in front. */
  public boolean isFixed() {
    return orders.isEmpty();
  }

  /**
   * Whether text is written with a byte order mark by default. UCS-2 is not, although a mark is
   * obeyed when reading: devices would show it.
   */
  public boolean writesMark() {
    return !isFixed() && !(form instanceof Ucs2Form);
  }

  /** The encodings between which a byte order mark decides: itself where it is fixed. */
  List<Encoding> orders() {
    return isFixed() ? List.of(this) : orders;
  }

  /** The encoding without a byte order mark to decide otherwise: itself where it is fixed. */
  public Encoding unmarked() {
    return isFixed() ? this : orders.get(0);
  }

  /** The definition of the encoding. */
  public EncodingForm form() {
    return form;
  }

  /**
   * Makes sure that a text can be looked for as a delimiter.
   *
   * @throws IllegalArgumentException if this encoding can neither write nor read it; or if this
   *     encoding has bytes for surrogates and the text begins with the byte that surrogates begin
   *     with: a high surrogate before it could not tell whether a low one follows
   */
  public void requireDelimiter(String text) {
    if (isWritten()) {
      require(text, form()::reads, "a delimiter holds");
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

  /**
   * Makes sure that all characters in a given text can be written in this encoding.
   *
   * @param whose the owner of the text, for the message
   * @throws IllegalArgumentException if a character cannot be written
   */
  public void requireEncodable(String text, String whose) {
    require(text, form()::canEncode, whose);
  }

  private void require(String text, IntPredicate has, String whose) {
    text.codePoints()
        .filter(scalar -> !has.test(scalar))
        .findFirst()
        .ifPresent(
            scalar -> {
              throw new IllegalArgumentException(
                  "%s U+%04X, which %s does not have; choose a text that it has"
                      .formatted(whose, scalar, this));
            });
  }

  /** A text in this encoding, without a byte order mark; no bytes if it cannot be encoded. */
  public byte[] encoded(String text) {
    if (!text.codePoints().allMatch(form::canEncode)) {
      return new byte[0];
    }
    byte[] bytes = new byte[form.maxBytesPerChar() * text.length()];
    int end = 0;
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      end = form.write(text.codePointAt(i), bytes, end);
    }
    return Arrays.copyOf(bytes, end);
  }

  /**
   * A text in this encoding, if its characters are one byte each that is that character wherever it
   * stands; else no bytes.
   */
  public byte[] standingAlone(String text) {
    boolean alone = form.unitWidth() == 1 && text.codePoints().allMatch(form::standsAlone);
    return alone ? encoded(text) : new byte[0];
  }

  /** Whether text can be written in this encoding. */
  public boolean isWritten() {
    return form.writes();
  }

  /** The byte order marks to look for, which each stream asks twice. */
  public List<ByteOrderMarks.Mark> marks(BomPolicy policy) {
    List<List<ByteOrderMarks.Mark>> table = marks;
    if (table == null) {
      table = new ArrayList<>();
      for (BomPolicy each : BomPolicy.values()) {
        table.add(ByteOrderMarks.marks(this, each));
      }
      marks = table;
    }
    return table.get(policy.ordinal());
  }

  /** Whether streams can be read from their start only, for what came before decides. */
  public boolean hasState() {
    return kernelOfStream != null;
  }

  /** Whether a byte below 80 that begins a sequence is that ASCII character. */
  public boolean isAsciiTransparent() {
    return form.isAsciiTransparent();
  }

  /** Asked for again for each call: a faster one may be chosen at any time. */
  public Kernel kernel() {
    return ofSet.apply(Kernels.chosen());
  }

  /** The kernel for a stream of this form, which may have a state of its own. */
  public Kernel kernel(EncodingForm ofStream) {
    return kernelOfStream == null ? kernel() : kernelOfStream.apply(ofStream);
  }

  private boolean isLittleByDefault() {
    return this == UTF_16_OR_LITTLE || this == UTF_32_OR_LITTLE || this == UCS_2_OR_LITTLE;
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

  /** Reads nothing: no instance besides the constants can be made. */
  @SuppressWarnings("DoNotCallSuggester") // Called by what reads objects, in no other way.
  private void readObject(ObjectInputStream in) throws IOException {
    throw new InvalidObjectException("an encoding is written as its name");
  }

  /** The serialized form of a constant. */
  private record Serialized(String name, boolean littleByDefault) implements Serializable {
    private Object readResolve() throws InvalidObjectException {
      Encoding encoding = EncodingNames.find(name);
      if (encoding == null) {
        throw new InvalidObjectException(EncodingNames.unknown(name).getMessage());
      }
      return littleByDefault ? encoding.withDefaultOrder(ByteOrder.LITTLE_ENDIAN) : encoding;
    }
  }
}
