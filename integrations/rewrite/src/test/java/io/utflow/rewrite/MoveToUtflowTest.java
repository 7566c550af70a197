/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openrewrite.Recipe;
import org.openrewrite.config.Environment;

/** The recipe that users name holds the others. */
class MoveToUtflowTest {
  @Test
  void oneRecipeHoldsTheOthers() {
    Recipe all =
        Environment.builder()
            .scanRuntimeClasspath("io.utflow.rewrite")
            .build()
            .activateRecipes("io.utflow.rewrite.MoveToUtflow");
    assertThat(all.getRecipeList())
        .extracting(recipe -> recipe.getClass().getSimpleName())
        .containsExactly(
            "DecodeReceivedText",
            "UseUtflowStringDecoder",
            "FindUnframedStringDecoder",
            "AddDependency",
            "AddDependency");
    assertThat(all.validate().isValid()).isTrue();
    // Else no dependency is added: the types that need it stand in the code only at a cycle's end.
    assertThat(all.getRecipeList())
        .filteredOn(Recipe::causesAnotherCycle)
        .extracting(recipe -> recipe.getClass().getSimpleName())
        .contains("DecodeReceivedText", "UseUtflowStringDecoder");
  }
}
