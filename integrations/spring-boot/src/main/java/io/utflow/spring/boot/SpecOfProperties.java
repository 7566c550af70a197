/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineSpec;
import io.utflow.spring.CodecSpec;
import java.nio.charset.UnsupportedCharsetException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.ClassUtils;

/**
 * The spec that properties describe. A value that is not possible is refused with the name of the
 * property.
 */
final class SpecOfProperties {
  /** Optional: no other class here names it but {@link NamedGuard}. */
  static final String GUARD = "io.utflow.guard.TextGuard";

  private final UtflowCodecProperties properties;

  private SpecOfProperties(UtflowCodecProperties properties) {
    this.properties = properties;
  }

  static CodecSpec of(UtflowCodecProperties properties) {
    return new SpecOfProperties(properties).spec();
  }

  private CodecSpec spec() {
    TextEncoding encoding = encoding();
    DecoderSpec bytes = DecoderSpec.of(encoding).onMalformed(limited());
    DecoderSpec decoder = checked("bom", properties.bom(), () -> bytes.bom(properties.bom()));
    CodecSpec spec = CodecSpec.DEFAULT.decoder(decoder).encoder(EncoderSpec.of(encoding));
    LineSpec lines = lines();
    return guarded(
        lines == null
            ? spec
            : checked("replacement", properties.replacement(), () -> spec.lines(lines)));
  }

  private CodecSpec guarded(CodecSpec spec) {
    String guard = properties.guard();
    if (guard == null) {
      return spec;
    }
    if (!ClassUtils.isPresent(GUARD, SpecOfProperties.class.getClassLoader())) {
      throw refused(
          "guard", guard, "Guards are those of io.utflow:utflow-guard. Add it to the application.");
    }
    return checked("guard", guard, () -> NamedGuard.behind(spec, guard));
  }

  private TextEncoding encoding() {
    try {
      return TextEncoding.forName(properties.charset());
    } catch (UnsupportedCharsetException e) {
      throw refused(
          "charset",
          properties.charset(),
          e.getMessage() + ". Take the name of a charset, such as UTF-8, UTF-16 or windows-1252.");
    }
  }

  private MalformedPolicy limited() {
    Long limit = properties.maxMalformed();
    if (limit == null) {
      return policy();
    }
    if (properties.onMalformed() == MalformedText.REPORT) {
      throw refused(
          "max-malformed",
          limit,
          "With on-malformed=report the first ill-formed sequence is an error. Remove"
              + " max-malformed, or set on-malformed to replace or skip.");
    }
    return checked("max-malformed", limit, () -> policy().atMost(limit));
  }

  private MalformedPolicy policy() {
    String replacement = properties.replacement();
    if (replacement != null && properties.onMalformed() != MalformedText.REPLACE) {
      throw refused(
          "replacement",
          replacement,
          "Only on-malformed=replace puts text in the place of an ill-formed sequence. Remove"
              + " replacement, or set on-malformed to replace.");
    }
    return switch (properties.onMalformed()) {
      case REPORT -> MalformedPolicy.REPORT;
      case SKIP -> MalformedPolicy.SKIP;
      case REPLACE ->
          replacement == null
              ? MalformedPolicy.REPLACE
              : checked("replacement", replacement, () -> MalformedPolicy.replaceWith(replacement));
    };
  }

  private @Nullable LineSpec lines() {
    Integer limit = properties.maxLineLength();
    if (properties.lineBreaks() == null) {
      if (limit != null) {
        throw refused(
            "max-line-length",
            limit,
            "Text that flows in pieces has no lines. Set utflow.codec.line-breaks (lf-or-crlf,"
                + " lf-only, crlf, any or unicode), or remove max-line-length.");
      }
      return null;
    }
    LineSpec lines = LineSpec.of(properties.lineBreaks());
    return limit == null
        ? lines.maxChars(Integer.MAX_VALUE)
        : checked("max-line-length", limit, () -> lines.maxChars(limit));
  }

  private static <T> T checked(String property, @Nullable Object value, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw refused(property, value, e.getMessage() + ".");
    }
  }

  private static InvalidConfigurationPropertyValueException refused(
      String property, @Nullable Object value, String reason) {
    return new InvalidConfigurationPropertyValueException(
        "utflow.codec." + property, value, reason);
  }
}
