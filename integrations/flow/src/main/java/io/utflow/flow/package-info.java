/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stages in the streams of {@link java.util.concurrent.Flow} ({@link
 * io.utflow.flow.StageProcessor}), and bodies of the JDK's HTTP client as text, lines and
 * server-sent events ({@link io.utflow.flow.TextBodies}).
 */
@org.jspecify.annotations.NullMarked
package io.utflow.flow;
