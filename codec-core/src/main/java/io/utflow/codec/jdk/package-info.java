/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the JDK says of the charsets it knows: asked sequence by sequence, kept in tables that are
 * filled once and bounded. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.jdk;
