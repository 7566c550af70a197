/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import com.ibm.icu.charset.CharsetProviderICU;
import com.ibm.icu.util.VersionInfo;
import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Job;
import io.utflow.conformance.PieceDecoder;
import io.utflow.conformance.Place;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@code CharsetDecoder} as programs drive it: what it leaves of a buffer stands before the next
 * one. What the JDK's report is replaced here, which is what they do themselves when they replace;
 * ICU's replace, for where they stop they are not in step.
 */
final class CharsetDecoders implements PieceDecoder {
  private static final Map<String, String> OF_THE_JDK =
      Map.of("Shift_JIS", "windows-31j", "EUC-KR", "x-windows-949", "Big5", "Big5-HKSCS");
  private static final Map<String, String> OF_ICU =
      Map.of("Shift_JIS", "windows-31j", "EUC-KR", "windows-949", "Big5", "Big5-HKSCS");

  private final CharsetDecoder decoder;
  private final List<Place> illFormed = new ArrayList<>();
  private ByteBuffer input = ByteBuffer.allocate(0);
  private int before;

  private CharsetDecoders(Charset charset, CodingErrorAction action) {
    decoder = charset.newDecoder().onMalformedInput(action).onUnmappableCharacter(action);
  }

  static Charset charsetOfTheJdk(String encoding) {
    return Charset.forName(OF_THE_JDK.getOrDefault(encoding, encoding));
  }

  static DecoderUnderTest ofTheJdk() {
    return DecoderUnderTest.of(
        "JDK " + Runtime.version().feature() + " CharsetDecoder",
        (job, encoding) ->
            job == Job.TEXT
                ? new CharsetDecoders(charsetOfTheJdk(encoding), CodingErrorAction.REPORT)
                : null);
  }

  static DecoderUnderTest ofIcu() {
    CharsetProviderICU icu = new CharsetProviderICU();
    return DecoderUnderTest.of(
        "ICU4J " + VersionInfo.ICU_VERSION.getMajor() + " CharsetDecoder",
        (job, encoding) ->
            job == Job.TEXT
                ? new CharsetDecoders(
                    icu.charsetForName(OF_ICU.getOrDefault(encoding, encoding)),
                    CodingErrorAction.REPLACE)
                : null);
  }

  @Override
  public List<String> piece(byte[] bytes) {
    ByteBuffer joined = ByteBuffer.allocate(input.remaining() + bytes.length);
    joined.put(input).put(bytes).flip();
    input = joined;
    CharBuffer output = CharBuffer.allocate(4 * joined.limit() + 16);
    decode(output, false);
    return outputs(output);
  }

  @Override
  public List<String> end() {
    CharBuffer output = CharBuffer.allocate(4 * input.limit() + 16);
    decode(output, true);
    decoder.flush(output);
    return outputs(output);
  }

  private void decode(CharBuffer output, boolean endOfInput) {
    for (CoderResult result = decoder.decode(input, output, endOfInput);
        !result.isUnderflow();
        result = decoder.decode(input, output, endOfInput)) {
      if (result.isOverflow()) {
        throw new IllegalStateException("more chars than bytes");
      }
      illFormed.add(new Place(before + input.position(), result.length()));
      input.position(input.position() + result.length());
      output.put('\uFFFD');
    }
    before += input.position();
    input = input.slice();
  }

  private static List<String> outputs(CharBuffer output) {
    String text = output.flip().toString();
    return text.isEmpty() ? List.of() : List.of(text);
  }

  @Override
  public int pendingBytes() {
    return input.remaining();
  }

  @Override
  public @Nullable List<Place> illFormed() {
    return decoder.malformedInputAction() == CodingErrorAction.REPORT ? illFormed : null;
  }
}
