/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

/** Releases the inputs or outputs that an operator owns. */
@FunctionalInterface
interface Ownership<T> {

  /** Gives up the owner's reference. */
  void release(T owned);

  /** The number of references, including the owner's; 0 if they are not counted. */
  default int references(T owned) {
    return 0;
  }

  /** The failure of a source, with advice if it shows that the source releases what it emits. */
  default Throwable explained(Throwable failure) {
    return failure;
  }
}
