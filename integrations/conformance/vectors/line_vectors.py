# SPDX-License-Identifier: Apache-2.0
"""The vectors of lines: where they end, in several encodings."""
import standards
import text_vectors
from vector import distinct, of_prefixes, readings, texts, vector

UNICODE = ("UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE")
POSIX = "POSIX.1, Base Definitions 3, Line and Incomplete Line"
NEW_LINE = "Unicode 5.8, R4: a function that reads lines stops at CR, LF and CR LF"
UNITS = "Unicode 3.9, D77: code units; a terminator is a character, not a byte of one"


def lines(family, kind, encoding, data, clause, legacy=None):
    def split(text):
        return standards.lines(text, kind)

    answers = []
    for parts in readings(data, encoding, legacy):
        for text in texts(parts, encoding):
            whole, rest = split(text)
            # An incomplete line is one or it is none; the standards leave that open.
            answers.extend([whole + [rest], whole] if rest else [whole])
    due = of_prefixes(data, encoding, lambda text: len(split(text)[0]), legacy)
    return vector("lines/" + family, "lines-" + kind, encoding, data, distinct(answers), due, clause)


def all():
    found = []
    _, legacy = text_vectors.legacy_decoders()

    def add(family, kind, encoding, text, clause):
        found.append(lines(family, kind, encoding, text.encode(encoding.replace("UTF-", "utf-")), clause))

    for text in ("", "\n", "a\n", "\n\n", "a\nb\n", "é\n中\n😀\n", "a\n\nb\n", " a \n"):
        add("lf", "lf", "UTF-8", text, POSIX)
        add("lf", "lf-or-crlf", "UTF-8", text, POSIX)
        add("lf", "any", "UTF-8", text, NEW_LINE)
    for text in ("a\r\n", "\r\n", "a\r\nb\r\n", "a\r\n\r\nb\r\n", "a\r\nb\nc\r\n", "é\r\n中\r\n"):
        add("crlf", "lf-or-crlf", "UTF-8", text, "RFC 9112 2.2: a recipient may take LF for CR LF")
        add("crlf-any", "any", "UTF-8", text, NEW_LINE)
    for text in ("a\rb\r", "\r", "\r\r", "a\r\r\nb\n", "a\n\rb\r", "é\r中\r"):
        add("cr", "any", "UTF-8", text, NEW_LINE)
    for text in ("a\rb\n", "\r\n", "a\r\n"):
        add("cr-is-text", "lf", "UTF-8", text, POSIX)
    for text in ("a", "a\nb", "中", "a\n中"):
        add("incomplete", "lf", "UTF-8", text, POSIX + ": delivered or not")
        add("incomplete", "lf-or-crlf", "UTF-8", text, POSIX + ": delivered or not")
        add("incomplete", "any", "UTF-8", text, NEW_LINE + "; an incomplete line is delivered or not")
    for encoding in UNICODE[1:]:
        for kind in ("lf", "lf-or-crlf", "any"):
            add("units-plain", kind, encoding, "a\né\n😀\n", UNITS)
            for text in ("\u0A0A\n", "\u010A\n", "a\u0A00\n", "\u0A0D\u0D0A\n", "\u0100\u0A00b\n", "\u0A0Aa\n\u0A0A\n"):
                add("units", kind, encoding, text, UNITS)
        add("units-crlf", "lf-or-crlf", encoding, "a\r\nb\r\n", UNITS)
        add("units-crlf", "any", encoding, "a\r\nb\rc\n", UNITS)
    framing = "UTR #36 3.5, Unicode C10: an ill-formed sequence takes no character after it"
    for sequence in ("61ff0a62", "61c30a62", "61e4b80a62", "61f09f980a62", "61ed0a", "61e4b80d0a62", "ff0a0a"):
        for kind in ("lf", "lf-or-crlf", "any"):
            if kind != "lf" or "0d" not in sequence:
                found.append(lines("ill-formed", kind, "UTF-8", bytes.fromhex(sequence + "0a"), framing))
    for sequence in ("efbbbf610a", "efbbbf0a61", "efbbbf"):
        found.append(lines("mark", "lf-or-crlf", "UTF-8", bytes.fromhex(sequence + "0a"), "RFC 3629 6: kept or dropped"))
    for encoding, lead, pair in (("Shift_JIS", "82", "82a0"), ("Big5", "a4", "a440"), ("EUC-KR", "b0", "b0a1"), ("gb18030", "b0", "b0a1")):
        clause = text_vectors.CLAUSES[encoding]
        for kind in ("lf", "lf-or-crlf", "any"):
            found.append(lines("legacy", kind, encoding, bytes.fromhex(pair + "0a61" + pair + "0a"), clause, legacy))
            found.append(lines("legacy-lead", kind, encoding, bytes.fromhex("61" + lead + "0a62" + pair + "0a"), clause + ": LF is restored", legacy))
    return found
