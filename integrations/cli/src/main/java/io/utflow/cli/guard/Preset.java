/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.guard;

import io.utflow.guard.TextGuard;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A guard by the name of its preset. */
public final class Preset implements ITypeConverter<TextGuard> {
  @Override
  public TextGuard convert(String name) {
    try {
      return TextGuard.preset(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("" + e.getMessage());
    }
  }
}
