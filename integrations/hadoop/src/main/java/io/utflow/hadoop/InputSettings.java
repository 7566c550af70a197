/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.files.EncodingSetting;
import io.utflow.files.FileDecoding;
import io.utflow.files.FileRecords;
import io.utflow.files.RecordSetting;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The settings for reading text, as a configuration holds them.
 *
 * @param text in the encoding of the setting, also where another may be found out
 * @param lines also the bound of records, and what becomes of longer ones
 * @param records null where lines are read
 */
record InputSettings(
    EncodingSetting encoding, DecoderSpec text, LineSpec lines, @Nullable RecordSetting records) {
  private static final int MAX_LINE_LENGTH = 1 << 24;

  private static final Map<String, MalformedPolicy> POLICIES =
      new TreeMap<>(
          Map.of(
              "REPLACE", MalformedPolicy.REPLACE,
              "SKIP", MalformedPolicy.SKIP,
              "REPORT", MalformedPolicy.REPORT));

  static InputSettings readFrom(Configuration configuration) {
    EncodingSetting encoding =
        read(configuration, EncodedTextInputFormat.ENCODING, "UTF-8", EncodingSetting::forName);
    BomPolicy bom = constant(configuration, EncodedTextInputFormat.BOM, encoding.bom());
    MalformedPolicy policy =
        read(configuration, EncodedTextInputFormat.ON_MALFORMED, "REPLACE", InputSettings::policy);
    LineBreaks breaks = constant(configuration, EncodedTextInputFormat.LINE_BREAKS, LineBreaks.ANY);
    TooLongPolicy tooLong =
        constant(configuration, EncodedTextInputFormat.ON_TOO_LONG, TooLongPolicy.FAIL);
    // What does not go together fails here, with the message of the spec.
    DecoderSpec text =
        read(
            configuration,
            EncodedTextInputFormat.BOM,
            bom.name(),
            name -> DecoderSpec.of(encoding.encoding()).onMalformed(policy).bom(bom));
    LineSpec lines =
        read(
            configuration,
            EncodedTextInputFormat.MAX_LINE_LENGTH,
            Integer.toString(MAX_LINE_LENGTH),
            length -> LineSpec.of(breaks).maxChars(Integer.parseInt(length)).onTooLong(tooLong));
    return new InputSettings(encoding, text, lines, records(configuration, encoding, text, lines));
  }

  private static @Nullable RecordSetting records(
      Configuration configuration, EncodingSetting encoding, DecoderSpec text, LineSpec lines) {
    if (configuration.get(EncodedTextInputFormat.RECORDS) == null) {
      return null;
    }
    return read(
        configuration,
        EncodedTextInputFormat.RECORDS,
        "",
        setting -> {
          RecordSetting records = RecordSetting.parse(setting);
          // As delimiters that the encoding does not have.
          encoding.decoding(text).records(spec(records, lines)).requireFits();
          return records;
        });
  }

  private static RecordSpec spec(RecordSetting records, LineSpec lines) {
    return records.spec(lines.maxChars(), lines.onTooLong());
  }

  private static <E extends Enum<E>> E constant(
      Configuration configuration, String key, E otherwise) {
    E[] constants = otherwise.getDeclaringClass().getEnumConstants();
    return read(
        configuration,
        key,
        otherwise.name(),
        name ->
            Arrays.stream(constants)
                .filter(each -> each.name().equals(constantName(name)))
                .findFirst()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException("use one of " + Arrays.toString(constants))));
  }

  private static String constantName(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static MalformedPolicy policy(String name) {
    MalformedPolicy policy = POLICIES.get(constantName(name));
    if (policy == null) {
      throw new IllegalArgumentException("use one of " + POLICIES.keySet());
    }
    return policy;
  }

  private static <T> T read(
      Configuration configuration, String key, String otherwise, Function<String, T> parser) {
    String value = configuration.getTrimmed(key, otherwise);
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new IllegalArgumentException(key + "=" + value + ": " + e.getMessage(), e);
    }
  }

  void writeTo(Configuration configuration) {
    Configuration alone = new Configuration(false);
    write(alone);
    if (!this.equals(readFrom(alone))) {
      throw new IllegalArgumentException(
          "A configuration holds an encoding, a BomPolicy, REPLACE, SKIP or REPORT, line breaks, a"
              + " length and a TooLongPolicy, and no more of "
              + this);
    }
    write(configuration);
  }

  private void write(Configuration configuration) {
    String policy =
        POLICIES.entrySet().stream()
            .filter(each -> each.getValue().equals(text.onMalformed()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse("REPLACE");
    configuration.unset(EncodedTextInputFormat.RECORDS);
    configuration.set(EncodedTextInputFormat.ENCODING, encoding.toString());
    configuration.setEnum(EncodedTextInputFormat.BOM, text.bom());
    configuration.set(EncodedTextInputFormat.ON_MALFORMED, policy);
    configuration.setEnum(EncodedTextInputFormat.LINE_BREAKS, lines.breaks());
    configuration.setInt(EncodedTextInputFormat.MAX_LINE_LENGTH, lines.maxChars());
    configuration.setEnum(EncodedTextInputFormat.ON_TOO_LONG, lines.onTooLong());
  }

  /** Makes the reading of files with an observer for ill-formed sequences. */
  FileRecords records(Consumer<? super IllFormedSequence> observer) {
    FileDecoding decoding = encoding.decoding(text.observer(observer));
    return records == null ? decoding.lines(lines) : decoding.records(spec(records, lines));
  }

  /** Whether files are split, whatever their first bytes say about their encoding. */
  boolean canSplit() {
    return records(found -> {}).canSplit();
  }
}
