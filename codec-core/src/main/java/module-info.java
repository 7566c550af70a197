/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Incremental Unicode codecs for bytes that arrive cut anywhere. {@link io.utflow.codec} holds what
 * a user names; {@link io.utflow.codec.stage} the push-pull contract that adapters are built on.
 */
@org.jspecify.annotations.NullMarked
module io.utflow.codec {
  requires static org.jspecify;

  exports io.utflow.codec;
  exports io.utflow.codec.stage;
}
