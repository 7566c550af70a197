/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether the text of WebSockets is kept well-formed.
 *
 * @param enabled Whether a WebFlux server closes a WebSocket with the status 1007 where text is
 *     ill-formed, and refuses to send text with unpaired surrogates.
 */
@ConfigurationProperties(prefix = "utflow.websocket", ignoreUnknownFields = false)
record UtflowWebSocketProperties(@DefaultValue("true") boolean enabled) {}
