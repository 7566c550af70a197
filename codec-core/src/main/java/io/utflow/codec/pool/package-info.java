/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Objects that calls borrow, so that streams at rest own nothing. Input of a {@code Pool}: a way to
 * make an object. Output: an object that no other caller has. Our adapters copy short inputs to a
 * {@code ShortCopy}. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.pool;
