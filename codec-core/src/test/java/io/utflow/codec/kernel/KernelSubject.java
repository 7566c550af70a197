/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Utf16Form;
import io.utflow.codec.form.Utf32Form;
import io.utflow.codec.form.Utf8Form;
import java.util.List;

/** A kernel, and the definition of the encoding that it must agree with. */
public record KernelSubject(String name, Kernel kernel, EncodingForm form, TextEncoding encoding) {

  /** The five kernels of a set. */
  public static List<KernelSubject> of(KernelSet set) {
    return of(
        set.name(),
        set.utf8(),
        set.utf16BigEndian(),
        set.utf16LittleEndian(),
        set.utf32BigEndian(),
        set.utf32LittleEndian());
  }

  /** The five kernels of one implementation. */
  public static List<KernelSubject> of(
      String name,
      Kernel utf8,
      Kernel utf16BigEndian,
      Kernel utf16LittleEndian,
      Kernel utf32BigEndian,
      Kernel utf32LittleEndian) {
    return List.of(
        of(name, utf8, Utf8Form.INSTANCE, TextEncoding.UTF_8),
        of(name, utf16BigEndian, Utf16Form.BIG_ENDIAN, TextEncoding.UTF_16BE),
        of(name, utf16LittleEndian, Utf16Form.LITTLE_ENDIAN, TextEncoding.UTF_16LE),
        of(name, utf32BigEndian, Utf32Form.BIG_ENDIAN, TextEncoding.UTF_32BE),
        of(name, utf32LittleEndian, Utf32Form.LITTLE_ENDIAN, TextEncoding.UTF_32LE));
  }

  public static KernelSubject of(
      String name, Kernel kernel, EncodingForm form, TextEncoding encoding) {
    return new KernelSubject(name + " " + encoding, kernel, form, encoding);
  }

  @Override
  public String toString() {
    return name;
  }
}
