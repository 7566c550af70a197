/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;

/**
 * The values of an option, for its help and for the completion in a shell: the constants of an enum
 * as the command line writes them, {@code per-encoding} for {@code PER_ENCODING}. A subclass names
 * the enum, because an option names a class.
 */
public abstract class OptionValues implements Iterable<String> {
  private final Enum<?>[] constants;

  protected OptionValues(Enum<?>[] constants) {
    this.constants = constants;
  }

  @Override
  public final Iterator<String> iterator() {
    return Arrays.stream(constants)
        .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .iterator();
  }
}
