/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The fuzzer: random scripts of what users do with a stream, laws that hold of each, and a table of
 * time over doubled sizes. {@link io.utflow.codec.scripts.ScriptFuzzTest} tells how it is run.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.scripts;
