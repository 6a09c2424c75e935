"""PDFs made by hand: one line of Helvetica for each line of text."""

__all__ = ["pdf_file"]


def pdf_file(*pages: str, title: str = "") -> bytes:
    """Return a PDF with one page for each text."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    kids: list[int] = []
    for text in pages:
        shown = b" ".join(b"(%s) Tj T*" % _escaped(line) for line in text.splitlines())
        stream = b"BT /F1 11 Tf 14 TL 50 780 Td %s ET" % shown
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(len(objects))
    refs = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (refs, len(kids))
    objects.append(b"<< /Title (%s) >>" % _escaped(title))
    return _assembled(objects)


def _escaped(text: str) -> bytes:
    for char in "\\()":
        text = text.replace(char, f"\\{char}")
    return text.encode("latin-1")


def _assembled(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (
        len(objects) + 1,
        len(objects),
    )
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)
