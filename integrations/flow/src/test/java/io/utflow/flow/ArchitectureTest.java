/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Streams stand on what the core exports, and on the JDK. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.flow", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule STREAMS_DEPEND_ON_WHAT_THE_CORE_EXPORTS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "io.utflow.codec",
              "io.utflow.codec.io",
              "io.utflow.codec.sse",
              "io.utflow.codec.stage",
              "io.utflow.flow");
}
