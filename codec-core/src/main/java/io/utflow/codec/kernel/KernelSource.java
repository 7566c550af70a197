/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import java.util.List;

/**
 * Makes kernel sets that are not part of the core, such as those of the Vector API. A source is a
 * service of the JDK's {@link java.util.ServiceLoader}. The core asks for sources only on JDK 25 or
 * later in a run with the module {@code jdk.incubator.vector}, so a source may be compiled for that
 * release and need that module.
 */
public interface KernelSource {
  /**
   * The sets that are fast on this machine, the fastest last; none if there is no such set.
   *
   * @param rest called every few milliseconds of work, so that the caller can rest in between
   */
  List<KernelSet> sets(Runnable rest);
}
