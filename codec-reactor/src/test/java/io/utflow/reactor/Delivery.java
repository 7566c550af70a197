/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import reactor.core.publisher.Flux;

/**
 * Buffers for one run: remembers which were delivered to the operator and what it asked for, and
 * tells afterwards who still refers to them.
 */
final class Delivery<B> {
  private final KindOfBuffer<B> surface;
  private final List<B> made = new ArrayList<>();
  private final List<B> delivered = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> requests = Collections.synchronizedList(new ArrayList<>());

  Delivery(KindOfBuffer<B> surface, List<byte[]> pieces) {
    this.surface = surface;
    pieces.forEach(piece -> made.add(surface.of().apply(piece)));
  }

  List<B> made() {
    return made;
  }

  List<Long> requests() {
    return requests;
  }

  List<B> delivered() {
    return delivered;
  }

  Flux<B> flux() {
    return watched(Flux.fromIterable(made));
  }

  /** The buffer of this number, on its way to the operator. */
  B deliver(int index) {
    delivered.add(made.get(index));
    return made.get(index);
  }

  /** {@code flux}, which emits buffers that were made here. */
  Flux<B> watched(Flux<B> flux) {
    return flux.doOnRequest(requests::add).doOnNext(delivered::add);
  }

  /** How many references are left to the buffers delivered; lets go of the others. */
  List<Integer> referencesLeft() {
    Set<B> given = Collections.newSetFromMap(new IdentityHashMap<>());
    given.addAll(delivered);
    List<Integer> left = new ArrayList<>();
    for (B buffer : made) {
      if (given.contains(buffer)) {
        left.add(surface.references().applyAsInt(buffer));
      } else {
        Buffered.release(buffer);
      }
    }
    return left;
  }
}
