/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import io.utflow.codec.UnicodeVariants;
import io.utflow.codec.form.Cesu8Form;
import io.utflow.codec.form.ModifiedUtf8Form;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.form.Ucs2Form;
import io.utflow.codec.form.Wtf16Form;
import io.utflow.codec.form.Wtf8Form;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.single.Latin1Kernel;
import io.utflow.codec.kernel.single.SingleByteKernel;
import io.utflow.codec.kernel.variant.Cesu8Kernel;
import io.utflow.codec.kernel.variant.Ucs2Kernel;
import io.utflow.codec.source.EncodingDefinition;

/** The encodings of {@link UnicodeVariants}, and the single bytes of the core. */
public final class OtherEncodings {
  public static final Encoding CESU_8 =
      new Encoding("CESU-8", Cesu8Form.INSTANCE, set -> new Cesu8Kernel(set.utf8(), true));
  public static final Encoding MODIFIED_UTF_8 =
      new Encoding(
          "Modified-UTF-8", ModifiedUtf8Form.INSTANCE, set -> new Cesu8Kernel(set.utf8(), false));
  public static final Encoding WTF_8 = new Encoding("WTF-8", Wtf8Form.INSTANCE, KernelSet::utf8);
  public static final Encoding WTF_16BE =
      new Encoding("WTF-16BE", Wtf16Form.BIG_ENDIAN, KernelSet::utf16BigEndian);
  public static final Encoding WTF_16LE =
      new Encoding("WTF-16LE", Wtf16Form.LITTLE_ENDIAN, KernelSet::utf16LittleEndian);
  public static final Encoding UCS_2BE =
      new Encoding("UCS-2BE", Ucs2Form.BIG_ENDIAN, set -> Ucs2Kernel.BIG_ENDIAN);
  public static final Encoding UCS_2LE =
      new Encoding("UCS-2LE", Ucs2Form.LITTLE_ENDIAN, set -> Ucs2Kernel.LITTLE_ENDIAN);

  public static final Encoding US_ASCII =
      Encoding.of(
          new EncodingDefinition(
              "US-ASCII",
              "US-ASCII",
              () -> SingleByteForm.US_ASCII,
              any -> new SingleByteKernel(SingleByteForm.US_ASCII)));
  public static final Encoding ISO_8859_1 =
      new Encoding("ISO-8859-1", SingleByteForm.ISO_8859_1, set -> Latin1Kernel.INSTANCE);

  /** The windows-1252 of the web: the JDK's does not read all bytes. */
  public static final Encoding WEB_WINDOWS_1252 =
      Encoding.of(
          new EncodingDefinition(
              "web-windows-1252",
              "windows-1252",
              () -> SingleByteForm.WEB_WINDOWS_1252,
              any -> new SingleByteKernel(SingleByteForm.WEB_WINDOWS_1252)));

  private OtherEncodings() {}
}
