/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

/** How far the coder of a stage has come in its stream. */
public interface Progress {
  /** What was decided, in bytes, or where text is encoded in UTF-16 code units. */
  long read();

  /** The ill-formed sequences. */
  long illFormed();
}
