/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Commands that read a text file on all cores: they count its lines and find ill-formed sequences.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.files;
