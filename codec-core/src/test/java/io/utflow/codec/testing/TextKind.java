/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/** The kinds of text that an encoder meets. */
public enum TextKind {
  /** A {@code String}. */
  STRING {
    @Override
    public CharSequence of(String text) {
      return text;
    }
  },
  /** A text that is none of the JDK's buffers. */
  STRING_BUILDER {
    @Override
    public CharSequence of(String text) {
      return new StringBuilder(text);
    }
  },
  /** A part of an array. */
  HEAP_BUFFER {
    @Override
    public CharSequence of(String text) {
      return inside(CharBuffer.wrap(around(text).toCharArray()), text);
    }
  },
  /** A part of an array, with an offset. */
  SLICED_BUFFER {
    @Override
    public CharSequence of(String text) {
      return inside(CharBuffer.wrap(("--" + around(text)).toCharArray()).position(2).slice(), text);
    }
  },
  /** An array that the buffer does not show. */
  READ_ONLY_BUFFER {
    @Override
    public CharSequence of(String text) {
      return ((CharBuffer) HEAP_BUFFER.of(text)).asReadOnlyBuffer();
    }
  },
  /** A {@code String} in the form of a buffer. */
  STRING_BUFFER {
    @Override
    public CharSequence of(String text) {
      return inside(CharBuffer.wrap(around(text)), text);
    }
  },
  /** Memory outside the heap. */
  DIRECT_BUFFER {
    @Override
    public CharSequence of(String text) {
      String around = around(text);
      CharBuffer buffer = ByteBuffer.allocateDirect(2 * around.length()).asCharBuffer();
      return inside(buffer.put(around).flip(), text);
    }
  };

  /** Surrogates around it, which would be seen as partners. */
  private static String around(String text) {
    return "z\uD83D" + text + "\uDE00z";
  }

  private static CharBuffer inside(CharBuffer around, String text) {
    return around.position(2).limit(2 + text.length());
  }

  /** The text in this kind. */
  public abstract CharSequence of(String text);
}
