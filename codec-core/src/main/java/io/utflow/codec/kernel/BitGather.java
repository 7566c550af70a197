package io.utflow.codec.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * {@code Long.compress}, which exists from JDK 19 on and is one machine instruction, for class
 * files of JDK 17: a constant method handle is inlined like a call.
 */
final class BitGather {
  private static final @Nullable MethodHandle COMPRESS = find();

  private BitGather() {}

  private static @Nullable MethodHandle find() {
    MethodType type = MethodType.methodType(long.class, long.class, long.class);
    try {
      return MethodHandles.lookup().findStatic(Long.class, "compress", type);
    } catch (NoSuchMethodException | IllegalAccessException olderJdk) {
      return null;
    }
  }

  static boolean isAvailable() {
    return COMPRESS != null;
  }

  /** The bits of {@code word} where {@code mask} has ones, side by side, in their order. */
  static long compress(long word, long mask) {
    try {
      return (long) COMPRESS.invokeExact(word, mask);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }
}
