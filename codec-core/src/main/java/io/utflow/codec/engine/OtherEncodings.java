/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import io.utflow.codec.form.Cesu8Form;
import io.utflow.codec.form.ModifiedUtf8Form;
import io.utflow.codec.form.Ucs2Form;
import io.utflow.codec.form.Wtf16Form;
import io.utflow.codec.form.Wtf8Form;

/**
 * What {@link TextEncoding} has no constants for: {@link UnicodeVariants} does. Not initialised
 * before one of them is asked for.
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

  private OtherEncodings() {}
}
