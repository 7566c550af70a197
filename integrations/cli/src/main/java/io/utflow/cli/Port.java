/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the number of a port, 0 to 65535; at 0 the system chooses one. */
public final class Port implements ITypeConverter<Integer> {
  /** The highest there is. */
  public static final int HIGHEST = 65_535;

  @Override
  public Integer convert(String value) {
    if (!value.matches("[0-9]{1,5}") || Integer.parseInt(value) > HIGHEST) {
      throw new TypeConversionException(
          "'" + value + "' is not a port; ports are 0 to 65535, and 0 is any that is free");
    }
    return Integer.valueOf(value);
  }
}
