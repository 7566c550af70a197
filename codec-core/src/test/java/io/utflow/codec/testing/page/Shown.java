/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A value as pages show it: strings in quotes, what cannot be seen in them as escapes, bytes in
 * hexadecimal.
 */
final class Shown {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  private Shown() {}

  static String of(@Nullable Object value) {
    if (value instanceof CharSequence text) {
      return quoted(text);
    }
    if (value instanceof byte[] bytes) {
      return HEX.formatHex(bytes);
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return HEX.formatHex(bytes);
    }
    if (value instanceof Optional<?> optional) {
      return optional.map(Shown::of).orElse("empty");
    }
    if (value instanceof Collection<?> values) {
      return values.stream().map(Shown::of).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Object[] values) {
      return of(java.util.Arrays.asList(values));
    }
    if (value instanceof Map.Entry<?, ?> entry) {
      return of(entry.getKey()) + "=" + of(entry.getValue());
    }
    if (value instanceof Throwable thrown) {
      return thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
    }
    return value == null ? "null" : nettyBuffer(value);
  }

  /** Netty and its buffers are not known here: asked by name. */
  private static String nettyBuffer(Object value) {
    try {
      Class<?> type = Class.forName("io.netty.buffer.ByteBuf", false, loaderOf(value));
      if (type.isInstance(value)) {
        return of(type.getMethod("nioBuffer").invoke(value));
      }
    } catch (ClassNotFoundException e) {
      return value.toString();
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
    return value.toString();
  }

  private static @Nullable ClassLoader loaderOf(Object value) {
    return value.getClass().getClassLoader();
  }

  private static String quoted(CharSequence text) {
    StringBuilder shown = new StringBuilder("\"");
    text.codePoints().forEach(c -> append(shown, c));
    return shown.append('"').toString();
  }

  private static void append(StringBuilder shown, int c) {
    switch (c) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      case '\0' -> shown.append("\\0");
      case '"' -> shown.append("\\\"");
      default -> {
        if (isSeen(c)) {
          shown.appendCodePoint(c);
        } else {
          shown.append(String.format("\\u%04X", c));
        }
      }
    }
  }

  /** U+FFFD is told by its number, for it is the fault that pages are about. */
  private static boolean isSeen(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> c != 0xFFFD;
    };
  }
}
