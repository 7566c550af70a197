/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Incremental Unicode codecs for bytes that arrive cut anywhere. {@link io.utflow.codec} holds what
 * a user names; {@link io.utflow.codec.stage} the push-pull contract that adapters are built on;
 * {@link io.utflow.codec.sse} event streams; {@link io.utflow.codec.io} readers and writers; {@link
 * io.utflow.codec.packing} text in ASCII by escapes.
 */
@org.jspecify.annotations.NullMarked
@SuppressWarnings(
    "module") // Qualified exports name modules that are not there when this one is compiled.
module io.utflow.codec {
  requires static org.jspecify;

  exports io.utflow.codec;
  exports io.utflow.codec.io;
  exports io.utflow.codec.packing;
  exports io.utflow.codec.sse;
  exports io.utflow.codec.stage;
  // For our own artifacts alone; none of the engine.
  exports io.utflow.codec.filesplit to
      io.utflow.files;
  exports io.utflow.codec.form to
      io.utflow.charsets;
  exports io.utflow.codec.kernel to
      io.utflow.charsets,
      io.utflow.kernels.vector;
  exports io.utflow.codec.kernel.ascii to
      io.utflow.charsets;
  exports io.utflow.codec.kernel.lanes to
      io.utflow.charsets;
  exports io.utflow.codec.kernel.single to
      io.utflow.charsets;
  exports io.utflow.codec.kernel.word to
      io.utflow.kernels.vector;
  exports io.utflow.codec.pool to
      io.utflow.charsets,
      io.utflow.netty,
      io.utflow.reactor;
  exports io.utflow.codec.source to
      io.utflow.charsets;

  uses io.utflow.codec.kernel.KernelSource;
  uses io.utflow.codec.source.EncodingSource;
}
