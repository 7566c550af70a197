/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The text that is measured. In: a name, a length, a charset, and for {@code NamedText} files of
 * the user's. Out: strings and their bytes, made by rules, so that they are the same in every run.
 * Begin at {@code NamedText}. Nothing here measures.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.benchmarks.text;
