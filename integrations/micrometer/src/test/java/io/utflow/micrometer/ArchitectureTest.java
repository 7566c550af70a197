/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Meters stand on what the core exports, and on Micrometer. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.micrometer", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule METERS_DEPEND_ON_MICROMETER_AND_WHAT_THE_CORE_EXPORTS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "io.micrometer.core.instrument",
              "io.utflow.codec",
              "io.utflow.micrometer");
}
