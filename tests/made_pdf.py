"""PDF files written object by object: what programs that draw pages do not write."""

from collections.abc import Sequence

HEAD = b"%PDF-1.7\n"


def pdf(
    content: str = "", annotations: Sequence[str] = (), catalog: str = "", objects: Sequence[str] = (), page: str = ""
) -> bytes:
    """A file of one page with a content stream, annotations and more entries.

    Objects 1 to 5 are the catalog, the pages, the page, its contents and Helvetica; `objects` are numbered from 10,
    `annotations` from 100.
    """
    refs = " ".join(f"{100 + at} 0 R" for at in range(len(annotations)))
    numbered = {
        1: f"<</Type/Catalog/Pages 2 0 R{catalog}>>",
        2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[{refs}]/Resources<</Font<</F 5 0 R>>>>{page}>>",
        4: stream(content),
        5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        **{10 + at: each for at, each in enumerate(objects)},
        **{100 + at: each for at, each in enumerate(annotations)},
    }
    return written(HEAD, numbered)


def stream(content: str, entries: str = "") -> str:
    return f"<<{entries}/Length {len(content)}>>stream\n{content}\nendstream"


def written(before: bytes, numbered: dict[int, str], previous: str = "") -> bytes:
    """The objects after what stands before them, with their table and trailer."""
    out = before
    places = {}
    for number, body in numbered.items():
        places[number] = len(out)
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = len(out)
    rows = "".join(f"{number} 1\n{place:010} 00000 n \n" for number, place in sorted(places.items()))
    trailer = f"trailer<</Size 500/Root 1 0 R{previous}>>\nstartxref\n{table}\n%%EOF\n"
    return out + f"xref\n0 1\n0000000000 65535 f \n{rows}{trailer}".encode("latin-1")


def line(text: str, x: float = 72, y: float = 700, size: float = 11, operators: str = "", matrix: str = "") -> str:
    """One line of text; `operators` set its mode or colour, `matrix` turns it."""
    at = f"{matrix} {x} {y} Tm" if matrix else f"{x} {y} Td"
    return f"q BT {operators} /F {size} Tf {at} ({text}) Tj ET Q\n"


def field(kind: str, place: str, more: str = "") -> str:
    """A form field: its kind (Tx, Btn, Ch, Sig), its rectangle and more entries."""
    return f"<</Type/Annot/Subtype/Widget/FT/{kind}/T(f{abs(hash(place)) % 9999})/Rect[{place}]/P 3 0 R{more}>>"


def form(count: int) -> str:
    """The catalog's entry for a form of the first annotations."""
    return f"/AcroForm<</Fields[{' '.join(f'{100 + at} 0 R' for at in range(count))}]>>"
