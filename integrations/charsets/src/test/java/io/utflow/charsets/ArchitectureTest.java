/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which room knows which, and what all of them know of the core. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.charsets", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "io.utflow.charsets";

  @ArchTest
  static final ArchRule ROOMS_KNOW_ONLY_ROOMS_BELOW =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("root")
          .definedBy(ROOT)
          .layer("names")
          .definedBy(ROOT + ".names")
          .layer("kernel")
          .definedBy(ROOT + ".kernel")
          .layer("shift")
          .definedBy(ROOT + ".shift")
          .layer("web")
          .definedBy(ROOT + ".web")
          .layer("unicode")
          .definedBy(ROOT + ".unicode")
          .layer("coder")
          .definedBy(ROOT + ".coder")
          .layer("form")
          .definedBy(ROOT + ".form")
          .layer("table")
          .definedBy(ROOT + ".table")
          .whereLayer("root")
          .mayNotAccessAnyLayer()
          .whereLayer("names")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("kernel")
          .mayOnlyBeAccessedByLayers("names")
          .whereLayer("shift")
          .mayOnlyAccessLayers("form", "table")
          .whereLayer("web")
          .mayOnlyAccessLayers("form", "table")
          .whereLayer("unicode")
          .mayOnlyAccessLayers("form")
          .whereLayer("coder")
          .mayOnlyAccessLayers("form", "table")
          .whereLayer("form")
          .mayOnlyAccessLayers("table")
          .whereLayer("table")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule THE_PUBLIC_CLASS_KNOWS_WHAT_THE_CORE_EXPORTS =
      classes()
          .that()
          .resideInAPackage(ROOT)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify.annotations..", "io.utflow.codec", ROOT);

  @ArchTest
  static final ArchRule FORMS_KNOW_OF_THE_CORE_THE_FORMS =
      classes()
          .that()
          .resideInAnyPackage(packages("form", "table", "shift", "web", "unicode", "coder"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "io.utflow.codec.form",
              "io.utflow.codec.pool",
              ROOT + "..");

  @ArchTest
  static final ArchRule THE_ENGINE_IS_KNOWN_TO_NOBODY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "io.utflow.codec",
              "io.utflow.codec.form",
              "io.utflow.codec.kernel..",
              "io.utflow.codec.pool",
              "io.utflow.codec.source",
              ROOT + "..");

  private static String[] packages(String... rooms) {
    String[] packages = new String[rooms.length];
    for (int i = 0; i < rooms.length; i++) {
      packages[i] = ROOT + "." + rooms[i];
    }
    return packages;
  }
}
