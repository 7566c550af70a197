package io.utflow.codec.kernel.vector;

import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Species beside the preferred ones. */
final class Widths {
  private Widths() {}

  /** The species of the same lanes, half as many. */
  static <E> VectorSpecies<E> halfOf(VectorSpecies<E> species) {
    return species.withShape(VectorShape.forBitSize(species.vectorBitSize() / 2));
  }
}
