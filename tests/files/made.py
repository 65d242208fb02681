"""Small files by hand: PDFs, archives of documents, and compound files, whole or with one fault."""

import io
import struct
import zipfile

JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(20) + b"\xff\xd9"
PHOTO = JPEG[:2] + b"\xff\xe1\x00\x0aExif\xff\xd8\xff\xd9\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"  # a thumbnail, and a picture
PHOTO += bytes(range(255)) * 8 + b"\xff\x00\xff\xd0" + bytes(40) + b"\xff\xd9"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(20) + b"IEND\xaeB`\x82"
GIF = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;"
TIFF = b"II*\x00\x08\x00\x00\x00" + bytes(8)
WEBP = b"RIFF\x1a\x00\x00\x00WEBPVP8L" + bytes(14)
RTF = b"{\\rtf1\\ansi Example.}"


def heic(brand=b"heic"):
    return struct.pack(">I", 24) + b"ftyp" + brand + bytes(4) + b"mif1heic" + bytes(16)


def pdf(trailer=b"<< /Size 1 /Root 1 0 R >>", before=b"", first=b"", end=True, start=None):
    """A PDF with one object. `first` stands after the header, `before` before it."""
    body = before + b"%PDF-1.4\n" + first + b"1 0 obj\n<< /Type /Catalog >>\nendobj\n"
    xref = len(body) if start is None else start
    body += b"xref\n0 1\n0000000000 65535 f \ntrailer\n" + trailer + b"\n"
    return body + (b"startxref\n%d\n%%%%EOF\n" % xref if end else b"")


def archive(*names, encrypted=False):
    """A zip archive with empty entries of these names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in names:
            made.writestr(zipfile.ZipInfo(name), b"")
    content = bytearray(out.getvalue())
    if encrypted:
        content[6] |= 1
    return bytes(content)


def zip64(content):
    """An archive with the records of ZIP64 before its end, whose own numbers stay."""
    end = content.rindex(b"PK\x05\x06")
    record = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 1, 1, 0, 0)
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, end, 1)
    return content[:end] + record + locator + content[end:]


def docx(*more, **options):
    return archive("[Content_Types].xml", "word/document.xml", *more, **options)


def xlsx(*more, **options):
    return archive("[Content_Types].xml", "xl/workbook.xml", *more, **options)


SECTOR = 512


def compound(streams):
    """A compound file whose streams are one sector each, with their entries in the directory."""
    names = list(streams)
    sectors = -(-(len(names) + 1) // 4)
    entries = [entry("Root Entry", 5, 0xFFFFFFFE, 0)]
    content = b""
    for number, name in enumerate(names):
        data = streams[name]
        entries.append(entry(name, 2, 1 + sectors + number, len(data)))
        content += data.ljust(SECTOR, b"\x00")
    directory = b"".join(entries).ljust(sectors * SECTOR, b"\x00")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    header = header.ljust(44, b"\x00") + struct.pack("<II", 1, 1)
    header = header.ljust(SECTOR, b"\x00")
    return header + b"\xfd\xff\xff\xff".ljust(SECTOR, b"\xff") + directory + content


def entry(name, kind, sector, size):
    wide = name.encode("utf-16-le")
    out = wide.ljust(64, b"\x00") + struct.pack("<HBB", len(wide) + 2, kind, 1)
    return out.ljust(116, b"\x00") + struct.pack("<IQ", sector, size)


def word(encrypted=False):
    return struct.pack("<HHHHHH", 0xA5EC, 0xC1, 0, 0x409, 0, 0x0100 if encrypted else 0)


def workbook(encrypted=False):
    begin = struct.pack("<HHHHHHII", 0x0809, 16, 0x0600, 5, 0, 0, 0, 0)
    return begin + (struct.pack("<HHH", 0x002F, 2, 0) if encrypted else struct.pack("<HH", 0x000A, 0))


def doc(encrypted=False, **more):
    return compound({"WordDocument": word(encrypted), **more})


def xls(encrypted=False, **more):
    return compound({"Workbook": workbook(encrypted), **more})


def msg():
    return compound({"__properties_version1.0": b""})


def locked():
    """The compound file around an encrypted document."""
    return compound({"EncryptionInfo": b"", "EncryptedPackage": b""})
