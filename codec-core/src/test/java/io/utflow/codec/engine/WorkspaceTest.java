/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.form.EncodingForm;
import org.junit.jupiter.api.Test;

class WorkspaceTest {
  /** Else every full window behind a carry would be decoded to an array of its own. */
  @Test
  void aWindowOfBytesAndACarryFitTheWindowOfChars() {
    Workspace w = Workspace.borrow();
    try {
      assertThat(w.charWindow)
          .hasSizeGreaterThanOrEqualTo(Workspace.WINDOW_BYTES + EncodingForm.MOST_BYTES - 1);
    } finally {
      w.giveBack();
    }
  }
}
