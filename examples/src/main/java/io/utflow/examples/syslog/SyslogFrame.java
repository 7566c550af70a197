/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

/**
 * A message as it came, without its framing.
 *
 * @param bytes the message, or as many of its first bytes as the server takes
 * @param truncated whether bytes are missing at its end: it was longer, or the connection was
 *     closed inside of it
 */
@SuppressWarnings("ArrayRecordComponent") // Passed on once, never compared.
record SyslogFrame(byte[] bytes, boolean truncated) {}
