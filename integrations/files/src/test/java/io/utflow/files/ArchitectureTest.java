/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Files stand on what the core exports, on the JDK, and for a Flux on Reactor. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.files", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FILES_DEPEND_ON_WHAT_THE_CORE_EXPORTS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.reactivestreams..",
              "reactor..",
              "io.utflow.codec",
              "io.utflow.codec.filesplit",
              "io.utflow.codec.stage",
              "io.utflow.files");
}
