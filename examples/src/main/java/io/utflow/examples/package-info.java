/* SPDX-License-Identifier: Apache-2.0 */
/** The programs' command line. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples;
