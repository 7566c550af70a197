/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.testing.EveryEncoding;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where a form says that it is one-to-one, every sequence that it reads is what it writes; where it
 * does not, some sequence is not, or it is not asked: it has state, or has several bytes for a
 * character by tables, all of which the first text would have to wait for.
 */
@OverEncodings
class OneToOneTest {
  static List<TextEncoding> encodings() {
    return EveryEncoding.all();
  }

  private static EncodingForm form(TextEncoding encoding) {
    return Encoding.of(encoding).form();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void isSaidOfThoseForWhichItHolds(TextEncoding encoding) {
    EncodingForm form = form(encoding);
    boolean hasState = form.forStream() != form || encoding.name().equals("replacement");
    boolean hasTables = form.getClass().getName().endsWith("MultiByteForm");
    if (form.isOneToOne()) {
      assertThat(form.writes()).isTrue();
      assertThat(new Sequences(form).firstNotWrittenBack()).isNull();
    } else if (form.writes() && !hasState && !hasTables) {
      assertThat(new Sequences(form).firstNotWrittenBack()).isNotNull();
    }
  }

  /**
   * Every sequence of a form, found byte by byte: what needs more is continued by every byte, but
   * that of UTF-32 is enumerated by its units.
   */
  private static final class Sequences {
    private final EncodingForm form;
    private final byte[] written = new byte[EncodingForm.MOST_WRITTEN];

    Sequences(EncodingForm form) {
      this.form = form;
    }

    String firstNotWrittenBack() {
      return form.unitWidth() == 4 ? ofUnits() : behind(new byte[EncodingForm.MOST_BYTES], 0);
    }

    private String ofUnits() {
      byte[] unit = new byte[4];
      return IntStream.rangeClosed(0, 0x10FFFF)
          .mapToObj(
              scalar -> {
                for (int i = 0; i < 4; i++) {
                  int shift = form.isBigEndian() ? 24 - 8 * i : 8 * i;
                  unit[i] = (byte) (scalar >>> shift);
                }
                return isWrittenBack(unit, 4, form.step(unit, 0, 4, true)) ? "" : hex(unit, 4);
              })
          .filter(hex -> !hex.isEmpty())
          .findFirst()
          .orElse(null);
    }

    private String behind(byte[] bytes, int length) {
      for (int b = 0; b < 0x100; b++) {
        // The byte that each surrogate begins with.
        if (length >= 2 && b != 0xED && !Product.takes(b, 9)) {
          continue;
        }
        bytes[length] = (byte) b;
        int step = form.step(bytes, 0, length + 1, false);
        String found = null;
        if (step == Step.NEEDS_MORE) {
          int ended = form.step(bytes, 0, length + 1, true);
          found = isWrittenBack(bytes, length + 1, ended) ? null : hex(bytes, length + 1);
          found = found == null ? behind(bytes, length + 1) : found;
        } else if (!isWrittenBack(bytes, length + 1, step)) {
          found = hex(bytes, length + 1);
        }
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    /** Or is ill-formed. */
    private boolean isWrittenBack(byte[] bytes, int length, int step) {
      if (Step.isIllFormed(step)) {
        return true;
      }
      int end = 0;
      if (Step.isScalar(step)) {
        if (!form.canEncode(Step.scalar(step))) {
          return false;
        }
        end = form.write(Step.scalar(step), written, 0);
      } else {
        String text = form.text(bytes, 0, step);
        if (text.length() != 1 || !form.hasSurrogates()) {
          return false;
        }
        end = form.write(text.charAt(0), written, 0);
      }
      return Arrays.equals(bytes, 0, Step.length(step), written, 0, end);
    }

    private static String hex(byte[] bytes, int length) {
      return HexFormat.of().formatHex(bytes, 0, length);
    }
  }
}
