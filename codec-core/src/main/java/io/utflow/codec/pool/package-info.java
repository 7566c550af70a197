/* SPDX-License-Identifier: Apache-2.0 */
/** What calls borrow so that streams at rest own nothing. Internal. */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.pool;
