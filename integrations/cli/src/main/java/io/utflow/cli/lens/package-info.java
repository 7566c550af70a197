/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A page on which people see what a cut does.
 *
 * <p>{@link io.utflow.cli.lens.Lens} is the command, {@code LensServer} serves the page and a
 * WebSocket, {@code LensSession} answers the messages of one page. Its answers come from {@code
 * SequenceMap}, which knows the role of each byte, and from {@code PieceRun}, which hands the
 * pieces to Utflow and to the usual decoders. Neither decodes anything itself.
 */
@NullMarked
package io.utflow.cli.lens;

import org.jspecify.annotations.NullMarked;
