/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.testing;

import java.nio.charset.Charset;

/** A charset as a provider may have it: nothing is known of it but its coders. */
public abstract class ProviderCharset extends Charset {
  /** One of that name, without aliases. */
  protected ProviderCharset(String name) {
    super(name, new String[0]);
  }

  @Override
  public final boolean contains(Charset charset) {
    return false;
  }
}
