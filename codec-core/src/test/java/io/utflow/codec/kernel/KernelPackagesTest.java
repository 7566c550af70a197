/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;

/** Which package of the kernels may depend on which: the arrows form no cycle. */
@AnalyzeClasses(packages = "io.utflow.codec", importOptions = DoNotIncludeTests.class)
class KernelPackagesTest {
  private static final String ROOT = "io.utflow.codec.kernel";
  private static final String FORM = "io.utflow.codec.form";

  @ArchTest static final ArchRule THE_INTERFACES_DEPEND_ON_NOTHING_OF_OURS = onlyDependsOn(ROOT);

  @ArchTest static final ArchRule LANES_DEPEND_ON_NOTHING_OF_OURS = onlyDependsOn(ROOT + ".lanes");

  @ArchTest static final ArchRule ASCII = onlyDependsOn(ROOT + ".ascii", ROOT, ROOT + ".lanes");

  /** The plain loops write a character as its encoding form does. */
  @ArchTest
  static final ArchRule LOOPS_OVER_UTF8 =
      onlyDependsOn(ROOT + ".utf8", ROOT, ROOT + ".lanes", ROOT + ".ascii", FORM);

  @ArchTest
  static final ArchRule KERNELS_OVER_WORDS =
      onlyDependsOn(ROOT + ".word", ROOT, ROOT + ".lanes", ROOT + ".ascii", ROOT + ".utf8");

  /** They look in the tables of forms. */
  @ArchTest
  static final ArchRule KERNELS_OF_SINGLE_BYTES =
      onlyDependsOn(ROOT + ".single", ROOT, ROOT + ".lanes", ROOT + ".ascii", FORM);

  @ArchTest
  static final ArchRule KERNELS_OF_VARIANTS =
      onlyDependsOn(ROOT + ".variant", ROOT, ROOT + ".lanes", ROOT + ".ascii", FORM);

  /** Other sets are found as services. */
  @ArchTest
  static final ArchRule THE_CHOICE = onlyDependsOn(ROOT + ".choice", ROOT, ROOT + ".word");

  @ArchTest
  static final ArchRule FORMS_KNOW_NO_KERNEL =
      noClasses()
          .that()
          .resideInAPackage(FORM)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + "..");

  private static ArchRule onlyDependsOn(String home, String... others) {
    List<String> allowed = new ArrayList<>(List.of(others));
    allowed.addAll(List.of(home, "java..", "org.jspecify.annotations.."));
    return classes()
        .that()
        .resideInAPackage(home)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed.toArray(String[]::new));
  }
}
