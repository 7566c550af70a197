# SPDX-License-Identifier: Apache-2.0
"""Writes the vectors of the suite: python3 make_vectors.py FOLDER. Needs CPython 3.9 or later, and Node, for the tables of pairs."""
import itertools
import json
import os
import sys

import event_vectors
import line_vectors
import text_vectors
from vector import check

VERSION = 1
ABOUT = {
    "text": "bytes, and the text that they are",
    "lines": "bytes, and the lines that they are",
    "events": "bytes, and the server-sent events that they are: type, last event id and data, with a line feed after the first two",
}


def write(folder, name, vectors):
    check(vectors)
    header = {"suite": "utflow-conformance", "version": VERSION, "licence": "CC0-1.0", "file": name, "about": ABOUT[name]}
    with open(os.path.join(folder, name + ".jsonl"), "w", encoding="ascii", newline="\n") as out:
        for entry in itertools.chain([header], vectors):
            out.write(json.dumps(entry, separators=(",", ":")) + "\n")
    print(name, len(vectors))


if __name__ == "__main__":
    write(sys.argv[1], "text", text_vectors.all())
    write(sys.argv[1], "lines", line_vectors.all())
    write(sys.argv[1], "events", event_vectors.all())
