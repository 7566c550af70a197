# SPDX-License-Identifier: Apache-2.0
"""What the standards say that bytes mean, written from their text.

A decoder here reads all bytes of a stream at once and answers a list of parts (text, start, end): `text` is what the bytes
[start, end) are, or None where they are ill-formed. UTF-8 and UTF-16 are written twice, once from the Unicode Standard and once from
the algorithms of WHATWG, and must agree. No decoder of a library is asked, but for the pairs of legacy tables (`pairs.py`)."""

# Table 3-7, Well-Formed UTF-8 Byte Sequences: one row, the ranges of its bytes.
TABLE_3_7 = [
    [(0x00, 0x7F)],
    [(0xC2, 0xDF), (0x80, 0xBF)],
    [(0xE0, 0xE0), (0xA0, 0xBF), (0x80, 0xBF)],
    [(0xE1, 0xEC), (0x80, 0xBF), (0x80, 0xBF)],
    [(0xED, 0xED), (0x80, 0x9F), (0x80, 0xBF)],
    [(0xEE, 0xEF), (0x80, 0xBF), (0x80, 0xBF)],
    [(0xF0, 0xF0), (0x90, 0xBF), (0x80, 0xBF), (0x80, 0xBF)],
    [(0xF1, 0xF3), (0x80, 0xBF), (0x80, 0xBF), (0x80, 0xBF)],
    [(0xF4, 0xF4), (0x80, 0x8F), (0x80, 0xBF), (0x80, 0xBF)],
]


def utf8_by_table(data):
    parts, at = [], 0
    while at < len(data):
        longest, whole = 0, False
        for row in TABLE_3_7:
            fits = 0
            while fits < len(row) and at + fits < len(data) and row[fits][0] <= data[at + fits] <= row[fits][1]:
                fits += 1
            if fits > longest:
                longest, whole = fits, fits == len(row)
        end = at + max(1, longest)
        parts.append((chr(bits_of_utf8(data[at:end])) if whole else None, at, end))
        at = end
    return parts


def bits_of_utf8(sequence):
    """Table 3-6, UTF-8 Bit Distribution."""
    if len(sequence) == 1:
        return sequence[0]
    value = sequence[0] & (0x7F >> len(sequence))
    for byte in sequence[1:]:
        value = value << 6 | byte & 0x3F
    return value


def utf8_by_whatwg(data):
    """WHATWG Encoding, 8.1.1, UTF-8 decoder."""
    parts, at, start = [], 0, 0
    code_point = seen = needed = 0
    lower, upper = 0x80, 0xBF
    while at < len(data):
        byte = data[at]
        if needed == 0:
            start = at
            at += 1
            if byte <= 0x7F:
                parts.append((chr(byte), start, at))
            elif 0xC2 <= byte <= 0xDF:
                needed, code_point = 1, byte & 0x1F
            elif 0xE0 <= byte <= 0xEF:
                lower = 0xA0 if byte == 0xE0 else lower
                upper = 0x9F if byte == 0xED else upper
                needed, code_point = 2, byte & 0xF
            elif 0xF0 <= byte <= 0xF4:
                lower = 0x90 if byte == 0xF0 else lower
                upper = 0x8F if byte == 0xF4 else upper
                needed, code_point = 3, byte & 0x7
            else:
                parts.append((None, start, at))
            continue
        if not lower <= byte <= upper:
            code_point = needed = seen = 0
            lower, upper = 0x80, 0xBF
            parts.append((None, start, at))  # The byte is restored: it is read again.
            continue
        lower, upper = 0x80, 0xBF
        code_point = code_point << 6 | byte & 0x3F
        seen += 1
        at += 1
        if seen == needed:
            parts.append((chr(code_point), start, at))
            code_point = needed = seen = 0
    if needed:
        parts.append((None, start, at))
    return parts


def utf8(data):
    by_table = utf8_by_table(data)
    assert by_table == utf8_by_whatwg(data), data.hex()
    return by_table


def utf16_by_units(data, order):
    """The Unicode Standard 3.9, D91: code units; a surrogate without its partner is ill-formed."""
    units = [int.from_bytes(data[i:i + 2], order) for i in range(0, len(data) - 1, 2)]
    odd = len(data) % 2
    parts, i = [], 0
    while i < len(units):
        high = 0xD800 <= units[i] <= 0xDBFF
        if high and i + 1 < len(units) and 0xDC00 <= units[i + 1] <= 0xDFFF:
            parts.append((chr(0x10000 + (units[i] - 0xD800) * 0x400 + units[i + 1] - 0xDC00), 2 * i, 2 * i + 4))
            i += 2
        elif high and i + 1 == len(units) and odd:
            return parts + [(None, 2 * i, len(data))]
        else:
            parts.append((None if 0xD800 <= units[i] <= 0xDFFF else chr(units[i]), 2 * i, 2 * i + 2))
            i += 1
    return parts + ([(None, len(data) - 1, len(data))] if odd else [])


def utf16_by_whatwg(data, order):
    """WHATWG Encoding, 14.2, shared UTF-16 decoder."""
    parts, start, lead_byte, lead_surrogate = [], 0, None, None
    queue = list(enumerate(data))
    while queue:
        at, byte = queue.pop(0)
        if lead_byte is None:
            lead_byte = (at, byte)
            continue
        unit = byte << 8 | lead_byte[1] if order == "little" else lead_byte[1] << 8 | byte
        first, lead_byte = lead_byte, None
        if lead_surrogate is not None:
            start, high = lead_surrogate
            lead_surrogate = None
            if 0xDC00 <= unit <= 0xDFFF:
                parts.append((chr(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00)), start, at + 1))
                continue
            parts.append((None, start, start + 2))
            queue[:0] = [first, (at, byte)]
        elif 0xD800 <= unit <= 0xDBFF:
            lead_surrogate = (first[0], unit)
        else:
            parts.append((None if 0xDC00 <= unit <= 0xDFFF else chr(unit), first[0], at + 1))
    if lead_byte is not None or lead_surrogate is not None:
        start = lead_surrogate[0] if lead_surrogate is not None else lead_byte[0]
        parts.append((None, start, len(data)))
    return parts


def utf16(data, order):
    by_units = utf16_by_units(data, order)
    assert by_units == utf16_by_whatwg(data, order), data.hex()
    return by_units


def utf32(data, order):
    """The Unicode Standard 3.9, D90: a surrogate and what is beyond 10FFFF are ill-formed units."""
    parts = []
    for at in range(0, len(data), 4):
        unit = data[at:at + 4]
        value = int.from_bytes(unit, order)
        good = len(unit) == 4 and value <= 0x10FFFF and not 0xD800 <= value <= 0xDFFF
        parts.append((chr(value) if good else None, at, at + len(unit)))
    return parts


def single_byte(data, upper_half):
    """WHATWG Encoding, 9.1, single-byte decoder; `upper_half` is the index, from pointer 0 on."""
    return [(chr(b) if b < 0x80 else upper_half[b - 0x80], i, i + 1) for i, b in enumerate(data)]


def two_bytes(data, is_lead, alone, pair, may_trail):
    """What WHATWG's decoders of Shift_JIS, EUC-KR and Big5 have in common (12.3.1, 13.1.1, 11.1.1).

    `alone` tells a byte that is a character, or None; `pair` a lead and a trail, or None. Where no character is found the trail is restored
    if it is ASCII."""
    parts, at = [], 0
    while at < len(data):
        byte = data[at]
        if not is_lead(byte):
            parts.append((alone(byte), at, at + 1))
            at += 1
        elif at + 1 == len(data):
            parts.append((None, at, at + 1))
            at += 1
        else:
            trail = data[at + 1]
            text = pair(byte, trail) if may_trail(trail) else None
            end = at + 1 if text is None and trail <= 0x7F else at + 2
            parts.append((text, at, end))
            at = end
    return parts


def gb18030(data, pair, of_the_bmp):
    """WHATWG Encoding, 10.2.1. `pair` tells the character of two bytes, or None, `of_the_bmp` that of four bytes."""
    parts, at = [], 0
    while at < len(data):
        first = data[at]
        rest = data[at + 1:at + 4]
        if first <= 0x7F:
            parts.append((chr(first), at, at + 1))
            at += 1
        elif first == 0x80:
            parts.append(("\u20ac", at, at + 1))
            at += 1
        elif first == 0xFF:
            parts.append((None, at, at + 1))
            at += 1
        elif not rest:
            parts.append((None, at, at + 1))
            at += 1
        elif 0x30 <= rest[0] <= 0x39:
            if len(rest) == 1:
                parts.append((None, at, at + 2))
                at += 2
            elif not 0x81 <= rest[1] <= 0xFE:
                parts.append((None, at, at + 1))  # The second and the third are restored.
                at += 1
            elif len(rest) == 2:
                parts.append((None, at, at + 3))
                at += 3
            elif not 0x30 <= rest[2] <= 0x39:
                parts.append((None, at, at + 1))  # The second, the third and the fourth are restored.
                at += 1
            else:
                pointer = ((first - 0x81) * 10 + rest[0] - 0x30) * 1260 + (rest[1] - 0x81) * 10 + rest[2] - 0x30
                if pointer <= 39419:
                    text = of_the_bmp(data[at:at + 4])
                else:
                    text = chr(0x10000 + pointer - 189000) if 189000 <= pointer <= 1237575 else None
                parts.append((text, at, at + 4))
                at += 4
        else:
            text = pair(first, rest[0]) if 0x40 <= rest[0] <= 0x7E or 0x80 <= rest[0] <= 0xFE else None
            end = at + 1 if text is None and rest[0] <= 0x7F else at + 2
            parts.append((text, at, end))
            at = end
    return parts


def lines(text, kind):
    """The lines of a text and what stands after the last terminator: `lf`, `lf-or-crlf`, or `any` of LF, CR LF and CR."""
    found, line, i = [], "", 0
    while i < len(text):
        c = text[i]
        if c == "\n" or (kind == "any" and c == "\r"):
            if kind == "lf-or-crlf" and line.endswith("\r"):
                line = line[:-1]
            found.append(line)
            line = ""
            i += 2 if text[i:i + 2] == "\r\n" else 1
        else:
            line += c
            i += 1
    return found, line


def events(text):
    """HTML, 9.2.6, "Interpreting an event stream": (type, last event id, data) of each event that is dispatched."""
    found, data, kind, last_id = [], "", "", ""
    whole_lines, _ = lines(text, "any")
    for line in whole_lines:
        if line == "":
            if data != "":
                found.append((kind or "message", last_id, data[:-1]))
            data, kind = "", ""
            continue
        if line.startswith(":"):
            continue
        field, colon, value = line.partition(":")
        if value.startswith(" "):
            value = value[1:]
        if field == "event":
            kind = value
        elif field == "data":
            data += value + "\n"
        elif field == "id" and "\0" not in value:
            last_id = value
    return found
