/* SPDX-License-Identifier: Apache-2.0 */
/** The command that prints the last lines of a log in any encoding, and follows it. */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.tail;
