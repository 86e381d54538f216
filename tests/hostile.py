"""Files that are built to harm whoever opens them, each with what makes it harmful in its name."""

import zlib
from collections.abc import Iterator

FONT = b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
TEXT = b"BT /F1 12 Tf 72 700 Td (Silt fence stands below the slope.) Tj ET"


def pdf(*objects: bytes) -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalogue."""
    out = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return out + b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        table,
        size,
        len(out),
    )


def stream(data: bytes, extra: bytes = b"") -> bytes:
    return b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(data), extra, data)


def one_page(contents: bytes, *more: bytes, page: bytes = b"", resources: bytes = FONT) -> bytes:
    """One page with these contents (object 4); `more` are objects from 5 on."""
    return pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources %b %b >>" % (resources, page),
        contents,
        *more,
    )


def flate(data: bytes, times: int) -> bytes:
    for _ in range(times):
        data = zlib.compress(data, 9)
    return stream(data, b"/Filter [" + b" /FlateDecode" * times + b" ]")


def hostile_pdfs() -> Iterator[tuple[str, bytes]]:
    """Name and content."""
    mib = 1024 * 1024
    yield "zero-pages", pdf(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>")
    yield "no-page-tree", pdf(b"<< /Type /Catalog >>")
    yield (
        "page-tree-of-itself",
        pdf(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>"),
    )
    yield (
        "a-billion-pages",
        pdf(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>", b"<< >>"),
    )
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 5 0 R /Y 5 0 R >> >>"
    drawn = b"<< /XObject << /X 5 0 R >> >>"
    yield "form-of-itself", one_page(stream(b"/X Do"), stream(b"/X Do /Y Do", form), resources=drawn)
    chain = [
        stream(b"/X Do " * 10, form.replace(b"/X 5 0 R /Y 5 0 R", b"/X %d 0 R" % (number + 6))) for number in range(12)
    ]
    yield "forms-ten-to-the-twelfth", one_page(stream(b"/X Do"), *chain, stream(TEXT, form), resources=drawn)
    yield "bomb-in-a-bomb", one_page(flate(b" " * (400 * mib), 2))
    yield "bomb-of-text", one_page(flate(b"BT /F1 1 Tf " + b"(word word word) Tj " * (2 * mib) + b"ET", 2))
    yield "bomb-of-saves", one_page(flate(b"q " * (20 * mib), 1))
    yield "text-that-never-ends", one_page(stream(b"BT /F1 12 Tf (" + b"(" * mib))
    yield "numbers-too-long", one_page(stream(b"9" * mib + b" 0 0 1 0 0 cm " + TEXT))
    yield "arrays-in-arrays", one_page(stream(TEXT), page=b"/Annots " + b"[" * 50_000 + b"]" * 50_000)
    for name, box in (("huge", b"[0 0 1e9 1e9]"), ("no", b"[0 0 0 0]"), ("turned", b"[612 792 0 0]")):
        yield f"{name}-box", one_page(stream(TEXT), page=b"/MediaBox " + box)
    image = b"/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 /Width 60000 /Height 60000"
    yield (
        "picture-too-large",
        one_page(
            stream(b"612 0 0 792 0 0 cm /X Do"),
            stream(zlib.compress(bytes(mib)), image + b" /Filter /FlateDecode"),
            resources=drawn,
        ),
    )
    yield "launches", one_page(stream(TEXT), page=b"/AA << /O << /S /Launch /F (/bin/sh) >> >>")
    yield "script", one_page(stream(TEXT), page=b"/AA << /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>")
    yield (
        "prediction",
        one_page(
            stream(zlib.compress(TEXT), b"/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 >>")
        ),
    )
