/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.CodingListener;
import io.utflow.codec.TextEncoding;
import java.util.function.ToIntFunction;

/**
 * What a listener of a stage is told, and from where.
 *
 * @param progress of the coder
 * @param length of an output, in the units that the listener is told
 * @param named the encoding of the spec
 */
public record Listening<O>(
    Progress progress, ToIntFunction<O> length, TextEncoding named, CodingListener listener) {}
