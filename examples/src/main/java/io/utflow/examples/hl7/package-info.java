/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A receiver of HL7 version 2 over MLLP, on reactor-netty: each message in the charset that its own
 * MSH-18 names, each answered in the same.
 *
 * <p>{@link io.utflow.examples.hl7.MllpMessages} gathers frames as bytes, {@link
 * io.utflow.examples.hl7.HeaderReader} finds MSH-18 in them, {@link
 * io.utflow.examples.hl7.MessageReader} decodes, {@link io.utflow.examples.hl7.Acknowledgment}
 * answers.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.hl7;
