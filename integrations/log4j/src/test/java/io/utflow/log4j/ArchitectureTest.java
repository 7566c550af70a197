/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.log4j;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The converter stands on Log4j and the guard. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.log4j", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule IT_DEPENDS_ON_LOG4J_AND_THE_GUARD =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.apache.logging.log4j..",
              "io.utflow.guard",
              "io.utflow.log4j");
}
