/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.pool.ShortCopy;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of text and arrays an object keeps, by reflection: JOL cannot look into records.
 * What the spec of a stage keeps is counted too, so measure stages of specs that keep little.
 */
public final class Retained {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private Retained() {}

  /** What {@code root} keeps. */
  public static long bytes(Object root) throws IllegalAccessException {
    return new Retained().count(root);
  }

  private long count(@Nullable Object object) throws IllegalAccessException {
    if (object == null || object instanceof Enum || !seen.add(object)) {
      return 0;
    }
    if (object instanceof ShortCopy) {
      // Borrowed, and used by all connections.
      return 0;
    }
    if (object instanceof StringBuilder builder) {
      return 2L * builder.capacity();
    }
    if (object instanceof CharSequence text) {
      return 2L * text.length();
    }
    if (object instanceof Buffer buffer) {
      return buffer.capacity();
    }
    Class<?> type = object.getClass();
    if (type.isArray()) {
      return countArray(object);
    }
    return type.getName().startsWith("io.utflow.") ? countFields(object, type) : 0;
  }

  private long countArray(Object array) throws IllegalAccessException {
    if (array.getClass().getComponentType().isPrimitive()) {
      return 8L * Array.getLength(array);
    }
    long bytes = 0;
    for (Object element : (Object[]) array) {
      bytes += count(element);
    }
    return bytes;
  }

  private long countFields(Object object, Class<?> type) throws IllegalAccessException {
    long bytes = 0;
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          bytes += count(field.get(object));
        }
      }
    }
    return bytes;
  }
}
