/* SPDX-License-Identifier: Apache-2.0 */
/** A server that names the characters of each line, in the charset that a command has chosen. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.characters;
