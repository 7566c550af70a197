/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.testing;

/** The decoders of the WHATWG Encoding Standard, §8 to §14, each as it is written there. */
public final class StandardDecoders {
  private StandardDecoders() {}

  /** The decoder of an encoding, by the standard's name. */
  public static StandardDecoder of(String name) {
    return switch (name) {
      case "UTF-8" -> new Utf8();
      case "GBK", "gb18030" -> new Gb18030();
      case "Big5" -> new Big5();
      case "EUC-JP" -> new EucJp();
      case "ISO-2022-JP" -> new StandardIso2022JpDecoder();
      case "Shift_JIS" -> new ShiftJis();
      case "EUC-KR" -> new EucKr();
      case "replacement" -> new Replacement();
      case "UTF-16BE" -> new Utf16(true);
      case "UTF-16LE" -> new Utf16(false);
      case "x-user-defined" -> new XUserDefined();
      default -> new SingleByte(StandardIndexes.single(name));
    };
  }

  /** §9.1. */
  private static final class SingleByte extends StandardDecoder {
    private final int[] index;

    SingleByte(int[] index) {
      this.index = index;
    }

    @Override
    String handle(Queue queue, int b) {
      if (b == END_OF_QUEUE) {
        return FINISHED;
      }
      if (isAscii(b)) {
        return text(b);
      }
      int codePoint = StandardIndexes.codePoint(index, b - 0x80);
      return codePoint == 0 ? ERROR : text(codePoint);
    }

    @Override
    int held() {
      return 0;
    }
  }

  /** §8.1.1. */
  private static final class Utf8 extends StandardDecoder {
    private int codePoint;
    private int seen;
    private int needed;
    private int lower = 0x80;
    private int upper = 0xBF;

    @Override
    String handle(Queue queue, int b) {
      if (b == END_OF_QUEUE) {
        boolean open = needed != 0;
        needed = 0;
        return open ? ERROR : FINISHED;
      }
      if (needed == 0) {
        if (isAscii(b)) {
          return text(b);
        }
        if (isIn(b, 0xC2, 0xDF)) {
          needed = 1;
          codePoint = b & 0x1F;
        } else if (isIn(b, 0xE0, 0xEF)) {
          lower = b == 0xE0 ? 0xA0 : lower;
          upper = b == 0xED ? 0x9F : upper;
          needed = 2;
          codePoint = b & 0xF;
        } else if (isIn(b, 0xF0, 0xF4)) {
          lower = b == 0xF0 ? 0x90 : lower;
          upper = b == 0xF4 ? 0x8F : upper;
          needed = 3;
          codePoint = b & 0x7;
        } else {
          return ERROR;
        }
        return CONTINUE;
      }
      boolean continues = isIn(b, lower, upper);
      lower = 0x80;
      upper = 0xBF;
      if (!continues) {
        codePoint = 0;
        needed = 0;
        seen = 0;
        queue.restore(1);
        return ERROR;
      }
      codePoint = codePoint << 6 | b & 0x3F;
      seen++;
      if (seen != needed) {
        return CONTINUE;
      }
      String text = text(codePoint);
      codePoint = 0;
      needed = 0;
      seen = 0;
      return text;
    }

    @Override
    int held() {
      return needed == 0 ? 0 : 1 + seen;
    }
  }

  /** §10.2.1, of GBK too. */
  private static final class Gb18030 extends StandardDecoder {
    private int first;
    private int second;
    private int third;

    @Override
    String handle(Queue queue, int b) {
      if (b == END_OF_QUEUE) {
        boolean open = first != 0 || second != 0 || third != 0;
        first = 0;
        second = 0;
        third = 0;
        return open ? ERROR : FINISHED;
      }
      if (third != 0) {
        if (!isIn(b, 0x30, 0x39)) {
          queue.restore(3);
          first = 0;
          second = 0;
          third = 0;
          return ERROR;
        }
        int codePoint =
            StandardIndexes.gb18030Ranges(
                (first - 0x81) * (10 * 126 * 10)
                    + (second - 0x30) * (10 * 126)
                    + (third - 0x81) * 10
                    + b
                    - 0x30);
        first = 0;
        second = 0;
        third = 0;
        return codePoint == 0 ? ERROR : text(codePoint);
      }
      if (second != 0) {
        if (isIn(b, 0x81, 0xFE)) {
          third = b;
          return CONTINUE;
        }
        queue.restore(2);
        first = 0;
        second = 0;
        return ERROR;
      }
      if (first != 0) {
        if (isIn(b, 0x30, 0x39)) {
          second = b;
          return CONTINUE;
        }
        int lead = first;
        int pointer = -1;
        first = 0;
        int offset = b < 0x7F ? 0x40 : 0x41;
        if (isIn(b, 0x40, 0x7E) || isIn(b, 0x80, 0xFE)) {
          pointer = (lead - 0x81) * 190 + b - offset;
        }
        int codePoint = StandardIndexes.codePoint(StandardIndexes.gb18030(), pointer);
        if (codePoint != 0) {
          return text(codePoint);
        }
        if (isAscii(b)) {
          queue.restore(1);
        }
        return ERROR;
      }
      if (isAscii(b)) {
        return text(b);
      }
      if (b == 0x80) {
        return text(0x20AC);
      }
      if (isIn(b, 0x81, 0xFE)) {
        first = b;
        return CONTINUE;
      }
      return ERROR;
    }

    @Override
    int held() {
      return (first == 0 ? 0 : 1) + (second == 0 ? 0 : 1) + (third == 0 ? 0 : 1);
    }
  }

  /** What §11.1.1, §12.3.1 and §13.1.1 have in common: a lead, and what two bytes are. */
  private abstract static class Pairs extends StandardDecoder {
    private int lead;

    @Override
    final String handle(Queue queue, int b) {
      if (b == END_OF_QUEUE) {
        boolean open = lead != 0;
        lead = 0;
        return open ? ERROR : FINISHED;
      }
      if (lead != 0) {
        String text = pair(lead, b);
        lead = 0;
        if (!text.isEmpty()) {
          return text;
        }
        if (isAscii(b)) {
          queue.restore(1);
        }
        return ERROR;
      }
      String text = single(b);
      if (!text.isEmpty()) {
        return text;
      }
      if (isLead(b)) {
        lead = b;
        return CONTINUE;
      }
      return ERROR;
    }

    /** Of a byte behind a lead; empty for null. */
    abstract String pair(int lead, int b);

    /** Of a byte without a lead; empty for none. */
    String single(int b) {
      return isAscii(b) ? text(b) : "";
    }

    boolean isLead(int b) {
      return isIn(b, 0x81, 0xFE);
    }

    static String at(int[] index, int pointer) {
      int codePoint = StandardIndexes.codePoint(index, pointer);
      return codePoint == 0 ? "" : text(codePoint);
    }

    @Override
    final int held() {
      return lead == 0 ? 0 : 1;
    }
  }

  private static final class Big5 extends Pairs {
    @Override
    String pair(int lead, int b) {
      int offset = b < 0x7F ? 0x40 : 0x62;
      boolean trail = isIn(b, 0x40, 0x7E) || isIn(b, 0xA1, 0xFE);
      int pointer = trail ? (lead - 0x81) * 157 + b - offset : -1;
      return switch (pointer) {
        case 1133 -> "\u00CA\u0304";
        case 1135 -> "\u00CA\u030C";
        case 1164 -> "\u00EA\u0304";
        case 1166 -> "\u00EA\u030C";
        default -> at(StandardIndexes.big5(), pointer);
      };
    }
  }

  private static final class ShiftJis extends Pairs {
    @Override
    String pair(int lead, int b) {
      int offset = b < 0x7F ? 0x40 : 0x41;
      int leadOffset = lead < 0xA0 ? 0x81 : 0xC1;
      boolean trail = isIn(b, 0x40, 0x7E) || isIn(b, 0x80, 0xFC);
      int pointer = trail ? (lead - leadOffset) * 188 + b - offset : -1;
      return isIn(pointer, 8836, 10715)
          ? text(0xE000 - 8836 + pointer)
          : at(StandardIndexes.jis0208(), pointer);
    }

    @Override
    String single(int b) {
      if (isAscii(b) || b == 0x80) {
        return text(b);
      }
      return isIn(b, 0xA1, 0xDF) ? text(0xFF61 - 0xA1 + b) : "";
    }

    @Override
    boolean isLead(int b) {
      return isIn(b, 0x81, 0x9F) || isIn(b, 0xE0, 0xFC);
    }
  }

  private static final class EucKr extends Pairs {
    @Override
    String pair(int lead, int b) {
      int pointer = isIn(b, 0x41, 0xFE) ? (lead - 0x81) * 190 + b - 0x41 : -1;
      return at(StandardIndexes.eucKr(), pointer);
    }
  }

  /** §12.1.1. */
  private static final class EucJp extends StandardDecoder {
    private boolean jis0212;
    private int lead;

    @Override
    String handle(Queue queue, int b) {
      if (b == END_OF_QUEUE) {
        boolean open = lead != 0;
        lead = 0;
        jis0212 = false;
        return open ? ERROR : FINISHED;
      }
      if (lead == 0x8E && isIn(b, 0xA1, 0xDF)) {
        lead = 0;
        return text(0xFF61 - 0xA1 + b);
      }
      if (lead == 0x8F && isIn(b, 0xA1, 0xFE)) {
        jis0212 = true;
        lead = b;
        return CONTINUE;
      }
      if (lead != 0) {
        int codePoint = 0;
        if (isIn(lead, 0xA1, 0xFE) && isIn(b, 0xA1, 0xFE)) {
          int[] index = jis0212 ? StandardIndexes.jis0212() : StandardIndexes.jis0208();
          codePoint = StandardIndexes.codePoint(index, (lead - 0xA1) * 94 + b - 0xA1);
        }
        lead = 0;
        jis0212 = false;
        if (codePoint != 0) {
          return text(codePoint);
        }
        if (isAscii(b)) {
          queue.restore(1);
        }
        return ERROR;
      }
      if (isAscii(b)) {
        return text(b);
      }
      if (b == 0x8E || b == 0x8F || isIn(b, 0xA1, 0xFE)) {
        lead = b;
        return CONTINUE;
      }
      return ERROR;
    }

    @Override
    int held() {
      return (lead == 0 ? 0 : 1) + (jis0212 ? 1 : 0);
    }
  }

  /** §14.1.1. */
  private static final class Replacement extends StandardDecoder {
    private boolean errorReturned;

    @Override
    String handle(Queue queue, int b) {
      if (b == END_OF_QUEUE || errorReturned) {
        return FINISHED;
      }
      errorReturned = true;
      return ERROR;
    }

    @Override
    int held() {
      return 0;
    }
  }

  /** §14.2.1. */
  private static final class Utf16 extends StandardDecoder {
    private final boolean bigEndian;
    private int leadByte = -1;
    private int leadSurrogate = -1;

    Utf16(boolean bigEndian) {
      this.bigEndian = bigEndian;
    }

    @Override
    String handle(Queue queue, int b) {
      if (b == END_OF_QUEUE) {
        boolean open = leadByte >= 0 || leadSurrogate >= 0;
        leadByte = -1;
        leadSurrogate = -1;
        return open ? ERROR : FINISHED;
      }
      if (leadByte < 0) {
        leadByte = b;
        return CONTINUE;
      }
      int unit = bigEndian ? leadByte << 8 | b : b << 8 | leadByte;
      leadByte = -1;
      if (leadSurrogate >= 0) {
        int lead = leadSurrogate;
        leadSurrogate = -1;
        if (isIn(unit, 0xDC00, 0xDFFF)) {
          return text(0x10000 + ((lead - 0xD800) << 10) + unit - 0xDC00);
        }
        queue.restore(2);
        return ERROR;
      }
      if (isIn(unit, 0xD800, 0xDBFF)) {
        leadSurrogate = unit;
        return CONTINUE;
      }
      return isIn(unit, 0xDC00, 0xDFFF) ? ERROR : text(unit);
    }

    @Override
    int held() {
      return (leadByte < 0 ? 0 : 1) + (leadSurrogate < 0 ? 0 : 2);
    }
  }

  /** §14.5.1. */
  private static final class XUserDefined extends StandardDecoder {
    @Override
    String handle(Queue queue, int b) {
      if (b == END_OF_QUEUE) {
        return FINISHED;
      }
      return text(isAscii(b) ? b : 0xF780 + b - 0x80);
    }

    @Override
    int held() {
      return 0;
    }
  }
}
