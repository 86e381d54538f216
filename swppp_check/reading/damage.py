"""Whether a part of a PDF was damaged on its way: pdfium takes what it can of a damaged part and says nothing.

Looked at are the compressed parts that may hold text; a picture or a font that is damaged loses none.
"""

import re
import struct
import zlib
from collections.abc import Iterator

MIB = 1024 * 1024
MOST = 512 * MIB  # unpacked; what follows is not looked at
STREAM = re.compile(rb"stream\r?\n")  # begins with plain letters, which are searched for many times faster
NO_TEXT = re.compile(rb"/Subtype\s*/Image|/Length[12]\b|/Type\s*/(?:Metadata|XRef|EmbeddedFile)")
FILTERS = re.compile(rb"/Filter\s*\[?((?:\s*/\w+)*)")
FLATE, ASCII85 = (b"FlateDecode", b"Fl"), (b"ASCII85Decode", b"A85")
HEAD = 2048  # bytes before a part in which its description stands
DIGITS = bytes(range(33, 33 + 85))


def damaged(content: bytes) -> bool:
    """Whether a compressed part of the PDF does not unpack; never for an encrypted one, which hides its parts."""
    if b"/Encrypt" in content:
        return False
    unpacked = 0
    try:
        for data in _flate(content):
            unpacked += _unpack(data, MOST - unpacked)
            if unpacked >= MOST:
                break
    except (zlib.error, ValueError):
        return True
    return False


def _flate(content: bytes) -> Iterator[bytes]:
    """The compressed parts; raises ValueError for one that is cut off or not in the letters it says it is in."""
    for found in STREAM.finditer(content):
        if content.endswith(b"end", 0, found.start()):
            continue
        head = content[max(0, found.start() - HEAD) : found.start()]
        head = head[max(head.rfind(b" obj"), head.rfind(b"endobj")) + 1 :]
        filters = FILTERS.search(head)
        names = filters[1].replace(b"/", b" ").split() if filters else []
        if not names or NO_TEXT.search(head):
            continue
        end = content.find(b"endstream", found.end())
        if end < 0:
            raise ValueError("cut off")
        data = content[found.end() : end]
        if not data.strip():
            continue
        if names[0] in FLATE:
            yield data
        elif len(names) > 1 and names[0] in ASCII85 and names[1] in FLATE:
            yield _from_ascii85(data)


def _from_ascii85(data: bytes) -> bytes:
    """The standard library's function is ten times slower, and a plan may be all of it."""
    digits = b"".join(data.partition(b"~>")[0].split()).replace(b"z", b"!!!!!")
    if digits.translate(None, DIGITS):
        raise ValueError(digits)
    lacking = -len(digits) % 5
    digits += b"u" * lacking
    five = (digits[place::5] for place in range(5))
    offset = 33 * (85**5 - 1) // 84
    groups = [(((a * 85 + b) * 85 + c) * 85 + d) * 85 + e - offset for a, b, c, d, e in zip(*five, strict=True)]
    try:
        whole = struct.pack(f">{len(groups)}I", *groups)
    except struct.error as error:
        raise ValueError(digits) from error
    return whole[: len(whole) - lacking]


def _unpack(data: bytes, most: int) -> int:
    """How much the part unpacks to; raises zlib.error where it is damaged. Some programs leave out its end mark."""
    unpacking = zlib.decompressobj()
    size = len(unpacking.decompress(data, MIB))
    while unpacking.unconsumed_tail and not unpacking.eof and size < most:
        size += len(unpacking.decompress(unpacking.unconsumed_tail, MIB))
    return size
