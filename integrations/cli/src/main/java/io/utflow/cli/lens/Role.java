/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

/** The role of a byte. The page gets the ordinal, so new roles go to the end. */
enum Role {
  /** A character of one byte. */
  SINGLE,
  /** The first byte of a longer sequence. */
  LEAD,
  /** Any other byte of it. */
  TRAIL,
  /** A byte of a high surrogate. */
  HIGH_SURROGATE,
  /** A byte of a low surrogate. */
  LOW_SURROGATE,
  /** A byte of a byte order mark, dropped or not. */
  BYTE_ORDER_MARK,
  /** A byte of a line terminator. */
  TERMINATOR,
  /** A byte that changes the state of a legacy encoding and is no character. */
  SHIFT,
  /** A byte of an ill-formed sequence. */
  ILL_FORMED;

  /** Set in the byte that the page gets where a sequence begins. */
  static final int START = 0x10;

  private static final Role[] ALL = values();

  static Role of(byte coded) {
    return ALL[coded & START - 1];
  }
}
