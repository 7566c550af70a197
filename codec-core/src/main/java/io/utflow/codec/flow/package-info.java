/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stages in the streams of {@link java.util.concurrent.Flow}, which the JDK's HTTP client speaks:
 * {@link io.utflow.codec.flow.StageProcessor}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.flow;
