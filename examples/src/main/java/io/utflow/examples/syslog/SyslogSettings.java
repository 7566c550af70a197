/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.utflow.codec.TextEncoding;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The settings that an operator chooses.
 *
 * @param legacy the encoding of messages that are not UTF-8 and do not say what they are
 * @param maxBytes the number of bytes of a message that are kept, at least 480 (RFC 5424, §6.1)
 * @param maxConnections the bound of all connections
 * @param maxConnectionsPerAddress the bound of connections from one address
 * @param frameTime how long a message may take from its first byte to its last
 * @param handshakeTime how long TLS may take to begin
 * @param idleTime how long a peer may be silent
 * @param drainTime how long the end of the server waits for peers that go on sending
 * @param guard the guard that every text passes before it is shown
 */
record SyslogSettings(
    TextEncoding legacy,
    int maxBytes,
    int maxConnections,
    int maxConnectionsPerAddress,
    Duration frameTime,
    Duration handshakeTime,
    Duration idleTime,
    Duration drainTime,
    UnaryOperator<String> guard) {}
