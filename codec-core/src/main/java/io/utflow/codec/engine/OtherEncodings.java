/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import io.utflow.codec.form.Bocu1Form;
import io.utflow.codec.form.Cesu8Form;
import io.utflow.codec.form.ModifiedUtf8Form;
import io.utflow.codec.form.ReplacementForm;
import io.utflow.codec.form.ScsuForm;
import io.utflow.codec.form.Ucs2Form;
import io.utflow.codec.form.UtfEbcdicForm;
import io.utflow.codec.form.Wtf16Form;
import io.utflow.codec.form.Wtf8Form;
import io.utflow.codec.form.XUserDefinedForm;
import io.utflow.codec.kernel.charset.UserDefinedKernel;
import io.utflow.codec.kernel.charset.UtfEbcdicKernel;

/**
 * What {@link TextEncoding} has no constants for: {@link UnicodeVariants} does, and the web. Not
 * initialised before one of them is asked for.
 */
public final class OtherEncodings {
  public static final Encoding CESU_8 =
      new Encoding("CESU-8", Cesu8Form.INSTANCE, Encoding.OfSet.CESU_8);
  public static final Encoding MODIFIED_UTF_8 =
      new Encoding("Modified-UTF-8", ModifiedUtf8Form.INSTANCE, Encoding.OfSet.MODIFIED_UTF_8);
  public static final Encoding WTF_8 =
      new Encoding("WTF-8", Wtf8Form.INSTANCE, Encoding.OfSet.UTF_8);
  public static final Encoding WTF_16BE =
      new Encoding("WTF-16BE", Wtf16Form.BIG_ENDIAN, Encoding.OfSet.UTF_16BE);
  public static final Encoding WTF_16LE =
      new Encoding("WTF-16LE", Wtf16Form.LITTLE_ENDIAN, Encoding.OfSet.UTF_16LE);
  public static final Encoding UCS_2BE =
      new Encoding("UCS-2BE", Ucs2Form.BIG_ENDIAN, Encoding.OfSet.UCS_2BE);
  public static final Encoding UCS_2LE =
      new Encoding("UCS-2LE", Ucs2Form.LITTLE_ENDIAN, Encoding.OfSet.UCS_2LE);
  public static final Encoding UTF_EBCDIC =
      new Encoding("UTF-EBCDIC", UtfEbcdicForm.INSTANCE, UtfEbcdicKernel.INSTANCE);
  public static final Encoding SCSU = Encoding.ofForm("SCSU", ScsuForm.SHARED);
  public static final Encoding BOCU_1 = Encoding.ofForm("BOCU-1", Bocu1Form.SHARED);
  public static final Encoding X_USER_DEFINED =
      new Encoding("x-user-defined", XUserDefinedForm.INSTANCE, UserDefinedKernel.INSTANCE);
  public static final Encoding REPLACEMENT = Encoding.ofForm("replacement", ReplacementForm.SHARED);

  private OtherEncodings() {}
}
