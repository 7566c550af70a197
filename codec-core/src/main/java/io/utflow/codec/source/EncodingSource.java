/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.source;

import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Finds the encodings of an artifact. The core asks it for names and labels that the core does not
 * know, and finds it with {@link java.util.ServiceLoader} through its own class loader.
 *
 * <p>Names come from peers: an answer takes some tens of microseconds, waits for nothing, and keeps
 * nothing for an unknown name. Thread-safe.
 */
public interface EncodingSource {
  /**
   * The encoding of a name or alias, in any case.
   *
   * @param name of at most 255 chars
   * @return null if it names none, or one that cannot be had, see {@link #whyNot}
   */
  @Nullable EncodingDefinition named(String name);

  /**
   * The encoding of a label of the web (WHATWG Encoding, §4.2).
   *
   * @param label in lower case, without white space around it
   * @return null if it is no label of this source
   * @throws UnsupportedCharsetException if it is, and this JVM does not have the encoding; the
   *     message says which
   */
  @Nullable EncodingDefinition labelled(String label);

  /** The encoding of a charset; null if it cannot be had, see {@link #whyNot}. */
  @Nullable EncodingDefinition of(Charset charset);

  /**
   * Why {@link #named} finds nothing though something has that name, here or elsewhere.
   *
   * @return a sentence without its beginning: "it guesses the encoding"; null if nothing has it
   */
  @Nullable String whyNot(String name);

  /** Why {@link #of} finds nothing; as {@link #whyNot(String)}. */
  @Nullable String whyNot(Charset charset);

  /** The names of all encodings that can be had. The first call may take tenths of a second. */
  Collection<String> names();

  /** The labels of the web that are this source's. */
  Collection<String> labels();

  /** Proposes names that are near to a given one, as far as they are known without waiting. */
  void propose(NearNames near);
}
