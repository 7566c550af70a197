/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.stage.TextStage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A way to write Unicode text in ASCII, by escapes: {@link #unpacker} reads it, {@link #packer}
 * writes it, each as a stage over text that may be cut anywhere. Immutable and thread-safe. The
 * methods that change something return a new packing.
 *
 * <pre>{@code
 * ByteStage<String> text =
 *     Stages.decode(DecoderSpec.of(TextEncoding.UTF_8)).then(Packing.PERCENT.unpacker());
 * }</pre>
 *
 * <p>The policy of {@link #onMalformed(MalformedPolicy)} acts on the meaning of escapes: bytes that
 * are no UTF-8, an unpaired surrogate, a number that is no character. The {@link
 * io.utflow.codec.IllFormedSequence#charOffset()} is then that of the first escape, in UTF-16 code
 * units of the packed text. An unpaired surrogate in the input is ill-formed too. A broken escape
 * stays as text, unless {@link #refuseBroken()} forbids it.
 *
 * <p>These packings write nothing but characters. They know no quotes, no names such as {@code
 * &amp;} and no {@code \n}: a literal of a programming language, a JSON string or a page of HTML
 * needs its own reader and writer.
 */
public final class Packing {
  /**
   * As Java and JavaScript have it: {@code \}{@code u20AC}, and a surrogate pair beyond U+FFFF.
   * Read as {@link #BACKSLASH_LONG}.
   */
  public static final Packing BACKSLASH = new Packing(Form.BACKSLASH);

  /**
   * As Python has it: {@code \}{@code u20AC}, and {@code \U0001F600} beyond U+FFFF.
   *
   * <p>Read are both, and a pair of escapes of surrogates, as one character. {@code \U} of a
   * surrogate is ill-formed. A backslash after a backslash begins no escape (JLS, 3.3), and both
   * stay as text. A backslash that is written is an escape itself.
   */
  public static final Packing BACKSLASH_LONG = new Packing(Form.BACKSLASH_LONG);

  /**
   * Numeric character references of HTML and XML: {@code &#x20AC;}. Written in hexadecimal, read
   * are both, with the semicolon.
   *
   * <p>References to surrogates, to 0 and beyond 10FFFF are ill-formed, so they are U+FFFD by
   * default, as in HTML ("numeric character reference end state"). 80 to 9F are these characters,
   * as in XML; HTML reads them as windows-1252. A reference has at most 65,535 leading zeros and 16
   * more digits; with more it is text.
   */
  public static final Packing REFERENCES = new Packing(Form.REFERENCES);

  /** As {@link #REFERENCES}, written in decimal: {@code &#8364;}. Read as {@link #REFERENCES}. */
  public static final Packing DECIMAL_REFERENCES = new Packing(Form.DECIMAL_REFERENCES);

  /**
   * Percent-encoded UTF-8, as in URIs (RFC 3986, 2.1): {@code %E2%82%AC}. Letters, digits and
   * {@code - . _ ~} stay unless {@link #keeping} says otherwise. A {@code +} is no blank.
   */
  public static final Packing PERCENT = new Packing(Form.PERCENT);

  /** The form in which a character is written. */
  enum Form {
    BACKSLASH('\\') {
      @Override
      void write(int character, StringBuilder out) {
        for (char unit : Character.toChars(character)) {
          hex(out.append("\\u"), unit, 4);
        }
      }
    },
    BACKSLASH_LONG('\\') {
      @Override
      void write(int character, StringBuilder out) {
        boolean small = Character.isBmpCodePoint(character);
        hex(out.append(small ? "\\u" : "\\U"), character, small ? 4 : 8);
      }
    },
    REFERENCES('&') {
      @Override
      void write(int character, StringBuilder out) {
        hex(out.append("&#x"), character, 1).append(';');
      }
    },
    DECIMAL_REFERENCES('&') {
      @Override
      void write(int character, StringBuilder out) {
        out.append("&#").append(character).append(';');
      }
    },
    PERCENT('%') {
      @Override
      void write(int character, StringBuilder out) {
        for (byte b : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
          hex(out.append('%'), b & 0xFF, 2);
        }
      }

      @Override
      boolean keeps(int character) {
        return character < 0x80
            && (Character.isLetterOrDigit(character) || "-._~".indexOf(character) >= 0);
      }
    };

    private final char intro;

    Form(char intro) {
      this.intro = intro;
    }

    abstract void write(int character, StringBuilder out);

    boolean keeps(int character) {
      return character < 0x80;
    }

    private static StringBuilder hex(StringBuilder out, int number, int digits) {
      String hex = Integer.toHexString(number).toUpperCase(Locale.ROOT);
      return out.append("0".repeat(Math.max(0, digits - hex.length()))).append(hex);
    }
  }

  private final Form form;

  /** Which characters are written as they are; null for the default of the form. */
  private final @Nullable IntPredicate kept;

  private final MalformedPolicy policy;
  private final boolean refusesBroken;

  private Packing(Form form) {
    this(form, null, MalformedPolicy.REPLACE, false);
  }

  private Packing(
      Form form, @Nullable IntPredicate kept, MalformedPolicy policy, boolean refusesBroken) {
    this.form = form;
    this.kept = kept;
    this.policy = Objects.requireNonNull(policy, "policy");
    this.refusesBroken = refusesBroken;
  }

  /**
   * {@return a packing with this policy for ill-formed sequences; {@link MalformedPolicy#REPLACE}
   * by default}
   *
   * @param policy what becomes of ill-formed sequences
   */
  public Packing onMalformed(MalformedPolicy policy) {
    return new Packing(form, kept, policy, refusesBroken);
  }

  /**
   * {@return a packing with a {@link BrokenEscapeException} for an escape that is begun and not
   * completed} That is a {@code %} without two hexadecimal digits, {@code &#} without number and
   * semicolon, {@code \}{@code u} and {@code \U} without their digits. Else these stay as text.
   */
  public Packing refuseBroken() {
    return new Packing(form, kept, policy, true);
  }

  /**
   * {@return a packing with these characters written as they are; all ASCII by default, of {@link
   * #PERCENT} the unreserved ones} The character that begins escapes is always written as an
   * escape, so that packed text can be unpacked.
   *
   * @param kept which code points stay; must be thread-safe
   */
  public Packing keeping(IntPredicate kept) {
    return new Packing(form, Objects.requireNonNull(kept, "kept"), policy, refusesBroken);
  }

  /** {@return the policy for ill-formed sequences} */
  public MalformedPolicy onMalformed() {
    return policy;
  }

  Form form() {
    return form;
  }

  boolean keeps(int character) {
    return character != form.intro && (kept == null ? form.keeps(character) : kept.test(character));
  }

  boolean refusesBroken() {
    return refusesBroken;
  }

  /**
   * {@return a stage that writes packed text} A piece has at most about 8192 UTF-16 code units and
   * is never empty. A high surrogate at the end of an input waits for the next; an unpaired one is
   * ill-formed, and its replacement is packed.
   */
  public TextStage<CharSequence, String> packer() {
    return new PackStage(this);
  }

  /**
   * {@return a stage that reads packed text: escapes become what they stand for} Pieces have about
   * 8192 UTF-16 code units at most, no piece is empty or cut inside a surrogate pair. At most the
   * escapes of one incomplete character wait for the next input.
   */
  public TextStage<CharSequence, String> unpacker() {
    return switch (form) {
      case BACKSLASH, BACKSLASH_LONG -> new BackslashStage(this);
      case REFERENCES, DECIMAL_REFERENCES -> new ReferenceStage(this);
      case PERCENT -> new PercentStage(this);
    };
  }

  /** Whether a number is a scalar value of Unicode. */
  static boolean isCharacter(long number) {
    return number >= 0
        && number <= Character.MAX_CODE_POINT
        && (number < Character.MIN_SURROGATE || number > Character.MAX_SURROGATE);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Packing that
        && form == that.form
        && Objects.equals(kept, that.kept)
        && policy.equals(that.policy)
        && refusesBroken == that.refusesBroken;
  }

  @Override
  public int hashCode() {
    return Objects.hash(form, kept, policy, refusesBroken);
  }

  @Override
  public String toString() {
    return "Packing["
        + form
        + ", "
        + policy
        + (kept == null ? "" : ", keeping " + kept)
        + (refusesBroken ? ", broken refused]" : "]");
  }
}
