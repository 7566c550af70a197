/* SPDX-License-Identifier: Apache-2.0 */
/** What each encoding is: one file an encoding, each with the clause of the standard. Internal. */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.form;
