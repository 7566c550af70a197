/* SPDX-License-Identifier: Apache-2.0 */
/** The manual pages and the completion, made from the commands when the archive is built. */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.manual;
