/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Counts what streams of text read and write in a registry of Micrometer: {@link
 * io.utflow.micrometer.UtflowMeters}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.micrometer;
