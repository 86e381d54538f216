"""Ways in which a file arrives damaged or forged, each a function of its bytes and a random source."""

import io
import re
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from random import Random

Mutation = Callable[[bytes, Random], bytes]

OBJECT = re.compile(rb"(\d+) 0 obj(.*?)endobj", re.DOTALL)
XML = "word/document.xml"


# ---------------------------------------------------------------- any file
def truncated(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content))]


def tail_lost(content: bytes, random: Random) -> bytes:
    return content[: len(content) - random.randrange(1, min(2000, len(content)))]


def flipped(content: bytes, random: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(random.choice((1, 3, 10, 100))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def zeroed(content: bytes, random: Random) -> bytes:
    start, length = random.randrange(len(content)), random.choice((8, 512, 4096))
    return content[:start] + bytes(len(content[start : start + length])) + content[start + length :]


def cut_out(content: bytes, random: Random) -> bytes:
    start = random.randrange(len(content))
    return content[:start] + content[start + random.choice((1, 16, 512, 4096)) :]


def repeated(content: bytes, random: Random) -> bytes:
    start = random.randrange(len(content))
    return content[:start] + content[start : start + 1000] * 3 + content[start + 1000 :]


def in_text_mode(content: bytes, _: Random) -> bytes:
    """Sent as text, so that line ends were turned."""
    return content.replace(b"\n", b"\r\n")


# ---------------------------------------------------------------- PDF
def objects_swapped(content: bytes, random: Random) -> bytes:
    found = list(OBJECT.finditer(content))
    if len(found) < 2:
        return content
    first, second = sorted(random.sample(found, 2), key=lambda m: m.start())
    return (
        content[: first.start(2)]
        + second[2]
        + content[first.end(2) : second.start(2)]
        + first[2]
        + content[second.end(2) :]
    )


def object_lost(content: bytes, random: Random) -> bytes:
    found = random.choice(list(OBJECT.finditer(content)))
    return content[: found.start()] + content[found.end() :]


def reference_turned(content: bytes, random: Random) -> bytes:
    """One reference leads to another object, perhaps to the one that it stands in."""
    found = random.choice(list(re.finditer(rb"\b(\d+) 0 R\b", content)))
    other = random.choice(list(OBJECT.finditer(content)))[1]
    return content[: found.start(1)] + other + content[found.end(1) :]


def number_turned(content: bytes, random: Random) -> bytes:
    """A number in a description becomes a very large, a negative or no number."""
    found = random.choice(list(re.finditer(rb"/[A-Za-z]+ \[? ?(-?\d+)", content)))
    put = random.choice((b"0", b"-1", b"99999999", b"2147483648", b"1e99", b"null", b"(x)"))
    return content[: found.start(1)] + put + content[found.end(1) :]


def box_huge(content: bytes, random: Random) -> bytes:
    box = random.choice((b"[ 0 0 14400000 14400000 ]", b"[ 0 0 0 0 ]", b"[ -1e38 -1e38 1e38 1e38 ]", b"[ 9 9 nan 9 ]"))
    return re.sub(rb"/MediaBox \[[^\]]*\]", b"/MediaBox " + box, content, count=random.choice((0, 1)))


def pages_counted_wrong(content: bytes, random: Random) -> bytes:
    count = random.choice((b"0", b"-5", b"1", b"1000000", b"4294967295"))
    return re.sub(rb"/Count \d+", b"/Count " + count, content)


def kids_circular(content: bytes, random: Random) -> bytes:
    """The page tree contains itself."""
    pages = next((m for m in OBJECT.finditer(content) if b"/Type /Pages" in m[2] or b"/Kids" in m[2]), None)
    if pages is None:
        return content
    kids = re.findall(rb"\d+ 0 R", pages[2].partition(b"/Kids")[2]) or [b"1 0 R"]
    kid = random.choice(kids)
    start = content.find(kid, pages.start(2))
    return content[:start] + pages[1] + b" 0 R" + content[start + len(kid) :]


@cache
def _bomb(filled: bytes, mib: int) -> bytes:
    return zlib.compress(zlib.compress(filled * (mib * 1024 * 1024 // len(filled)), 9), 9)


def filters_nested(content: bytes, random: Random) -> bytes:
    """A page's contents become a bomb that unpacks in two steps, in place of the contents or behind them."""
    found = list(OBJECT.finditer(content))
    streams = [m for m in found if b"stream" in m[2]]
    if not streams:
        return content
    bomb = _bomb(random.choice((b"\0", b"q ", b"(a) Tj ")), random.choice((1, 60)))
    head = b"\n<< /Filter [ /FlateDecode /FlateDecode ] /Length %d >>\nstream\n" % len(bomb)
    at = random.choice(streams)
    return content[: at.start(2)] + head + bomb + b"\nendstream\n" + content[at.end(2) :]


# ---------------------------------------------------------------- Word
def _members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def _zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def member_damaged(content: bytes, random: Random) -> bytes:
    members = _members(content)
    name = random.choice([name for name, data in members.items() if data])
    how = random.choice((truncated, flipped, zeroed, cut_out, repeated))
    members[name] = how(members[name], random)
    return _zipped(members)


def member_lost(content: bytes, random: Random) -> bytes:
    members = _members(content)
    del members[random.choice(list(members))]
    return _zipped(members)


def members_swapped(content: bytes, random: Random) -> bytes:
    members = _members(content)
    one, other = random.sample(list(members), 2)
    members[one], members[other] = members[other], members[one]
    return _zipped(members)


def body_damaged(content: bytes, random: Random) -> bytes:
    members = _members(content)
    members[XML] = random.choice((truncated, flipped, zeroed, cut_out))(members[XML], random)
    return _zipped(members)


def tag_turned(content: bytes, random: Random) -> bytes:
    """A kind of element becomes another kind: text in places where no writer puts it."""
    members = _members(content)
    tags = sorted(set(re.findall(rb"<w:(\w+)", members[XML])))
    one, other = random.sample(tags, 2)
    for mark in (b"<w:", b"</w:"):
        members[XML] = re.sub(mark + one + rb"\b", mark + other, members[XML])
    return _zipped(members)


def value_turned(content: bytes, random: Random) -> bytes:
    """The value of an attribute becomes what nobody expects."""
    members = _members(content)
    name = random.choice([n for n, data in members.items() if n.endswith(".xml") and b'w:val="' in data] or [XML])
    found = list(re.finditer(rb' w:\w+="([^"]*)"', members[name]))
    if found:
        one = random.choice(found)
        put = random.choice((b"", b"-1", b"99999999999999999999", b"\xe2\x80\xae", b"&#x20;", b"../../x", b"1e9"))
        members[name] = members[name][: one.start(1)] + put + members[name][one.end(1) :]
    return _zipped(members)


def nested_deeply(content: bytes, random: Random) -> bytes:
    members = _members(content)
    depth = random.choice((50, 300, 5000))
    tag = random.choice((b"w:tbl><w:tr><w:tc", b"w:sdt><w:sdtContent", b"w:p><w:r><w:txbxContent", b"w:ins"))
    opened = b"<" + tag + b">"
    closed = b"".join(b"</" + part + b">" for part in reversed(tag.split(b"><")))
    members[XML] = members[XML].replace(b"<w:body>", b"<w:body>" + opened * depth + closed * depth, 1)
    return _zipped(members)


def entities_declared(content: bytes, random: Random) -> bytes:
    members = _members(content)
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha" * 10}">' for n in range(9))
    external = '<!ENTITY e8 SYSTEM "file:///etc/passwd">'
    declared = f"<!DOCTYPE w:document [{random.choice((levels, external))}]>".encode()
    body = re.sub(rb"(<\?xml[^>]*\?>)?", lambda m: m[0] + declared, members[XML], count=1)
    members[XML] = body.replace(b"</w:t>", b"&e8;</w:t>", 1)
    return _zipped(members)


def member_bomb(content: bytes, random: Random) -> bytes:
    members = _members(content)
    name = random.choice((XML, "word/styles.xml", "word/media/image1.png"))
    members[name] = b" " * (70 * 1024 * 1024)
    return _zipped(members)


def path_climbs(content: bytes, random: Random) -> bytes:
    members = _members(content)
    name = random.choice(list(members))
    members["../" * 6 + "tmp/" + name] = members.pop(name)
    return _zipped(members)


def marked_encrypted(content: bytes, _: Random) -> bytes:
    return re.sub(rb"PK\x01\x02(.{4})..", lambda m: m[0][:-2] + b"\x01\x00", content, flags=re.DOTALL)


ANY: tuple[Mutation, ...] = (truncated, tail_lost, flipped, flipped, zeroed, cut_out, repeated, in_text_mode)
PDF: tuple[Mutation, ...] = (
    *(objects_swapped, objects_swapped, object_lost, reference_turned, number_turned, number_turned),
    *(box_huge, pages_counted_wrong, kids_circular, filters_nested),
)
WORD: tuple[Mutation, ...] = (
    *(member_damaged, member_lost, members_swapped, body_damaged, tag_turned, value_turned),
    *(nested_deeply, entities_declared, member_bomb, path_climbs, marked_encrypted),
)
