# SPDX-License-Identifier: Apache-2.0
"""The vectors of text: families of bytes, each with the clause that says what they are."""
import functools

import pairs
import standards
from vector import text

WORDS = [
    "Grüße", "naïve café", "Ελλάδα", "мир", "שלום", "سلام", "नमस्ते", "ไทย", "日本語", "한국어", "中文 text", "😀😁", "a\u0301e\u0301", "👩‍👩‍👧",
    "𝒳 = √𝓎", "0 < 1",
]
UTF8 = "Unicode 3.9, Table 3-7"
SUBPARTS = UTF8 + " and U+FFFD Substitution of Maximal Subparts; WHATWG Encoding 8.1.1"


class Random:
    """Numbers of Park and Miller: the same in every language."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = self.state * 48271 % 0x7FFFFFFF
        return self.state % bound


def around(sequence):
    """Alone, and between characters of one byte and of more."""
    return [sequence, b"a" + sequence + b"b", "é".encode() + sequence + "中".encode()]


def utf8():
    found = []

    def add(family, clause, *sequences):
        for sequence in sequences:
            found.append(text("utf-8/" + family, "UTF-8", sequence, clause))

    def add_around(family, clause, *sequences):
        for sequence in sequences:
            add(family, clause, *around(bytes.fromhex(sequence)))

    add("one-byte", UTF8, b"", b"a", b"\0", b"\x7F", b"GET / HTTP/1.1", b"\r\n\r\n")
    for family, characters in (
        ("two-bytes", "\u0080\u00E9\u07FF"),
        ("three-bytes", "\u0800\u20AC\uD7FF\uE000\uFFFD\uFFFE\uFFFF\uFDD0"),
        ("four-bytes", "\U00010000\U0001F600\U0002A6D6\U0010FFFF"),
    ):
        for character in characters:
            add(family, UTF8, character.encode(), ("a" + character + "b").encode(), (character * 3).encode())
    for word in WORDS:
        add("words", UTF8, word.encode())
    add_around("overlong", SUBPARTS, "c080", "c0af", "c1bf", "e08080", "e080af", "e09fbf", "f0808080", "f08080af", "f08fbfbf")
    add_around("surrogate", SUBPARTS, "eda080", "edafbf", "edb080", "edbfbf", "eda0bdedb880", "edb880eda0bd")
    add_around("beyond", SUBPARTS, "f4908080", "f4bfbfbf", "f5808080", "f7bfbfbf")
    add_around("invalid-byte", SUBPARTS, "f8", "fb", "fc", "fe", "ff", "f888808080", "fc8480808080", "fffefd")
    add_around("continuation", SUBPARTS, "80", "bf", "8080", "80bf80", "c3a980", "f09f988080")
    for lead in ("c3", "e4", "e4b8", "f0", "f09f", "f09f98", "ed9f", "e0a0", "f48f"):
        for after in ("41", "0a", "c3a9", "e4b8ad", "f09f9880"):
            add("truncated", SUBPARTS, bytes.fromhex(lead + after), bytes.fromhex("61" + lead + after))
    for lead in ("c3", "e4", "e4b8", "f0", "f09f", "f09f98", "f48f"):
        add("cut-short", SUBPARTS + "; the end of the stream", bytes.fromhex(lead), bytes.fromhex("61" + lead), bytes.fromhex("c3a9" + lead))
    mark = "RFC 3629 6; WHATWG Encoding 6, UTF-8 decode; Unicode D95: kept or dropped"
    for after in ("", "61", "c3a9", "e4b8ad", "f09f9880", "efbbbf61", "80"):
        add("mark", mark, bytes.fromhex("efbbbf" + after))
    add("mark-later", "RFC 3629 6: elsewhere U+FEFF is text", *map(bytes.fromhex, ("61efbbbf", "61efbbbf62", "c3a9efbbbfc3a9")))
    add("mark-broken", SUBPARTS, *map(bytes.fromhex, ("ef61", "efbb61", "efbbc3a9", "ef", "efbb")))
    random = Random(62)
    alphabet = bytes.fromhex("4142808f909fa0bfc0c2c3e0e1edeff0f1f4f5ff")
    for _ in range(60):
        add("any-bytes", SUBPARTS, b"x" + bytes(alphabet[random.below(len(alphabet))] for _ in range(5 + random.below(6))))
    return found


def units(order, size, *values):
    return b"".join(value.to_bytes(size, order) for value in values)


def utf16():
    found = []
    clause = "Unicode 3.9, D91; RFC 2781 2.2"
    broken = clause + "; WHATWG Encoding 14.2.1"
    for encoding, order in (("UTF-16BE", "big"), ("UTF-16LE", "little")):
        make = functools.partial(units, order, 2)
        name = encoding.lower() + "/"

        def add(family, why, *streams):
            found.extend(text(name + family, encoding, stream, why) for stream in streams)

        add("one-unit", clause, b"", make(0x61), make(0xE9, 0x20AC), make(0xD7FF, 0xE000), make(0x0A0A, 0x010A, 0x0A01), make(0xFFFF, 0x61))
        add("one-unit", clause, *((word.encode(encoding)) for word in WORDS if max(word) <= "\uFFFF"))
        add("pair", clause, make(0xD800, 0xDC00), make(0xDBFF, 0xDFFF), make(0xD83D, 0xDE00), make(0x61, 0xD83D, 0xDE00, 0x62))
        add("pair", clause, *((word.encode(encoding)) for word in WORDS if max(word) > "\uFFFF"))
        for high in (0xD800, 0xD83D, 0xDBFF):
            add("unpaired-high", broken, make(high, 0x41), make(0x61, high, 0x20AC), make(high, high, 0xDC00), make(high, high, 0x42))
        for low in (0xDC00, 0xDE00, 0xDFFF):
            add("unpaired-low", broken, make(low), make(0x61, low, 0x62), make(0xD83D, 0xDE00, low, 0x41))
        add("reversed-pair", broken, make(0xDE00, 0xD83D, 0x41), make(0x61, 0xDC00, 0xD800, 0x62))
        add("cut-short", broken + "; the end of the stream", make(0xD83D), make(0x61, 0xD83D), make(0xD83D, 0xDE00, 0xDBFF))
        add("odd", broken + "; the end of the stream", b"\x20", make(0x61) + b"\x62", make(0x20AC) + b"\0")
        add("odd", broken + "; the end of the stream", make(0xD83D) + b"\xDE", make(0x61, 0xD83D) + b"\0")
        add("mark", "RFC 2781 3.3, Unicode D96, D97: text; WHATWG Encoding 6, decode: dropped", make(0xFEFF), make(0xFEFF, 0x61), make(0xFEFF, 0xD83D, 0xDE00))
        add("mark-later", "RFC 2781 3.2: elsewhere U+FEFF is text", make(0x61, 0xFEFF, 0x62))
    for order in ("big", "little"):
        make = functools.partial(units, order, 2)
        why = "RFC 2781 4.3; Unicode D98; WHATWG Encoding 6, decode: the mark says the order and is no text"
        for after in ((), (0x61,), (0x61, 0xE9), (0xD83D, 0xDE00), (0x0A0A, 0x10A), (0xFEFF, 0x61), (0x61, 0xFEFF)):
            found.append(text("utf-16/mark-" + order, "UTF-16", make(0xFEFF, *after), why))
    why = "without a mark big-endian: RFC 2781 4.3, Unicode D98; WHATWG's label utf-16 is UTF-16LE"
    for stream in (b"", units("big", 2, 0x61, 0x62), units("big", 2, 0x4E2D, 0x6587), units("big", 2, 0x0A0A, 0x20AC)):
        found.append(text("utf-16/no-mark", "UTF-16", stream, why))
    return found


def utf32():
    found = []
    clause = "Unicode 3.9, D90"
    for encoding, order in (("UTF-32BE", "big"), ("UTF-32LE", "little")):
        make = functools.partial(units, order, 4)
        name = encoding.lower() + "/"

        def add(family, why, *streams):
            found.extend(text(name + family, encoding, stream, why) for stream in streams)

        add("well-formed", clause, b"", make(0x61), make(0xE9, 0x20AC), make(0x1F600), make(0xD7FF, 0xE000), make(0x10FFFF, 0x41), make(0xFFFF))
        add("surrogate", clause, make(0xD800), make(0x61, 0xDFFF, 0x62), make(0xD83D, 0xDE00, 0x41))
        add("beyond", clause, make(0x110000), make(0x61, 0x110000, 0x62), make(0x7FFFFFFF, 0x41), make(0xFFFFFFFF, 0x41))
        for length in (1, 2, 3):
            add("cut-short", clause + "; the end of the stream", make(0x61) + make(0x1F600)[:length], make(0x1F600)[:length])
        add("mark", "Unicode D99, D100: text", make(0xFEFF, 0x61))
    for order in ("big", "little"):
        make = functools.partial(units, order, 4)
        for after in ((), (0x61,), (0x1F600, 0x61), (0xFEFF, 0x61)):
            why = "Unicode D101: the mark says the order and is no text"
            found.append(text("utf-32/mark-" + order, "UTF-32", make(0xFEFF, *after), why))
    for after in ((0x61,), (0x1F600, 0x61)):
        found.append(text("utf-32/no-mark", "UTF-32", units("big", 4, *after), "Unicode D101: without a mark big-endian"))
    return found


# WHATWG, index-windows-1252, pointers 0 to 31; what is after them is ISO-8859-1.
WINDOWS_1252 = (
    "\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F"
    "\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178"
)
TWO_CHARACTERS = {0x8862: "\u00CA\u0304", 0x8864: "\u00CA\u030C", 0x88A3: "\u00EA\u0304", 0x88A5: "\u00EA\u030C"}


def is_shift_jis_lead(byte):
    return 0x81 <= byte <= 0x9F or 0xE0 <= byte <= 0xFC


def legacy_decoders():
    """The decoders of WHATWG over the pairs of which CPython and Node agree. One that they do not agree of must not be met."""
    tables = {encoding: pairs.table(encoding) for encoding in pairs.CODECS}

    def pair(encoding):
        return lambda lead, trail: tables[encoding][bytes([lead, trail])]

    def big5_pair(lead, trail):
        return TWO_CHARACTERS.get(lead << 8 | trail) or pair("Big5")(lead, trail)

    def shift_jis_alone(byte):
        if byte <= 0x80:
            return chr(byte)
        return chr(0xFF61 - 0xA1 + byte) if 0xA1 <= byte <= 0xDF else None

    def of_the_bmp(sequence):
        return pairs.agreed("gb18030", [sequence])[sequence]

    def ascii_or_none(byte):
        return chr(byte) if byte <= 0x7F else None

    upper_half = WINDOWS_1252 + "".join(chr(byte) for byte in range(0xA0, 0x100))
    for byte in range(0x80, 0x100):
        assert pairs.of_python("cp1252", bytes([byte])) in (upper_half[byte - 0x80], None)
    decoders = {
        "windows-1252": lambda data: standards.single_byte(data, upper_half),
        "Shift_JIS": lambda data: standards.two_bytes(
            data,
            is_shift_jis_lead,
            shift_jis_alone,
            pair("Shift_JIS"),
            lambda trail: 0x40 <= trail <= 0x7E or 0x80 <= trail <= 0xFC),
        "EUC-KR": lambda data: standards.two_bytes(
            data, lambda byte: 0x81 <= byte <= 0xFE, ascii_or_none, pair("EUC-KR"), lambda trail: 0x41 <= trail <= 0xFE),
        "Big5": lambda data: standards.two_bytes(
            data,
            lambda byte: 0x81 <= byte <= 0xFE,
            ascii_or_none,
            big5_pair,
            lambda trail: 0x40 <= trail <= 0x7E or 0xA1 <= trail <= 0xFE),
        "gb18030": lambda data: standards.gb18030(data, pair("gb18030"), of_the_bmp),
    }
    return tables, decoders


CLAUSES = {
    "windows-1252": "WHATWG Encoding 9.1", "Shift_JIS": "WHATWG Encoding 12.3.1", "EUC-KR": "WHATWG Encoding 13.1.1",
    "Big5": "WHATWG Encoding 11.1.1", "gb18030": "WHATWG Encoding 10.2.1",
}


def spread(sequences, count):
    return sequences[:: max(1, len(sequences) // count)][:count]


def legacy():
    found = []
    tables, decoders = legacy_decoders()

    def add(encoding, family, *streams):
        for stream in streams:
            found.append(text(encoding.lower() + "/" + family, encoding, stream, CLAUSES[encoding], decoders))

    for first in range(0x80, 0x100, 16):
        add("windows-1252", "upper-half", bytes(range(first, first + 16)))
    add("windows-1252", "ascii", b"", b"a~\\", b"\0\x7F")
    for encoding, whole_table in tables.items():
        # In Shift_JIS A0 to DF, FD and FE are no leads.
        table = {s: character for s, character in whole_table.items() if encoding != "Shift_JIS" or is_shift_jis_lead(s[0])}
        known = [s for s, character in table.items() if character is not None]
        none = [s for s, character in table.items() if character is None and s[1] >= 0x80]
        none_of_ascii = [s for s, character in table.items() if character is None and s[1] < 0x80]
        add(encoding, "ascii", b"", b"a~\\", b"\0\x7F")
        for sequence in spread(known, 16):
            add(encoding, "pairs", sequence, b"a" + sequence + sequence + b"b")
        add(encoding, "pairs", b"".join(spread(known, 9)))
        low = [s for s in known if s[1] < 0x80]
        for sequence in spread(low, 6):
            add(encoding, "trail-in-ascii", sequence, b"a" + sequence + b"|")
        lead = known[0][:1]
        leads = [lead, known[len(known) // 2][:1]]
        for lead in leads:
            add(encoding, "lead-then-ascii", lead + b" a", b"a" + lead + b"\n", known[0] + lead + b"!" + known[0])
        for sequence in spread(none_of_ascii, 4):
            add(encoding, "no-pair-ascii", sequence, b"a" + sequence + b"b")
        for sequence in spread(none, 4):
            add(encoding, "no-pair", sequence, b"a" + sequence + b"b")
        add(encoding, "cut-short", lead, b"a" + lead, known[0] + lead)
    add("Shift_JIS", "alone", bytes([0xA1, 0xDF]), b"a\xB1b", b"\x80a", known_pair(tables, "Shift_JIS") + b"\xB1")
    add("Shift_JIS", "invalid-byte", b"\xA0a", b"a\xFD", b"\xFE\xFF")
    add("EUC-KR", "invalid-byte", b"\x80a", b"a\xFF")
    add("Big5", "invalid-byte", b"\x80a", b"a\xFF")
    for sequence in TWO_CHARACTERS:
        add("Big5", "two-characters", sequence.to_bytes(2, "big"), b"a" + sequence.to_bytes(2, "big") + b"b")
    add("gb18030", "invalid-byte", b"\xFFa", b"a\xFF")
    add("gb18030", "euro", b"\x80", b"a\x80b")
    for sequence in ("81308130", "8130d330", "90308130", "9439fe35", "e3329a35"):
        four = bytes.fromhex(sequence)
        add("gb18030", "four-bytes", four, b"a" + four + four + b"b")
    for sequence in ("8130", "813081", "9439", "9439fe", "619030", "61943981"):
        add("gb18030", "four-bytes-cut-short", bytes.fromhex(sequence))
    for sequence in ("813041", "81300a", "81308141", "8130810a", "943941", "9439fe41", "81308180", "813080"):
        add("gb18030", "four-bytes-broken", bytes.fromhex(sequence), b"a" + bytes.fromhex(sequence) + b"b")
    for sequence in ("fe39fe39", "e3329a36", "85308130", "8f39fe39"):
        add("gb18030", "four-bytes-none", bytes.fromhex(sequence), b"a" + bytes.fromhex(sequence) + b"b")
    return found


def known_pair(tables, encoding):
    return next(s for s, character in tables[encoding].items() if character is not None)


def all():
    return utf8() + utf16() + utf32() + legacy()
