/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compiles and runs the Java of the documentation. What a page of {@code docs/guide} may say is
 * told by {@link io.utflow.codec.testing.page.GuidePage}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.testing.page;
