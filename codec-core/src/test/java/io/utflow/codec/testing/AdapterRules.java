/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.Buffer;
import java.nio.charset.Charset;
import java.util.Set;

/**
 * What keeps adapters thin. In an adapter's module: {@code @AnalyzeClasses(packages = "..",
 * importOptions = DoNotIncludeTests.class)} and a field {@code @ArchTest static final ArchTests
 * RULES = ArchTests.in(AdapterRules.class)}.
 */
public final class AdapterRules {
  private static final Set<String> WAYS_TO_READ_BYTES =
      Set.of(
          "getByte", "getUnsignedByte", "readByte", "readUnsignedByte", "forEachByte", "indexOf");

  /** Adapters name what is public in the core, nothing else. */
  @ArchTest
  public static final ArchRule ADAPTERS_TOUCH_NO_INTERNALS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.utflow.codec.form..", "io.utflow.codec.kernel..");

  /** Adapters move buffers; the bytes in them are the core's. */
  @ArchTest
  public static final ArchRule ADAPTERS_READ_NO_BYTES =
      noClasses()
          .should()
          .callMethodWhere(
              new DescribedPredicate<JavaCall<?>>("the bytes of a buffer are read") {
                @Override
                public boolean test(JavaCall<?> call) {
                  return isBuffer(call) && WAYS_TO_READ_BYTES.contains(call.getName());
                }
              });

  /** Adapters use no decoder or encoder but the core's. */
  @ArchTest
  public static final ArchRule ADAPTERS_USE_NO_OTHER_CODEC =
      noClasses()
          .should()
          .callMethodWhere(
              new DescribedPredicate<JavaCall<?>>("a charset decodes or encodes") {
                @Override
                public boolean test(JavaCall<?> call) {
                  return call.getTargetOwner().isAssignableTo(Charset.class)
                      && Set.of("newDecoder", "newEncoder", "decode", "encode")
                          .contains(call.getName());
                }
              });

  private AdapterRules() {}

  /** By name, because the core's tests know neither Netty nor Spring. */
  private static boolean isBuffer(JavaCall<?> call) {
    return call.getTargetOwner().isAssignableTo(Buffer.class)
        || call.getTargetOwner().isAssignableTo("io.netty.buffer.ByteBuf")
        || call.getTargetOwner().isAssignableTo("org.springframework.core.io.buffer.DataBuffer");
  }
}
