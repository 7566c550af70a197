# SPDX-License-Identifier: Apache-2.0
"""One vector: bytes, the answers that the standard permits, what of them is due after how many bytes."""
import itertools

import standards

LONGEST = {
    "UTF-8": 4, "UTF-16": 4, "UTF-16BE": 4, "UTF-16LE": 4, "UTF-32": 4, "UTF-32BE": 4, "UTF-32LE": 4,
    "windows-1252": 1, "Shift_JIS": 2, "Big5": 2, "EUC-KR": 2, "gb18030": 4,
}
UNIT = {"UTF-8": 1, "UTF-16": 2, "UTF-32": 4}
MARKS = {
    "UTF-8": b"\xEF\xBB\xBF",
    "UTF-16BE": b"\xFE\xFF", "UTF-16LE": b"\xFF\xFE", "UTF-32BE": b"\0\0\xFE\xFF", "UTF-32LE": b"\xFF\xFE\0\0",
}


def unit_of(encoding):
    return next((unit for name, unit in UNIT.items() if encoding.startswith(name)), None)


def decode_unmarked(data, encoding, legacy):
    order = "little" if encoding.endswith("LE") else "big"
    if encoding == "UTF-8":
        return standards.utf8(data)
    if encoding.startswith("UTF-16"):
        return standards.utf16(data, order)
    if encoding.startswith("UTF-32"):
        return standards.utf32(data, order)
    return legacy[encoding](data)


def readings(data, encoding, legacy=None):
    """The ways to read a stream that its encoding permits, the first the one that is judged for places: lists of parts."""
    if encoding in ("UTF-16", "UTF-32"):
        for order in ("LE", "BE"):
            mark = MARKS[encoding + order]
            if data.startswith(mark):
                return [shifted(decode_unmarked(data[len(mark):], encoding + order, legacy), len(mark))]
        # RFC 2781 4.3 and Unicode D98, D101: big-endian. The label utf-16 of WHATWG is UTF-16LE.
        big = decode_unmarked(data, encoding + "BE", legacy)
        return [big, decode_unmarked(data, "UTF-16LE", legacy)] if encoding == "UTF-16" else [big]
    whole = decode_unmarked(data, encoding, legacy)
    mark = MARKS.get(encoding)
    if mark is None or not data.startswith(mark):
        return [whole]
    if encoding == "UTF-8":
        return [whole[1:], whole]
    # RFC 2781 3.3, Unicode D96 and D99: text. WHATWG's "decode" drops it; it has no UTF-32.
    return [whole, whole[1:]] if encoding.startswith("UTF-16") else [whole]


def shifted(parts, by):
    return [(text, start + by, end + by) for text, start, end in parts]


def texts(parts, encoding):
    """The text, and the other numbers of U+FFFD that Unicode permits: C10 says nothing of how many; of one run at least one, at most one for
    each code unit. WHATWG says how many in what Unicode has not."""
    unit = unit_of(encoding)
    best = "".join("\uFFFD" if text is None else text for text, _, _ in parts)
    if unit is None:
        return [best]
    choices = []
    for ill_formed, run in itertools.groupby(parts, lambda part: part[0] is None):
        run = list(run)
        if ill_formed:
            units = -(-(run[-1][2] - run[0][1]) // unit)
            choices.append(["\uFFFD" * n for n in range(1, units + 1)])
        else:
            choices.append(["".join(part[0] for part in run)])
    return [best] + sorted({"".join(choice) for choice in itertools.product(*choices)} - {best})


def known(parts, length):
    """The parts without the one that the end of the bytes cuts."""
    return parts[:-1] if parts and parts[-1][0] is None and parts[-1][2] == length else parts


def due_characters(data, encoding, legacy):
    """After each byte: how many characters have come whole, U+FFFD and U+FEFF not counted. None where two readings differ in that."""
    counts = []
    for end in range(1, len(data) + 1):
        each = {
            sum(c not in "\uFFFD\uFEFF" for text, _, _ in parts if text is not None for c in text)
            for parts in readings(data[:end], encoding, legacy)
        }
        if len(each) != 1:
            return None
        counts.append(each.pop())
    return counts


def distinct(answers):
    return [answer for i, answer in enumerate(answers) if answer not in answers[:i]]


def vector(family, job, encoding, data, answers, due, clause, **more):
    entry = {"id": family + "/" + data.hex()[:40], "job": job, "encoding": encoding, "bytes": data.hex(), "answers": answers}
    entry.update(more)
    if due is not None:
        entry["due"] = due
    entry["clause"] = clause
    return entry


def text(family, encoding, data, clause, legacy=None):
    ways = readings(data, encoding, legacy)
    answers = distinct([answer for parts in ways for answer in texts(parts, encoding)])
    places = [[start, end - start] for part, start, end in ways[0] if part is None]
    due = due_characters(data, encoding, legacy)
    return vector(family, "text", encoding, data, answers, due, clause, illFormed=places, longest=LONGEST[encoding])


def of_prefixes(data, encoding, count, legacy):
    """After each byte: how many outputs are due. A CR at the end may be the first half of a CR LF."""
    due = []
    for end in range(1, len(data) + 1):
        each = set()
        for parts in readings(data[:end], encoding, legacy):
            so_far = texts(known(parts, end), encoding)[0]
            each.add(count(so_far[:-1] if so_far.endswith("\r") else so_far))
        if len(each) != 1:
            return None
        due.append(each.pop())
    return due


def check(vectors):
    seen = {}
    for entry in vectors:
        number = seen[entry["id"]] = seen.get(entry["id"], 0) + 1
        if number > 1:
            entry["id"] += "-" + str(number)
    assert len({entry["id"] for entry in vectors}) == len(vectors)
