package io.utflow.codec.kernel;

/** Chooses the kernels, once. */
public final class Kernels {
  private Kernels() {}

  /** The kernel of UTF-8. */
  public static Kernel utf8() {
    return Utf8Kernel.INSTANCE;
  }

  /** The kernel of UTF-16BE. */
  public static Kernel utf16BigEndian() {
    return Utf16Kernel.BIG_ENDIAN;
  }

  /** The kernel of UTF-16LE. */
  public static Kernel utf16LittleEndian() {
    return Utf16Kernel.LITTLE_ENDIAN;
  }

  /** The kernel of UTF-32BE. */
  public static Kernel utf32BigEndian() {
    return Utf32Kernel.BIG_ENDIAN;
  }

  /** The kernel of UTF-32LE. */
  public static Kernel utf32LittleEndian() {
    return Utf32Kernel.LITTLE_ENDIAN;
  }
}
