/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import io.utflow.codec.TextEncoding;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** The values that a shell offers after {@code --from}. */
public final class FromValues implements Iterable<String> {
  /** The values that a shell offers after {@code --to}. */
  public static final class Encodings implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return names().iterator();
    }
  }

  @Override
  public Iterator<String> iterator() {
    return Stream.concat(Stream.of("auto"), names().stream()).iterator();
  }

  private static List<String> names() {
    return TextEncoding.names();
  }
}
