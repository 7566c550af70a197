/* SPDX-License-Identifier: Apache-2.0 */
/** A guard in patterns of Log4j 2: {@link io.utflow.log4j.GuardPatternConverter}. */
@org.jspecify.annotations.NullMarked
package io.utflow.log4j;
