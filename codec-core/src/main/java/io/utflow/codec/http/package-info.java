/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Bodies of the JDK's HTTP client as text, lines and server-sent events: {@link
 * io.utflow.codec.http.TextBodies}. Whoever uses it has the module {@code java.net.http}; nothing
 * else of this library needs that.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.http;
