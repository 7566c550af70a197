/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The loops of which the UTF-8 kernels of {@code word} are made: one class for each length of
 * sequence, and what short sequences mixed with others need. Each loop converts while the text is
 * of its kind, and stops without harm where it is not. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.utf8;
