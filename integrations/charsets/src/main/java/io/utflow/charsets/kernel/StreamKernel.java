/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.codec.kernel.Kernel;

/**
 * Converts for one stream of an encoding with state. Unlike any other {@link Kernel} it remembers:
 * what it decodes begins in the state in which the form of the stream is, and moves that form on,
 * unless the caller decodes from the same place again. It is made for one call of a decoder, and
 * belongs to its thread.
 */
interface StreamKernel extends Kernel {}
