/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What calls borrow so that streams at rest own nothing: {@code Pool} lends objects, in comes how
 * to make one, out goes one that nobody else has. {@code ShortCopy} is what our adapters copy short
 * inputs to. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.pool;
