/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Of the core, kernels know the seam and the kernels they hand short text to; rooms know few. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.kernels.vector", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String VECTOR = "io.utflow.kernels.vector";

  @ArchTest
  static final ArchRule KERNELS_KNOW_THE_SEAM_AND_THE_API_OF_VECTORS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "jdk.incubator.vector",
              "org.jspecify.annotations..",
              "io.utflow.codec.kernel",
              "io.utflow.codec.kernel.word",
              VECTOR + "..");

  @ArchTest static final ArchRule COMPRESS_KNOWS_WHAT_IS_SHARED = knowsOnly("compress", "shared");

  @ArchTest static final ArchRule SHUFFLE_KNOWS_WHAT_IS_SHARED = knowsOnly("shuffle", "shared");

  @ArchTest static final ArchRule WHAT_IS_SHARED_KNOWS_NO_ROOM = knowsOnly("shared", "shared");

  private static ArchRule knowsOnly(String room, String other) {
    return classes()
        .that()
        .resideInAPackage(VECTOR + "." + room)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "jdk..",
            "org.jspecify..",
            "io.utflow.codec..",
            VECTOR + "." + room,
            VECTOR + "." + other);
  }
}
