/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how many connections a server takes: at least one. */
public final class ConnectionCount implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String value) {
    if (!value.matches("0*[1-9][0-9]{0,8}")) {
      throw new TypeConversionException(
          "'" + value + "' is not a number of connections; give 1 to 999999999");
    }
    return Integer.valueOf(value);
  }
}
