/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line of Utflow: a program, and no interface for other programs, which name the
 * library's own classes.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.cli;
