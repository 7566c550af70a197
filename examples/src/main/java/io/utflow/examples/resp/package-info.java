/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A small server of RESP2, the protocol of Redis, over Netty: texts of which a line says how many
 * bytes they have. Begin with {@link io.utflow.examples.resp.RespProtocol}, which says what comes
 * next in a request.
 */
@NullMarked
package io.utflow.examples.resp;

import org.jspecify.annotations.NullMarked;
