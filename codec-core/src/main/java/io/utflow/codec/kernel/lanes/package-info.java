/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Eight bytes, or four code units, in the lanes of one {@code long}: loading, storing, and tests on
 * all lanes at once. Input: arrays and words. Output: words. The only encoding known here is ASCII.
 * Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.lanes;
