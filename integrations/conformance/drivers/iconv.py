# SPDX-License-Identifier: Apache-2.0
"""iconv(3) of the C library under test: python3 iconv.py. Where it stops at bytes that are ill-formed, this driver passes over one unit."""
import ctypes
import errno
import platform
import sys

C = ctypes.CDLL(None, use_errno=True)
C.iconv_open.restype, C.iconv_open.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p]
C.iconv.restype, C.iconv.argtypes = ctypes.c_size_t, [ctypes.c_void_p] * 5
C.iconv_close.argtypes = [ctypes.c_void_p]
NAMES = {"Shift_JIS": "CP932", "EUC-KR": "UHC", "Big5": "BIG5-HKSCS", "windows-1252": "CP1252"}
FAILED = ctypes.c_size_t(-1).value


def convert(descriptor, data, out):
    """Appends what was converted to out, and answers the bytes that are left and why."""
    buffer, room = ctypes.create_string_buffer(data, len(data) + 1), ctypes.create_string_buffer(8 * len(data) + 64)
    source, left = ctypes.c_void_p(ctypes.addressof(buffer)), ctypes.c_size_t(len(data))
    target, free = ctypes.c_void_p(ctypes.addressof(room)), ctypes.c_size_t(len(room))
    pointers = [ctypes.byref(p) for p in (source, left, target, free)]
    if data == b"":
        pointers[:2] = None, None  # What the converter itself holds back.
    why = ctypes.get_errno() if C.iconv(descriptor, *pointers) == FAILED else 0
    out += room.raw[:len(room) - free.value]
    return data[len(data) - left.value:], why


def run(encoding, pieces):
    descriptor = C.iconv_open(b"UTF-16BE", NAMES.get(encoding, encoding).encode())
    if descriptor == ctypes.c_void_p(-1).value:
        return "no"
    unit = 4 if encoding.startswith("UTF-32") else 2 if encoding.startswith("UTF-16") else 1
    rest, words, pending = b"", [], []
    for piece in pieces:
        rest, out = rest + piece, bytearray()
        while rest:
            rest, why = convert(descriptor, rest, out)
            if why != errno.EILSEQ:
                break
            out += b"\xFF\xFD"
            rest = rest[unit:]
        words.append(out.hex() or "-")
        pending.append(str(len(rest)))
    out = bytearray()
    convert(descriptor, b"", out)
    out += b"\xFF\xFD" if rest else b""
    C.iconv_close(descriptor)
    return " ".join(words + [out.hex() or "-"]) + " pending=" + ",".join(pending)


sys.stdin.readline()
print("iconv of", *platform.libc_ver(), flush=True)
for line in sys.stdin:
    job, encoding, *pieces = line.split()
    print(run(encoding, [bytes.fromhex(p.replace("-", "")) for p in pieces]) if job == "text" else "no", flush=True)
