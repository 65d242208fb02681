"""Makes files with the libraries that people's programs use: good ones, and ones with a fault.

Each is (name, content, code of the expected warning or None).
"""

import csv
import email.message
import io
import random
import zipfile

import docx
import made
import msoffcrypto
import openpyxl
import pikepdf
import pillow_heif
import pypdf
import xlsxwriter
import xlwt
from msoffcrypto.format.ooxml import OOXMLFile
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

OTHER, HEIC, LOCKED, BROKEN, MACROS = (
    "file_other_kind", "file_heic", "file_encrypted", "file_damaged", "file_macros")
PASSWORD = "example"


def picture(size, noise=False):
    drawn = random.Random(size)
    if noise:
        return Image.frombytes("RGB", (size, size), drawn.randbytes(3 * size * size))
    return Image.new("RGB", (size, size + 7), (size % 256, 80, 160))


def saved(image, **options):
    out = io.BytesIO()
    image.save(out, **options)
    return out.getvalue()


def report(pages=1, compressed=1, noise=0):
    out = io.BytesIO()
    page = canvas.Canvas(out, pageCompression=compressed)
    for number in range(pages):
        page.drawString(72, 720, f"Example report, page {number + 1}. Nobody is encrypted here: /Encrypt is a word.")
        if noise:
            page.drawImage(ImageReader(picture(noise, noise=True)), 72, 200, 200, 200)
        page.showPage()
    page.save()
    return out.getvalue()


def rewritten(content, **options):
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as file:
        file.save(out, **options)
    return out.getvalue()


def appended(content):
    """The same with an update at its end, as programs save that keep the old bytes."""
    out = io.BytesIO()
    writer = pypdf.PdfWriter(io.BytesIO(content), incremental=True)
    writer.add_metadata({"/Title": "Updated"})
    writer.write(out)
    return out.getvalue()


def encrypted(content, algorithm, user, streams=False):
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(content))
    writer.encrypt(user, "owner", algorithm=algorithm)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def letter(paragraphs=3, noise=0):
    document = docx.Document()
    for number in range(paragraphs):
        document.add_paragraph(f"Paragraph {number} of an example.")
    if noise:
        document.add_picture(io.BytesIO(saved(picture(noise, noise=True), format="PNG")))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def table(rows=5, sheets=1):
    book = openpyxl.Workbook()
    for number in range(sheets):
        sheet = book.create_sheet(f"Sheet{number}x")
        for row in range(rows):
            sheet.append([row, f"Text {row}", row / 3])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def fast_table(rows):
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for row in range(rows):
            sheet.write_row(row, 0, [row, "Text", f"{row:09}"])
    return out.getvalue()


def old_table(rows):
    book = xlwt.Workbook()
    sheet = book.add_sheet("Sheet")
    for row in range(rows):
        sheet.write(row, 0, f"Text {row}")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_macros(content, name):
    out = io.BytesIO(content)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, made.compound({"_VBA_PROJECT": b""}))
    return out.getvalue()


def locked(content):
    out = io.BytesIO()
    OOXMLFile(io.BytesIO(content)).encrypt(PASSWORD, out)
    assert msoffcrypto.OfficeFile(io.BytesIO(out.getvalue())).is_encrypted()
    return out.getvalue()


def mail(number):
    message = email.message.EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.com", "b@example.com", f"Example {number}"
    message.set_content("Text of the mail.\n" * number)
    if number % 2:
        message.add_attachment(report(), maintype="application", subtype="pdf", filename="a.pdf")
    return message.as_bytes()


def rows(count):
    out = io.StringIO()
    csv.writer(out).writerows([[number, f"é {number}"] for number in range(count)])
    return out.getvalue()


def good():
    for number in range(1, 13):
        yield f"report{number}.pdf", report(pages=number, compressed=number % 2, noise=0), None
    for noise in (40, 120, 250, 400):
        content = report(pages=2, noise=noise)
        yield f"photos{noise}.pdf", content, None
        yield f"linear{noise}.pdf", rewritten(content, linearize=True), None
        yield f"streams{noise}.pdf", rewritten(content, object_stream_mode=pikepdf.ObjectStreamMode.generate), None
        yield f"both{noise}.pdf", rewritten(content, linearize=True, object_stream_mode=pikepdf.ObjectStreamMode.generate), None
        yield f"updated{noise}.pdf", appended(content), None
        yield f"linear-updated{noise}.pdf", appended(rewritten(content, linearize=True)), None
    for number in range(1, 13):
        yield f"letter{number}.docx", letter(paragraphs=40 * number, noise=0 if number % 3 else 60 * number), None
        yield f"table{number}.xlsx", table(rows=30 * number * number, sheets=number), None
    for number in range(1, 7):
        yield f"fast{number}.xlsx", fast_table(200 * number * number), None
        yield f"old{number}.xls", old_table(300 * number), None
        yield f"mail{number}.eml", mail(number), None
        yield f"rows{number}.csv", rows(500 * number).encode(), None
        yield f"rows{number}-wide.csv", rows(50 * number).encode("utf-16"), None
        yield f"text{number}.txt", ("Text with é and – of a note.\n" * number * 300).encode("utf-8" if number % 2 else "cp1252"), None
    yield "rich.doc", made.RTF, None
    yield "letter.doc", made.doc(), None
    yield "mail.msg", made.msg(), None
    for size in (1, 60, 300):
        for noise in (False, True):
            image = picture(size, noise)
            mark = f"{size}{'n' if noise else ''}"
            yield f"photo{mark}.jpg", saved(image, format="JPEG"), None
            yield f"scan{mark}.jpeg", saved(image, format="JPEG", progressive=True, dpi=(300, 300)), None
            yield f"image{mark}.png", saved(image, format="PNG"), None
            yield f"image{mark}.gif", saved(image.convert("P"), format="GIF"), None
            yield f"scan{mark}.tif", saved(image, format="TIFF"), None
            yield f"fax{mark}.tiff", saved(image.convert("1"), format="TIFF", compression="group4"), None
    # Phones append a film to a photo.
    yield "motion.jpg", saved(picture(60), format="JPEG") + made.heic(b"mp42") + random.Random(1).randbytes(200_000), None


def faulty():
    yield from ((f"empty.{extension}", b"", "file_empty") for extension in ("pdf", "docx", "jpg", "txt"))
    small, large = report(pages=3), report(pages=2, noise=400)
    linear = rewritten(large, linearize=True)
    for mark, content in (("small", small), ("large", large)):
        for algorithm in ("RC4-40", "RC4-128", "AES-128", "AES-256"):
            yield f"{mark}-{algorithm}.pdf", encrypted(content, algorithm, PASSWORD), LOCKED
        yield f"{mark}-owner.pdf", encrypted(content, "AES-256", ""), LOCKED
        for mode in (pikepdf.ObjectStreamMode.disable, pikepdf.ObjectStreamMode.generate):
            for linearize in (False, True):
                key = pikepdf.Encryption(user=PASSWORD, owner="owner", R=6)
                yield f"{mark}-{mode.name}-{linearize}.pdf", rewritten(content, encryption=key, object_stream_mode=mode, linearize=linearize), LOCKED
        for share in (0.3, 0.6, 0.9):
            yield f"{mark}-cut{share}.pdf", content[: int(len(content) * share)], BROKEN
        yield f"{mark}-zeros.pdf", content[: len(content) // 2] + bytes(len(content) - len(content) // 2), BROKEN
        yield f"{mark}-start.pdf", content.replace(b"startxref\n", b"startxref\n9999999"), BROKEN
        yield f"{mark}-head.pdf", bytes(2000) + content[2000:], OTHER
    for share in (0.4, 0.7, 0.95):
        yield f"linear-cut{share}.pdf", linear[: int(len(linear) * share)], BROKEN
    for mark, noise in (("small", 0), ("large", 300)):
        document, book = letter(noise=noise), table(rows=4000 if noise else 4)
        yield f"{mark}-locked.docx", locked(document), LOCKED
        yield f"{mark}-locked.xlsx", locked(book), LOCKED
        yield f"{mark}-locked.doc", locked(document), LOCKED
        yield f"{mark}-macros.docx", with_macros(document, "word/vbaProject.bin"), MACROS
        yield f"{mark}-macros.xlsx", with_macros(book, "xl/vbaProject.bin"), MACROS
        yield f"{mark}-cut.docx", document[: len(document) // 2], BROKEN
        yield f"{mark}-cut.xlsx", book[: len(book) - 30], BROKEN
        yield f"{mark}-letter.pdf", document, OTHER
        yield f"{mark}-letter.xlsx", document, OTHER
        yield f"{mark}-table.docx", book, OTHER
        yield f"{mark}-table.csv", book, OTHER
    yield "locked.xls", made.xls(encrypted=True), LOCKED
    yield "locked-word.doc", made.doc(encrypted=True), LOCKED
    yield "macros.doc", made.doc(Macros=b"", _VBA_PROJECT=b""), MACROS
    yield "macros.xls", made.xls(_VBA_PROJECT_CUR=b"", _VBA_PROJECT=b""), MACROS
    for size in (64, 300):
        photo = io.BytesIO()
        pillow_heif.from_pillow(picture(size, noise=True)).save(photo)
        for name in (f"phone{size}.jpg", f"phone{size}.JPEG", f"phone{size}.png", f"phone{size}.pdf"):
            yield name, photo.getvalue(), HEIC
    for size, shares in ((60, (0.5, 0.9)), (600, (0.02, 0.5, 0.99))):
        image = picture(size, noise=True)
        pictures = [("jpg", {"format": "JPEG"}), ("jpeg", {"format": "JPEG", "progressive": True, "quality": 95}), ("png", {"format": "PNG"})]
        for extension, options in [*pictures, ("gif", {"format": "GIF"})]:
            whole = saved(image.convert("P") if extension == "gif" else image, **options)
            yield from ((f"picture{size}-cut{share}.{extension}", whole[: int(len(whole) * share)], BROKEN) for share in shares)
    image = picture(50)
    yield "png.jpg", saved(image, format="PNG"), OTHER
    yield "jpg.png", saved(image, format="JPEG"), OTHER
    yield "webp.jpg", saved(image, format="WEBP"), OTHER
    yield "bmp.tif", saved(image, format="BMP"), OTHER
    yield "gif.jpeg", saved(image, format="GIF"), OTHER
    yield "jpg.pdf", saved(image, format="JPEG"), OTHER
    yield "pdf.txt", small, OTHER
    yield "pdf.jpg", small, OTHER
    yield "page.doc", b"<html><body>Text</body></html>", OTHER
    yield "xls.xlsx", old_table(20), OTHER
    yield "program.txt", b"MZ\x90\x00" + bytes(100), OTHER
    yield "archive.docx", made.archive("a.txt", "b.txt"), OTHER
