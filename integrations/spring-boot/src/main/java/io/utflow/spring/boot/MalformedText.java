/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

/** The treatment of ill-formed text, as the value of a property. */
enum MalformedText {
  /** U+FFFD, or the text of another property, stands in its place. */
  REPLACE,

  /** A request is answered with 400, and the body of a response fails. */
  REPORT,

  /** It is left out. */
  SKIP
}
