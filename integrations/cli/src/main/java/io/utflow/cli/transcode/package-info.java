/* SPDX-License-Identifier: Apache-2.0 */
/** A command that transcodes files or streams, as {@code iconv} does, but streaming and exact. */
@org.jspecify.annotations.NullMarked
package io.utflow.cli.transcode;
