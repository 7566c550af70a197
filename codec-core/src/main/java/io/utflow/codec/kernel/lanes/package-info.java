/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Eight bytes, or four code units, in the lanes of one {@code long}: how they are loaded and
 * stored, and what can be asked of all at once. In come arrays and words, out go words. Knows no
 * encoding but ASCII. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.lanes;
