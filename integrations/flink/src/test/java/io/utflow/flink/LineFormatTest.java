/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.TooLongLineException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.io.InputStreamFSInputWrapper;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.function.SerializableSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineFormatTest {
  private static final Configuration NONE = new Configuration();
  private static final SerializableSupplier<LineSpec> LF = () -> LineSpec.of(LineBreaks.LF_OR_CRLF);
  private static final SerializableSupplier<DecoderSpec> UTF_8 =
      () -> DecoderSpec.of(TextEncoding.UTF_8);

  /** What observers of this JVM were told. */
  private static final AtomicLong OBSERVED = new AtomicLong();

  @ParameterizedTest
  @CsvSource({
    "UTF-8, PER_ENCODING, ANY, true",
    "UTF-8, SNIFF, UNICODE, true",
    "UTF-16, PER_ENCODING, UNICODE, true",
    "UTF-16, REQUIRE, LF_ONLY, true",
    "UTF-32, KEEP, CRLF, true",
    "UTF-16LE, STRICT, ANY, true",
    "Shift_JIS, PER_ENCODING, ANY, true",
    "Shift_JIS, SNIFF, ANY, true",
    "Shift_JIS, PER_ENCODING, UNICODE, false",
    "Shift_JIS, SNIFF, UNICODE, false",
    "ISO-2022-JP, PER_ENCODING, LF_ONLY, false",
    "ISO-2022-JP, SNIFF, LF_ONLY, false",
    "SCSU, PER_ENCODING, LF_ONLY, false"
  })
  void isSplittableWhereEveryFileIs(
      String encoding, BomPolicy bom, LineBreaks breaks, boolean expected) {
    LineFormat<String> format =
        LineFormat.text(
            () -> DecoderSpec.of(TextEncoding.forName(encoding)).bom(bom),
            () -> LineSpec.of(breaks));
    assertThat(format.isSplittable()).isEqualTo(expected);
  }

  @Test
  void whatIsSentReadsTheSame() throws Exception {
    OBSERVED.set(0);
    LineFormat<FileLine> format =
        copy(
            LineFormat.located(
                () ->
                    DecoderSpec.of(TextEncoding.UTF_8)
                        .onMalformed(MalformedPolicy.handledBy(sequence -> "?"))
                        .observer(sequence -> OBSERVED.addAndGet(sequence.byteOffset())),
                () -> LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(2)));
    byte[] file = {'a', '\n', 'b', (byte) 0xFF, '\r', '\n', 'c', 'c', 'c'};
    try (StreamFormat.Reader<FileLine> reader =
        format.createReader(NONE, new Opened(file, 1), file.length, file.length)) {
      FileLine line = reader.read();
      assertThat(line.text()).isEqualTo("b?");
      assertThat(line.begin()).isEqualTo(2);
      assertThat(OBSERVED).hasValue(3);
      assertThatThrownBy(reader::read).isInstanceOf(TooLongLineException.class);
    }
  }

  @Test
  void aReaderClosesTheFile() throws IOException {
    Opened file = new Opened(new byte[0], 0);
    LineFormat.text(UTF_8, LF).createReader(NONE, file, 0, 0).close();
    assertThat(file.isClosed()).isTrue();
    Opened whole = new Opened(new byte[0], 0);
    LineFormat<String> stateful =
        LineFormat.text(() -> DecoderSpec.of(TextEncoding.forName("ISO-2022-JP")), LF);
    stateful.createReader(NONE, whole, 0, 0).close();
    assertThat(whole.isClosed()).isTrue();
  }

  @Test
  void whatIsIllFormedFailsWithItsOffsetInTheFile() throws IOException {
    LineFormat<String> format =
        LineFormat.text(
            () -> DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT), LF);
    byte[] file = {'a', '\n', 'b', '\n', (byte) 0xC0, '\n'};
    try (StreamFormat.Reader<String> reader =
        format.createReader(NONE, new Opened(file, 2), file.length, file.length)) {
      assertThat(reader.read()).isEqualTo("b");
      assertThatThrownBy(reader::read)
          .isInstanceOfSatisfying(
              IllFormedTextException.class,
              e -> assertThat(e.sequence().byteOffset()).isEqualTo(4));
    }
  }

  @Test
  void theTypeIsKnownToFlink() throws Exception {
    assertThat(LineFormat.text(UTF_8, LF).getProducedType()).isEqualTo(Types.STRING);
    LineFormat<FileLine> format = copy(LineFormat.located(UTF_8, LF));
    assertThat(format.getProducedType()).isInstanceOf(PojoTypeInfo.class);
    TypeSerializer<FileLine> serializer =
        format.getProducedType().createSerializer(new SerializerConfigImpl());
    DataOutputSerializer out = new DataOutputSerializer(64);
    byte[] file = "\u00E9\r\n".getBytes(StandardCharsets.UTF_8);
    FileLine line =
        Opened.drain(format.createReader(NONE, new Opened(file, 0), file.length, file.length))
            .get(0);
    serializer.serialize(line, out);
    assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
        .isEqualTo(line);
  }

  // What Flink unpacks can be read forward only, and has more bytes than the file.

  @ParameterizedTest
  @CsvSource({"UTF-8, UTF-8", "UTF-16, UTF-16LE", "UTF-16, UTF-16BE", "ISO-2022-JP, ISO-2022-JP"})
  void anUnpackedFileIsReadAndRestored(String name, String written) throws IOException {
    LineFormat<FileLine> format =
        LineFormat.located(
            () -> DecoderSpec.of(TextEncoding.forName(name)), () -> LineSpec.of(LineBreaks.ANY));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (name.equals("UTF-16")) {
      bytes.writeBytes("\uFEFF".getBytes(written));
    }
    bytes.writeBytes("\r\n\n\u65E5\u672C\r\ntwo\rthree".getBytes(written));
    byte[] file = bytes.toByteArray();
    List<FileLine> expected =
        Opened.whole(DecoderSpec.of(TextEncoding.forName(name)), LineSpec.of(LineBreaks.ANY), file);
    long packed = 7;
    assertThat(Opened.drain(format.createReader(NONE, unpacked(file), packed, packed)))
        .isEqualTo(expected);
    if (!format.isSplittable()) {
      return;
    }
    StreamFormat.Reader<FileLine> reader =
        format.createReader(NONE, unpacked(file), packed, packed);
    for (int i = 0; i <= expected.size(); i++) {
      long offset = reader.getCheckpointedPosition().getOffset();
      assertThat(Opened.drain(format.restoreReader(NONE, unpacked(file), offset, packed, packed)))
          .isEqualTo(expected.subList(i, expected.size()));
      reader.read();
    }
    reader.close();
  }

  private static InputStreamFSInputWrapper unpacked(byte[] file) {
    return new InputStreamFSInputWrapper(new ByteArrayInputStream(file));
  }

  /** What was appended since the file was listed belongs to no split; its last line is whole. */
  @Test
  void aFileThatGrowsIsReadAsFarAsItWasListed() throws IOException {
    byte[] file = "one\ntwo and more\nthree\n".getBytes(StandardCharsets.UTF_8);
    LineFormat<String> format = LineFormat.text(UTF_8, LF);
    int listed = "one\ntwo".length();
    assertThat(Opened.drain(format.createReader(NONE, new Opened(file, 0), file.length, listed)))
        .containsExactly("one", "two and more");
    assertThat(
            Opened.drain(
                format.restoreReader(
                    NONE,
                    new Opened(file, 0),
                    "one\ntwo and more\n".length(),
                    file.length,
                    listed)))
        .isEmpty();
  }

  @Test
  void aFileThatHasBecomeShorterFails() {
    byte[] file = "one\n".getBytes(StandardCharsets.UTF_8);
    LineFormat<String> format = LineFormat.text(UTF_8, LF);
    assertThatThrownBy(() -> format.createReader(NONE, new Opened(file, 0), 4, 8))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has 4 bytes")
        .hasMessageContaining("ended at byte 8");
  }

  // Bad configuration.

  @Test
  void aFunctionThatHoldsASpecIsRefused() {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
    assertThatThrownBy(() -> LineFormat.text(() -> spec, LF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("make specs, observers and handlers inside of the lambda")
        .hasCauseInstanceOf(NotSerializableException.class);
    LineSpec lines = LineSpec.of(LineBreaks.ANY);
    assertThatThrownBy(() -> LineFormat.located(UTF_8, () -> lines))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spec of lines");
  }

  @Test
  void aDetectionIsSentAndRefusedAsASpecIs() throws Exception {
    byte[] file = "gr\u00FC\u00DFe\nb".getBytes(StandardCharsets.UTF_16LE);
    LineFormat<String> format =
        copy(LineFormat.detectedText(() -> Detection.auto(DecoderSpec.of(TextEncoding.UTF_8)), LF));
    assertThat(format.isSplittable()).isTrue();
    assertThat(
            Opened.drain(format.createReader(NONE, new Opened(file, 3), file.length, file.length)))
        .containsExactly("b");
    // A file in ISO-2022-JP may be among them, which is read by one reader.
    LineFormat<String> whole =
        LineFormat.detectedText(
            () -> Detection.auto(DecoderSpec.of(TextEncoding.forName("ISO-2022-JP"))), LF);
    assertThat(whole.isSplittable()).isFalse();
    byte[] japanese = "\u65E5\u672C\nb".getBytes("ISO-2022-JP");
    assertThat(
            Opened.drain(
                whole.createReader(
                    NONE, new Opened(japanese, 0), japanese.length, japanese.length)))
        .containsExactly("\u65E5\u672C", "b");
    Detection detection = Detection.auto(DecoderSpec.of(TextEncoding.UTF_8));
    assertThatThrownBy(() -> LineFormat.detectedText(() -> detection, LF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("detection");
    assertThatThrownBy(
            () ->
                LineFormat.detectedText(
                    () -> Detection.unmarkedElse(DecoderSpec.of(TextEncoding.UTF_8).startingAt(0)),
                    LF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave out startingAt");
  }

  @Test
  void aSpecThatBeginsInTheMiddleIsRefused() {
    assertThatThrownBy(
            () -> LineFormat.text(() -> DecoderSpec.of(TextEncoding.UTF_8).startingAt(0), LF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave out startingAt");
    assertThatThrownBy(
            () -> LineFormat.text(() -> DecoderSpec.of(TextEncoding.UTF_8).countingFrom(9), LF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("countingFrom");
  }

  @Test
  void specsThatDoNotGoTogetherAreRefused() {
    assertThatThrownBy(
            () ->
                LineFormat.text(
                    () ->
                        DecoderSpec.of(TextEncoding.UTF_8)
                            .onMalformed(MalformedPolicy.replaceWith("\n")),
                    LF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("delimiter");
    assertThatThrownBy(
            () -> LineFormat.text(() -> DecoderSpec.of(TextEncoding.forName("UTF-9")), LF))
        .hasMessageContaining("UTF-9");
  }

  private static <T extends java.io.Serializable> T copy(T sent) throws Exception {
    return InstantiationUtil.clone(sent);
  }
}
