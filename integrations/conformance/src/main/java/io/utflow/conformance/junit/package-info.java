/* SPDX-License-Identifier: Apache-2.0 */
/** The suite as dynamic tests of JUnit: {@link io.utflow.conformance.junit.ConformanceTests}. */
@org.jspecify.annotations.NullMarked
package io.utflow.conformance.junit;
