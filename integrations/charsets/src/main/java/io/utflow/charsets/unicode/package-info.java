/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Encodings of all of Unicode that need a table or a state. Internal.
 *
 * <p>Inside: {@code ScsuForm} (UTS #6; its windows are in {@code ScsuState}, its choices when
 * writing in {@code ScsuWriter}), {@code Bocu1Form} (UTN #6), {@code UtfEbcdicForm} (UTR #16).
 *
 * <p>Each is an {@code EncodingForm} of the core. Begin with {@code UtfEbcdicForm}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.unicode;
