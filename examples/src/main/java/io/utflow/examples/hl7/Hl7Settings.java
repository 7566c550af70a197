/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import java.time.Duration;

/**
 * The settings that an operator chooses.
 *
 * @param maxBytes the bound of a message
 * @param maxConnections the bound of all connections
 * @param maxConnectionsPerAddress the bound of connections from one address
 * @param frameTime how long a message may take from its first byte to its last
 * @param answerTime how long a peer may take to read an answer
 * @param idleTime how long a peer may be silent
 * @param drainTime how long the end of the server waits for messages that are being stored
 */
record Hl7Settings(
    int maxBytes,
    int maxConnections,
    int maxConnectionsPerAddress,
    Duration frameTime,
    Duration answerTime,
    Duration idleTime,
    Duration drainTime) {}
