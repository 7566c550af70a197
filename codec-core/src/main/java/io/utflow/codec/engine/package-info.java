/* SPDX-License-Identifier: Apache-2.0 */
/** What turns bytes into text and back, and what that needs. Internal. */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.engine;
