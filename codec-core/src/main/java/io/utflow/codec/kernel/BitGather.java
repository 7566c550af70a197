package io.utflow.codec.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * {@code Long.compress} and {@code Long.expand}, which exist from JDK 19 on and are one machine
 * instruction each, for class files of JDK 17: a constant method handle is inlined like a call.
 */
final class BitGather {
  private static final @Nullable MethodHandle COMPRESS = find("compress");
  private static final @Nullable MethodHandle EXPAND = find("expand");

  private BitGather() {}

  private static @Nullable MethodHandle find(String name) {
    MethodType type = MethodType.methodType(long.class, long.class, long.class);
    try {
      return MethodHandles.lookup().findStatic(Long.class, name, type);
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

  /** The lowest bits of {@code word} where {@code mask} has ones, in their order. */
  static long expand(long word, long mask) {
    try {
      return (long) EXPAND.invokeExact(word, mask);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }
}
