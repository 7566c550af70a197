/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The format stands on what the core exports, and on the API of Flink that is public. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.flink", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule THE_FORMAT_DEPENDS_ON_FLINK_AND_WHAT_THE_CORE_EXPORTS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.apache.flink.api.common.typeinfo",
              "org.apache.flink.configuration",
              "org.apache.flink.connector.file.src",
              "org.apache.flink.connector.file.src.enumerate",
              "org.apache.flink.connector.file.src.reader",
              "org.apache.flink.connector.file.src.util",
              "org.apache.flink.core.fs",
              "org.apache.flink.util.function",
              "io.utflow.codec",
              "io.utflow.files",
              "io.utflow.codec.stage",
              "io.utflow.flink");
}
