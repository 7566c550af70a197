/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.shared;

import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Vector species that the Vector API does not name. */
public final class Widths {
  private Widths() {}

  /** The species with the same kind of lanes, and half as many. */
  public static <E> VectorSpecies<E> halfOf(VectorSpecies<E> species) {
    return species.withShape(VectorShape.forBitSize(species.vectorBitSize() / 2));
  }
}
