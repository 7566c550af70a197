/* SPDX-License-Identifier: Apache-2.0 */
/** A guard in patterns of Log4j 2: {@link io.utflow.log4j}. */
@org.jspecify.annotations.NullMarked
module io.utflow.log4j {
  requires static org.jspecify;
  requires io.utflow.guard;
  requires org.apache.logging.log4j;
  requires transitive org.apache.logging.log4j.core;

  exports io.utflow.log4j;
}
