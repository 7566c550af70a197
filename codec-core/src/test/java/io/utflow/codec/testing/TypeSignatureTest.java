/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the dump of the API says where names look like annotations, and supertypes are hidden. */
class TypeSignatureTest {
  abstract static class Hidden<K, M extends CharSequence> {
    public abstract Map<K, ? super M> write(M message, List<K> keys);

    public @Nullable M readable() {
      return null;
    }
  }

  abstract static class AlsoHidden<M> extends Hidden<M, StringBuilder> {
    public abstract M[] inputs();
  }

  public abstract static class Shown extends AlsoHidden<Integer> {
    public @Nullable String onReadable() {
      return null;
    }
  }

  @Test
  void namesAreWholeAndVariablesAreWhatTheyMean() {
    List<String> lines =
        new TypeSignature(Shown.class, type -> type == Hidden.class || type == AlsoHidden.class)
            .lines();
    assertThat(lines)
        .contains(
            "  public @Nullable java.lang.String onReadable()",
            "  public @Nullable java.lang.StringBuilder readable()",
            "  public abstract java.lang.Integer[] inputs()")
        .anyMatch(
            line ->
                line.contains("java.util.Map<java.lang.Integer, ? super java.lang.StringBuilder>")
                    && line.endsWith(
                        "write(java.lang.StringBuilder, java.util.List<java.lang.Integer>)"));
  }
}
