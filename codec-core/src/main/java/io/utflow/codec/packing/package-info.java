/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Unicode text written in ASCII by escapes: {@code \}{@code u20AC}, {@code &#x20AC;}, {@code
 * %E2%82%AC}.
 *
 * <p>In comes text, cut anywhere; out goes text with or without escapes. Begin with {@link
 * io.utflow.codec.packing.Packing}, whose {@code packer()} and {@code unpacker()} are stages.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.packing;
