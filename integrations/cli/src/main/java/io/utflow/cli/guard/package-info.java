/* SPDX-License-Identifier: Apache-2.0 */
/** A command that makes untrusted text fit for a terminal. */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.guard;
