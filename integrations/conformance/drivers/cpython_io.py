# SPDX-License-Identifier: Apache-2.0
"""The files of CPython under test, io.TextIOWrapper: python3 cpython_io.py."""
import io
import platform
import sys

CODECS = {"Shift_JIS": "cp932", "EUC-KR": "cp949", "Big5": "big5hkscs"}
NEW_LINES = {"text": "", "lines-lf": "\n", "lines-any": None}


class Pieces(io.BufferedIOBase):
    """A file of which each read gives one piece. `taken` is the piece that was read last; after them all comes the end."""

    def __init__(self, pieces):
        self.pieces, self.taken = pieces + [b""], -1

    def read1(self, size=-1):
        while self.taken < len(self.pieces) - 1:
            self.taken += 1
            if self.pieces[self.taken]:
                return self.pieces[self.taken]
        return b""

    def readable(self):
        return True

    read = read1


def word(outputs):
    return ",".join(o.encode("utf-16-be", "surrogatepass").hex() or "_" for o in outputs) or "-"


def run(job, codec, pieces):
    if job not in NEW_LINES:
        return "no"
    source = Pieces(pieces)
    reader = io.TextIOWrapper(source, codec, "replace", NEW_LINES[job])
    outputs = [[] for _ in range(len(pieces) + 1)]
    for output in iter((lambda: reader.read(1)) if job == "text" else reader.readline, ""):
        outputs[source.taken].append(output if job == "text" else output.removesuffix("\n"))
    return " ".join(map(word, outputs))


sys.stdin.readline()
print("CPython", platform.python_version(), "io.TextIOWrapper", flush=True)
for line in sys.stdin:
    job, encoding, *pieces = line.split()
    pieces = [bytes.fromhex(p.replace("-", "")) for p in pieces]
    try:
        print(run(job, CODECS.get(encoding, encoding), pieces), flush=True)
    except UnicodeError as e:  # Of UTF-16 and UTF-32 without a mark.
        print("failed=" + type(e).__name__, flush=True)
