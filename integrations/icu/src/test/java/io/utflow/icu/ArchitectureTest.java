/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What ICU adds stands on what the core exports. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.icu", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule IT_DEPENDS_ON_ICU_AND_WHAT_THE_CORE_EXPORTS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "com.ibm.icu.text..",
              "com.ibm.icu.util..",
              "io.utflow.codec",
              "io.utflow.codec.stage",
              "io.utflow.icu");
}
