/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.source;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.Kernel;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The parts from which the engine makes an encoding.
 *
 * @param name the unique name, by which the source finds it; all definitions of a name are alike
 * @param nameForPeers the name that a peer is told, as in a Content-Type
 * @param form makes the form, when the encoding is first asked for
 * @param kernel makes the kernel of a form: once for a shared form; for each call if the form has
 *     state
 */
public record EncodingDefinition(
    String name,
    String nameForPeers,
    Supplier<EncodingForm> form,
    Function<EncodingForm, Kernel> kernel) {
  /** A kernel that converts nothing, so that the form does. */
  public static final Kernel NO_KERNEL = new Kernel() {};

  /** An encoding that has the same name for everyone, and no kernel. */
  public static EncodingDefinition of(String name, Supplier<EncodingForm> form) {
    return new EncodingDefinition(name, name, form, any -> NO_KERNEL);
  }
}
