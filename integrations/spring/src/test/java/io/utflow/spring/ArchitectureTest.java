/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The codecs stand on what the core and the operators export. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.spring", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule THEY_DEPEND_ON_SPRING_AND_WHAT_IS_EXPORTED =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.reactivestreams..",
              "reactor.core",
              "reactor.core.publisher..",
              "org.apache.commons.logging..",
              "org.springframework..",
              "tools.jackson..",
              "com.fasterxml.jackson..",
              "io.utflow.codec",
              "io.utflow.codec.stage",
              "io.utflow.codec.sse",
              "io.utflow.reactor",
              "io.utflow.spring");

  @ArchTest
  static final ArchRule EACH_JACKSON_HAS_ITS_OWN_CLASS =
      noClasses()
          .that()
          .haveSimpleNameNotStartingWith("Jackson")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..")
          .orShould()
          .dependOnClassesThat()
          .haveSimpleNameStartingWith("JacksonJson")
          .orShould()
          .dependOnClassesThat()
          .haveSimpleNameStartingWith("Jackson2Json");
}
