/* SPDX-License-Identifier: Apache-2.0 */
/** An application that names what it uses of Utflow, and nothing else. */
module consumer {
  requires io.utflow.codec;
  requires io.utflow.icu;
  requires io.utflow.micrometer;
  requires io.utflow.netty;
  requires io.utflow.reactor;
}
