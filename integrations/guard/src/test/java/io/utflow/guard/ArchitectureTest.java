/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The guard stands on the seam of stages alone. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.guard", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule THE_GUARD_DEPENDS_ON_STAGES =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "org.jspecify.annotations..", "io.utflow.codec.stage", "io.utflow.guard");
}
