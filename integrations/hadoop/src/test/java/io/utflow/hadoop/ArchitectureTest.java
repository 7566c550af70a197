/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The format stands on what the core exports, and on Hadoop. */
@ArchTag("whole")
@AnalyzeClasses(packages = "io.utflow.hadoop", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule THE_FORMAT_DEPENDS_ON_HADOOP_AND_WHAT_THE_CORE_EXPORTS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.apache.hadoop.conf",
              "org.apache.hadoop.fs",
              "org.apache.hadoop.io",
              "org.apache.hadoop.io.compress",
              "org.apache.hadoop.mapreduce",
              "org.apache.hadoop.mapreduce.lib.input",
              "io.utflow.codec",
              "io.utflow.files",
              "io.utflow.codec.stage",
              "io.utflow.hadoop");
}
