/* SPDX-License-Identifier: Apache-2.0 */
/** The common part of all commands that read text: its encoding, and the position in it. */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.source;
