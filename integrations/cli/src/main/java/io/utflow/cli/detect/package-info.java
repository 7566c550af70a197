/* SPDX-License-Identifier: Apache-2.0 */
/** The command that tells how files are encoded. */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.detect;
