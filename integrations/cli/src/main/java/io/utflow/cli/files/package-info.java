/* SPDX-License-Identifier: Apache-2.0 */
/** Commands that read a file of text by all cores: what it has of lines, and what is ill-formed. */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.files;
