/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** Laws over all encodings that there are: run again where {@code utflow-charsets} adds others. */
@Tag("charsets")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface OverEncodings {}
