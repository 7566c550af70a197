/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.util.Arrays;
import java.util.List;

/**
 * Methods of the JDK whose work depends on the length of a text, an array or a buffer, and not on
 * the length of what they return. {@link CountedClasses} calls these in their place: by the name,
 * with the receiver as the first parameter.
 *
 * <p>Not counted: regular expressions, sorting, streams of the JDK (but what they call back is),
 * and what providers of charsets do.
 */
public final class CountedCalls {
  private CountedCalls() {}

  public static void arraycopy(Object from, int at, Object to, int toAt, int length) {
    Work.elements(length);
    System.arraycopy(from, at, to, toAt, length);
  }

  public static void fill(byte[] array, byte value) {
    Work.elements(array.length);
    Arrays.fill(array, value);
  }

  public static void fill(int[] array, int value) {
    Work.elements(array.length);
    Arrays.fill(array, value);
  }

  public static boolean equals(byte[] one, byte[] other) {
    Work.elements(Math.min(one.length, other.length));
    return Arrays.equals(one, other);
  }

  public static boolean equals(byte[] one, int from, int to, byte[] other, int at, int end) {
    Work.elements(to - from);
    return Arrays.equals(one, from, to, other, at, end);
  }

  public static boolean equals(char[] one, int from, int to, char[] other, int at, int end) {
    Work.elements(to - from);
    return Arrays.equals(one, from, to, other, at, end);
  }

  public static boolean equals(String one, Object other) {
    Work.elements(one.length());
    return one.equals(other);
  }

  public static boolean equals(ByteBuffer one, Object other) {
    Work.elements(one.remaining());
    return one.equals(other);
  }

  public static int indexOf(String text, int character) {
    return indexOf(text, character, 0);
  }

  public static int indexOf(String text, int character, int from) {
    int at = text.indexOf(character, from);
    Work.elements((at < 0 ? text.length() : at) - from);
    return at;
  }

  public static int indexOf(StringBuilder text, String other) {
    return indexOf(text, other, 0);
  }

  public static int indexOf(StringBuilder text, String other, int from) {
    int at = text.indexOf(other, from);
    Work.elements((at < 0 ? text.length() : at) - from);
    return at;
  }

  public static boolean contains(String text, CharSequence other) {
    Work.elements(text.length());
    return text.contains(other);
  }

  public static boolean contains(List<?> list, Object element) {
    Work.elements(list.size());
    return list.contains(element);
  }

  public static int indexOf(List<?> list, Object element) {
    Work.elements(list.size());
    return list.indexOf(element);
  }

  public static void getChars(String text, int from, int to, char[] array, int at) {
    Work.elements(to - from);
    text.getChars(from, to, array, at);
  }

  public static StringBuilder append(StringBuilder to, String text) {
    Work.made(text);
    return to.append(text);
  }

  public static StringBuilder append(StringBuilder to, CharSequence text) {
    Work.elements(text.length());
    return to.append(text);
  }

  public static StringBuilder append(StringBuilder to, CharSequence text, int from, int end) {
    Work.elements(end - from);
    return to.append(text, from, end);
  }

  public static StringBuilder append(StringBuilder to, char[] text, int from, int length) {
    Work.elements(length);
    return to.append(text, from, length);
  }

  public static StringBuilder delete(StringBuilder text, int from, int to) {
    Work.elements(text.length() - from);
    return text.delete(from, to);
  }

  public static StringBuilder insert(StringBuilder text, int at, String inserted) {
    Work.elements(text.length() - at + inserted.length());
    return text.insert(at, inserted);
  }

  public static ByteBuffer get(ByteBuffer from, byte[] to, int at, int length) {
    Work.elements(length);
    return from.get(to, at, length);
  }

  public static ByteBuffer get(ByteBuffer from, int position, byte[] to, int at, int length) {
    Work.elements(length);
    return from.get(position, to, at, length);
  }

  public static ByteBuffer get(ByteBuffer from, int position, byte[] to) {
    Work.elements(to.length);
    return from.get(position, to);
  }

  public static ByteBuffer put(ByteBuffer to, byte[] from, int at, int length) {
    Work.elements(length);
    return to.put(from, at, length);
  }

  public static ByteBuffer put(ByteBuffer to, ByteBuffer from) {
    Work.elements(from.remaining());
    return to.put(from);
  }

  public static CharBuffer get(CharBuffer from, char[] to, int at, int length) {
    Work.elements(length);
    return from.get(to, at, length);
  }

  public static CharBuffer get(CharBuffer from, int position, char[] to, int at, int length) {
    Work.elements(length);
    return from.get(position, to, at, length);
  }

  public static CharBuffer put(CharBuffer to, char[] from, int at, int length) {
    Work.elements(length);
    return to.put(from, at, length);
  }

  public static CoderResult decode(
      CharsetDecoder decoder, ByteBuffer in, CharBuffer out, boolean endOfInput) {
    int before = in.remaining() + out.remaining();
    CoderResult result = decoder.decode(in, out, endOfInput);
    Work.elements(before - in.remaining() - out.remaining());
    return result;
  }

  public static CoderResult encode(
      CharsetEncoder encoder, CharBuffer in, ByteBuffer out, boolean endOfInput) {
    int before = in.remaining() + out.remaining();
    CoderResult result = encoder.encode(in, out, endOfInput);
    Work.elements(before - in.remaining() - out.remaining());
    return result;
  }
}
