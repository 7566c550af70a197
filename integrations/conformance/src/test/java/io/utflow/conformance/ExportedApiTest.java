/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import io.utflow.codec.testing.ExportedApi;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ExportedApiTest {
  @Test
  void theExportedApiIsTheCommittedOne() throws IOException {
    ExportedApi.isTheCommittedOne();
  }
}
