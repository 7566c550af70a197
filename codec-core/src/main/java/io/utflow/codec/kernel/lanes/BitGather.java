/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.lanes;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * {@code Long.compress} and {@code Long.expand}, which exist from JDK 19 on and are one machine
 * instruction each, for class files of JDK 17. They are reached through constant method handles,
 * which C2 inlines like a direct call.
 */
public final class BitGather {
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

  /** Gathers the bits of {@code word} where {@code mask} has ones in the lowest bits, in order. */
  @SuppressWarnings("NullAway") // Called from JDK 19 on.
  public static long compress(long word, long mask) {
    try {
      return (long) COMPRESS.invokeExact(word, mask);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Spreads the lowest bits of {@code word} to where {@code mask} has ones, in order. */
  @SuppressWarnings("NullAway") // Called from JDK 19 on.
  public static long expand(long word, long mask) {
    try {
      return (long) EXPAND.invokeExact(word, mask);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }
}
