/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

/**
 * The bytes between the start and the end block of MLLP.
 *
 * @param bytes the message; for a message that is too long its first bytes, for its header
 * @param tooLong whether bytes are missing at its end
 */
@SuppressWarnings("ArrayRecordComponent") // Passed on once, never compared.
record MllpFrame(byte[] bytes, boolean tooLong) {}
