/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.codec.source.EncodingDefinition;
import io.utflow.codec.source.EncodingSource;
import io.utflow.codec.source.NearNames;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The door of this artifact: the core finds it as a service. Each registry is initialised when a
 * name is looked for that may be its own, so who asks for Shift_JIS makes no table of SCSU.
 */
public final class Charsets implements EncodingSource {
  /** Called by {@link java.util.ServiceLoader}. */
  public Charsets() {}

  @Override
  public @Nullable EncodingDefinition named(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith(WebEncodings.PREFIX)) {
      return WebEncodings.find(lower);
    }
    EncodingDefinition own = own(lower);
    if (own != null) {
      return own;
    }
    JvmCharset charset = charset(name);
    if (charset != null) {
      return charset.definition();
    }
    EncodingDefinition withLineFeed = LineFeedNames.find(name, Charsets::charset);
    if (withLineFeed != null) {
      return withLineFeed;
    }
    String ofTheWeb = CommonNames.ofTheWeb(lower);
    return ofTheWeb == null ? null : WebEncodings.find(ofTheWeb);
  }

  /** The charset that writers mean by a name that is not our own. */
  private static @Nullable JvmCharset charset(String name) {
    String meant = CommonNames.find(name.toLowerCase(Locale.ROOT));
    return JvmCharsets.find(meant == null ? name : meant);
  }

  private static @Nullable EncodingDefinition own(String lower) {
    EncodingDefinition unicode = UnicodeEncodings.find(lower);
    return unicode == null ? ChineseEncodings.find(lower) : unicode;
  }

  @Override
  public @Nullable EncodingDefinition labelled(String label) {
    WebLabels.Meaning meaning = WebLabels.find(label);
    if (meaning == null) {
      return null;
    }
    EncodingDefinition found = named(meaning.known());
    if (found == null) {
      throw new MissingCharsetException(label, meaning.name());
    }
    return found;
  }

  @Override
  public @Nullable EncodingDefinition of(Charset charset) {
    EncodingDefinition own = own(charset.name().toLowerCase(Locale.ROOT));
    return own == null ? JvmCharset.of(charset).definition() : own;
  }

  @Override
  public @Nullable String whyNot(String name) {
    JvmCharset charset = charset(name);
    String elsewhere = OtherEncodings.whyNot(name.toLowerCase(Locale.ROOT));
    elsewhere = elsewhere == null ? LineFeedNames.whyNot(name) : elsewhere;
    // The JDK has names of GOST 19768-74 as aliases of x-ISCII91.
    return charset == null || elsewhere != null && charset.isOfTheJdk()
        ? elsewhere
        : charset.reasonForNone();
  }

  @Override
  public @Nullable String whyNot(Charset charset) {
    return JvmCharset.of(charset).reasonForNone();
  }

  /** Waits until the names of the JVM's charsets are gathered. */
  @Override
  public Collection<String> names() {
    Set<String> names = new LinkedHashSet<>();
    Stream.of(UnicodeEncodings.all(), ChineseEncodings.all())
        .map(Map::values)
        .flatMap(Collection::stream)
        .forEach(definition -> names.add(definition.name()));
    for (String name : WebEncodings.names()) {
      if (WebEncodings.find(name.toLowerCase(Locale.ROOT)) != null) {
        names.add(name);
      }
    }
    CharsetNames charsets = CharsetNames.gathered();
    if (charsets != null) {
      names.addAll(charsets.streamed());
    }
    return names;
  }

  @Override
  public Collection<String> labels() {
    return WebLabels.all().keySet();
  }

  @Override
  public void propose(NearNames near) {
    Stream.of(UnicodeEncodings.all(), ChineseEncodings.all())
        .forEach(all -> all.forEach((name, own) -> near.add(name, own.name(), () -> true)));
    WebEncodings.names().forEach(name -> near.add(name, name, () -> true));
    CommonNames.all()
        .forEach((name, meant) -> near.add(name, meant, () -> JvmCharsets.find(meant) != null));
    CharsetNames charsets = CharsetNames.ifGathered();
    if (charsets != null) {
      charsets.propose(near);
    }
  }

  /** A label of which this JVM does not have the charset. */
  private static final class MissingCharsetException extends UnsupportedCharsetException {
    private static final long serialVersionUID = 1L;

    private final String meaning;

    MissingCharsetException(String label, String meaning) {
      super(label);
      this.meaning = meaning;
    }

    @Override
    public String getMessage() {
      return "\""
          + getCharsetName()
          + "\" is the label of "
          + meaning
          + ", which this JVM does not have";
    }
  }
}
