/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

/**
 * A stage that never looks again at an input that it has used up, not even at its position: its
 * next input may be the same buffer with other bytes, a {@link ShortCopy}. The stages of users may
 * keep the buffer that they were offered last, so they are given views.
 */
public interface ForgetsInput {}
