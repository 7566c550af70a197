/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Needs encodings of {@code utflow-charsets}: left out in the core, run in {@code
 * integrations/charsets}.
 */
@Tag("charsets")
@EnabledIf(
    value = "io.utflow.codec.testing.Encodings#areCharsetsThere",
    disabledReason = "run in integrations/charsets, which has the encodings")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsCharsets {}
