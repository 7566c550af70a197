/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

/**
 * Why a form finds a sequence ill-formed. Users see the constant of the same name in {@code
 * IllFormedCause}, which says what each means; forms know no public type.
 */
public enum Cause {
  UNEXPECTED_CONTINUATION,
  OVERLONG,
  SURROGATE,
  OUT_OF_RANGE,
  INVALID_BYTE,
  TRUNCATED,
  UNMAPPED,
  UNPAIRED_HIGH_SURROGATE,
  UNPAIRED_LOW_SURROGATE
}
