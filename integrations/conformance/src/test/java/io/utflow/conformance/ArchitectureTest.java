/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The suite knows no decoder, and JUnit only where it makes tests. */
@AnalyzeClasses(packages = "io.utflow.conformance", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule THE_SUITE_KNOWS_NOTHING_BUT_THE_JDK =
      classes()
          .that()
          .resideInAPackage("io.utflow.conformance")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify.annotations..", "io.utflow.conformance");

  @ArchTest
  static final ArchRule THE_TESTS_KNOW_JUNIT =
      classes()
          .that()
          .resideInAPackage("io.utflow.conformance.junit")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.junit.jupiter.api..",
              "io.utflow.conformance..");
}
