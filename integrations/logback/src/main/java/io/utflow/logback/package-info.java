/* SPDX-License-Identifier: Apache-2.0 */
/** A guard in patterns of Logback: {@link io.utflow.logback.GuardConverter}. */
@org.jspecify.annotations.NullMarked
package io.utflow.logback;
