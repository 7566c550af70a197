/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The parts that every server here needs: bounds for connections, frames that stall, one thread
 * that writes, an end on SIGTERM that loses no message, counters.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.server;
