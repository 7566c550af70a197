# SPDX-License-Identifier: Apache-2.0
"""The incremental decoders of CPython under test: python3 cpython.py."""
import codecs
import platform
import sys

CODECS = {"Shift_JIS": "cp932", "EUC-KR": "cp949", "Big5": "big5hkscs"}
places, base = [], 0


def replace_and_tell(error):
    places.append("%d+%d" % (base + error.start, error.end - error.start))
    return "\uFFFD", error.end


codecs.register_error("tell", replace_and_tell)


def run(codec, pieces):
    global base
    decoder, words, pending, fed = codecs.getincrementaldecoder(codec)("tell"), [], [], 0
    places.clear()
    for i, piece in enumerate(pieces + [b""]):
        base = fed - len(decoder.getstate()[0])
        text = decoder.decode(piece, i == len(pieces))
        fed += len(piece)
        words.append(text.encode("utf-16-be", "surrogatepass").hex() or "-")
        pending.append(str(len(decoder.getstate()[0])))
    return " ".join(words) + " pending=" + ",".join(pending[:-1]) + " ill-formed=" + ",".join(places)


sys.stdin.readline()
print("CPython", platform.python_version(), "incremental decoders", flush=True)
for line in sys.stdin:
    job, encoding, *pieces = line.split()
    pieces = [bytes.fromhex(p.replace("-", "")) for p in pieces]
    try:
        print(run(CODECS.get(encoding, encoding), pieces) if job == "text" else "no", flush=True)
    except UnicodeError as e:  # Of UTF-16 and UTF-32 without a mark.
        print("failed=" + type(e).__name__, flush=True)
