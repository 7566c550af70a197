# SPDX-License-Identifier: Apache-2.0
"""The vectors of server-sent events."""
import standards
from vector import of_prefixes, readings, texts, vector

HTML = "HTML 9.2.6, Interpreting an event stream"
GRAMMAR = "HTML 9.2.5, Parsing an event stream"


def output(event):
    return "\n".join(event)


def events(family, data, clause):
    # "Streams must be decoded using the UTF-8 decode algorithm": one mark is dropped, and each maximal subpart is one U+FFFD.
    text = texts(readings(data, "UTF-8")[0], "UTF-8")[0]
    answers = [[output(e) for e in standards.events(text)]]
    due = of_prefixes(data, "UTF-8", lambda text: len(standards.events(text)), None)
    return vector("events/" + family, "events", "UTF-8", data, answers, due, clause)


STREAMS = {
    "data": (HTML, (
        "data: a\n\n", "data:a\n\n", "data: one\n\ndata: two\n\n", "data: one\ndata: two\n\n", "data: a: b\n\n", "data: é 中 😀\n\n",
        "data: {\"a\":1}\n\n")),
    "one-blank": (HTML + ": one blank after the colon is no part", ("data:  a\n\n", "data:\ta\n\n", "data: \ndata:  b\n\n")),
    "empty-data": (HTML, ("data\n\n", "data:\n\n", "data\ndata\n\n", "data:\ndata: a\ndata:\n\n")),
    "no-data": (HTML + ": without data nothing is dispatched", ("\n\n", "event: x\n\n", "event: x\n\ndata: a\n\n", ": c\n\ndata: a\n\n")),
    "type": (HTML, ("event: x\ndata: a\n\n", "data: a\nevent: x\n\n", "event: x\nevent: y\ndata: a\n\ndata: b\n\n", "event: é\ndata: a\n\n")),
    "id": (HTML, ("id: 1\ndata: a\n\n", "data: a\nid: 2\n\n", "id: 中\ndata: a\n\n")),
    "last-id": (HTML + ": the id holds until another comes", (
        "id: 1\ndata: a\n\ndata: b\n\n", "id: 1\n\ndata: b\n\n", "id: 1\ndata: a\n\nid\ndata: b\n\ndata: c\n\n")),
    "id-with-nul": (HTML, ("id: a\0b\ndata: a\n\n",)),
    "comment": (GRAMMAR, (": hello\ndata: a\n\n", ":\n\ndata: a\n\n", "data: a\n:data: b\n\n", "data: a\n: c\ndata: b\n\n")),
    "other-fields": (HTML + ": other fields are ignored", (
        "retry: 10\ndata: a\n\n", "foo: x\ndata: a\n\n", "Data: x\ndata: a\n\n", " data: x\ndata: a\n\n", "data : x\ndata: a\n\n", "foo\ndata: a\n\n")),
    "cr": (GRAMMAR, ("data: a\r\r", "data: a\rdata: b\r\rdata: c\r\r")),
    "crlf": (GRAMMAR, ("data: a\r\n\r\n", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", "event: x\r\ndata: a\r\n\r\n")),
    "mixed-ends": (GRAMMAR, ("data: a\r\ndata: b\n\rdata: c\n\n", "data: a\n\r\ndata: b\r\n\n", "data: a\r\r\ndata: b\r\n\r")),
    "incomplete": (HTML + ": what the end cuts is discarded", ("data: a", "data: a\n", "data: a\n\ndata: b\n", "data: a\n\ndata: b", "")),
    "other-breaks": (GRAMMAR, ("data: a\u2028b\n\n", "data: a\u0085b\n\n", "data: a\x0Bb\x0Cc\n\n")),
    "mark": (HTML + "; WHATWG Encoding 6, UTF-8 decode", ("\uFEFFdata: a\n\n", "\uFEFF\uFEFFdata: x\ndata: a\n\n", "data: \uFEFFa\n\n")),
}


def all():
    found = [events(name, text.encode(), clause) for name, (clause, streams) in STREAMS.items() for text in streams]
    for sequence in ("ff", "c3", "e4b8", "eda080", "f09f98"):
        for stream in ("646174613a2061{}620a0a", "646174613a20{}0a0a646174613a20620a0a"):
            data = bytes.fromhex(stream.format(sequence))
            found.append(events("ill-formed", data, HTML + "; WHATWG Encoding 6, UTF-8 decode"))
    return found
