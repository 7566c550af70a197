/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.word.SwarUtf16Kernel;
import io.utflow.codec.kernel.word.SwarUtf32Kernel;
import io.utflow.codec.kernel.word.WordControlSearch;

/**
 * The set that a first call waits for: UTF-8 is decoded by the JDK, all else is of {@code swar}.
 * Each part is loaded when it is asked for, and not with the set.
 */
final class FirstKernels implements KernelSet {
  static final KernelSet INSTANCE = new FirstKernels();

  private FirstKernels() {}

  @Override
  public String name() {
    return "jdk";
  }

  @Override
  public Kernel utf8() {
    return FirstUtf8Kernel.INSTANCE;
  }

  @Override
  public Kernel utf16BigEndian() {
    return counted(SwarUtf16Kernel.BIG_ENDIAN);
  }

  @Override
  public Kernel utf16LittleEndian() {
    return counted(SwarUtf16Kernel.LITTLE_ENDIAN);
  }

  @Override
  public Kernel utf32BigEndian() {
    return counted(SwarUtf32Kernel.BIG_ENDIAN);
  }

  @Override
  public Kernel utf32LittleEndian() {
    return counted(SwarUtf32Kernel.LITTLE_ENDIAN);
  }

  @Override
  public ControlSearch controls() {
    return counted(WordControlSearch.INSTANCE);
  }

  private static <T> T counted(T part) {
    Kernels.countFirst(0);
    return part;
  }
}
