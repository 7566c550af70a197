/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

/** What it means to own what an operator takes in or puts out. */
@FunctionalInterface
interface Ownership<T> {

  /** Gives up the owner's reference. */
  void release(T owned);

  /** How many references there are, the owner's among them; 0 if they are not counted. */
  default int references(T owned) {
    return 0;
  }

  /** The failure of a source, with advice if it shows that the source releases what it emits. */
  default Throwable explained(Throwable failure) {
    return failure;
  }
}
