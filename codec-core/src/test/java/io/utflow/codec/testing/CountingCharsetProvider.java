/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.nio.charset.Charset;
import java.nio.charset.spi.CharsetProvider;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;

/** Has no charset, and counts how often the JVM asks it for one that the JDK does not know. */
public final class CountingCharsetProvider extends CharsetProvider {
  private static final AtomicLong LOOKUPS = new AtomicLong();

  /** Made by the service loader. */
  public CountingCharsetProvider() {}

  /** How often a name was looked up so far. */
  public static long lookups() {
    return LOOKUPS.get();
  }

  @Override
  public Iterator<Charset> charsets() {
    return Collections.emptyIterator();
  }

  @Override
  @SuppressWarnings("NullAway") // Null says that there is none.
  public Charset charsetForName(String name) {
    LOOKUPS.incrementAndGet();
    return null;
  }
}
