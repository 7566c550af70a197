/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.logback;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The converter stands on Logback and the guard. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.logback", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule IT_DEPENDS_ON_LOGBACK_AND_THE_GUARD =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "ch.qos.logback..",
              "io.utflow.guard",
              "io.utflow.logback");
}
