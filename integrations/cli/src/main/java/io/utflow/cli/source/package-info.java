/* SPDX-License-Identifier: Apache-2.0 */
/** What all commands that read text have in common: how it is encoded, and where one is in it. */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.source;
