/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.Version;
import org.junit.jupiter.api.Test;

/** The tests of this module prove something only if it is Netty 4.1 that they meet. */
class NettyVersionTest {
  @Test
  void everyPartOfNettyIsOfVersionFourPointOne() {
    assertThat(Version.identify().values())
        .isNotEmpty()
        .allSatisfy(part -> assertThat(part.artifactVersion()).startsWith("4.1."));
  }
}
