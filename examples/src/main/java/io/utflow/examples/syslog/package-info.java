/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A syslog server on Netty: RFC 5424 and RFC 3164 messages, by RFC 6587 over TCP and by RFC 5425
 * over TLS, to lines of JSON.
 *
 * <p>{@link io.utflow.examples.syslog.SyslogMessages} gathers frames as bytes, {@link
 * io.utflow.examples.syslog.SyslogParser} finds their fields, {@link
 * io.utflow.examples.syslog.MessageText} finds out in which encoding the message is.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.syslog;
