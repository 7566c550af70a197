/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import io.utflow.cli.Printable;
import io.utflow.codec.TextEncoding;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Says on standard error how files without a declared encoding are read: a line for the first of
 * them, and one for each that is read in another way than the file before.
 */
public final class Told {
  private final PrintWriter err;
  private @Nullable TextEncoding last;

  /** Tells it there. */
  public Told(PrintWriter err) {
    this.err = err;
  }

  /** Tells how a file is read, unless it is as the one before or was declared. */
  public void of(String name, Found found) {
    boolean isNew = !found.isDecided() || !found.encoding().equals(last);
    // Of ASCII there is nothing to tell: it is the same in all.
    boolean isTold = found.why() != Found.Why.DECLARED && found.why() != Found.Why.ASCII;
    if (isTold && isNew) {
      err.println(Printable.of(name) + ": " + found.told());
    }
    last = found.encoding();
  }
}
