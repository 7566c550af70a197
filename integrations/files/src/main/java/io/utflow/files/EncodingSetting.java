/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import java.io.Serializable;
import java.util.Objects;

/**
 * The setting {@code encoding} of an engine: a name as {@link TextEncoding#forName} knows it;
 * {@code auto} for files in UTF-8, UTF-16 or UTF-32; {@code auto:windows-1252} for files that may
 * be in that encoding too. Files read by {@code auto} are each read as {@link Detection#auto} finds
 * out from their byte order mark and first bytes. Immutable and thread-safe.
 *
 * @serial exclude
 */
public final class EncodingSetting implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final String AUTO = "auto";
  private static final String AUTO_ELSE = "auto:";

  private final TextEncoding encoding;
  private final boolean isAuto;

  private EncodingSetting(TextEncoding encoding, boolean isAuto) {
    this.encoding = Objects.requireNonNull(encoding, "encoding");
    this.isAuto = isAuto;
  }

  /**
   * The setting as it is written.
   *
   * @param name of an encoding, {@code auto}, or {@code auto:} and the name of one; in any case
   * @return what it means
   * @throws IllegalArgumentException if there is no such encoding
   */
  public static EncodingSetting forName(String name) {
    if (name.equalsIgnoreCase(AUTO)) {
      return new EncodingSetting(TextEncoding.UTF_8, true);
    }
    boolean isAuto = name.regionMatches(true, 0, AUTO_ELSE, 0, AUTO_ELSE.length());
    String encoding = isAuto ? name.substring(AUTO_ELSE.length()) : name;
    return new EncodingSetting(TextEncoding.forName(encoding), isAuto);
  }

  /**
   * The setting of an encoding.
   *
   * @param encoding in which files are
   * @return what its name means
   */
  public static EncodingSetting of(TextEncoding encoding) {
    return new EncodingSetting(encoding, false);
  }

  /**
   * The same encoding, if the first bytes of a file do not say otherwise.
   *
   * @return {@code auto:} and the name
   */
  public EncodingSetting auto() {
    return new EncodingSetting(encoding, true);
  }

  /** {@return the encoding of files, or of those in which no other is found} */
  public TextEncoding encoding() {
    return encoding;
  }

  /** {@return whether each file is looked at} */
  public boolean isAuto() {
    return isAuto;
  }

  /** {@return the default policy: the mark of any encoding decides if files are looked at} */
  public BomPolicy bom() {
    return isAuto ? BomPolicy.SNIFF : BomPolicy.PER_ENCODING;
  }

  /**
   * {@return how files are read}
   *
   * @param spec a spec in {@link #encoding()}; its policies and observer hold for detected
   *     encodings too
   */
  public FileDecoding decoding(DecoderSpec spec) {
    return isAuto ? FileDecoding.of(Detection.auto(spec)) : FileDecoding.of(spec);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EncodingSetting that
        && isAuto == that.isAuto
        && encoding.equals(that.encoding);
  }

  @Override
  public int hashCode() {
    return Objects.hash(encoding, isAuto);
  }

  /** The name by which {@link #forName} finds it. */
  @Override
  public String toString() {
    if (!isAuto) {
      return encoding.name();
    }
    return encoding.equals(TextEncoding.UTF_8) ? AUTO : AUTO_ELSE + encoding.name();
  }
}
