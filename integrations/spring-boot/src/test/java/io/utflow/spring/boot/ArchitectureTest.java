/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The starter configures; what reads and writes is elsewhere. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.spring.boot", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule IT_DEPENDS_ON_BOOT_AND_THE_SPECS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.apache.commons.logging..",
              "org.springframework.boot..",
              "org.springframework.beans.factory..",
              "org.springframework.context.annotation..",
              "org.springframework.core",
              "org.springframework.core.annotation..",
              "org.springframework.http.codec..",
              "org.springframework.util",
              "org.springframework.web.reactive..",
              "org.springframework.web.server..",
              "reactor.core.publisher..",
              "io.micrometer.core.instrument",
              "io.utflow.codec",
              "io.utflow.codec.stage",
              "io.utflow.guard",
              "io.utflow.micrometer",
              "io.utflow.spring",
              "io.utflow.spring.boot");
}
