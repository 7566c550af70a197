/* SPDX-License-Identifier: Apache-2.0 */
/** A server that answers text of any Unicode encoding in UTF-8, over plain TCP and over HTTP. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.serve;
