#!/usr/bin/env python3
"""Writes tests/vectors/files/content.json: what the bytes of a file say about it."""

import base64
import json
import pathlib

import made

EDGE = 1 << 16
CASES = []


def vector(name, filename, content, *codes, **member):
    file = {"name": filename, "size": len(content), "head": base64.b64encode(content[:EDGE]).decode()}
    if len(content) > EDGE:
        file["tail"] = base64.b64encode(content[-EDGE:]).decode()
    file.update(member)
    expect = {"/ok": True, "/files/0/status": "accepted", f"/files/0/issues/{len(codes)}": None}
    for at, code in enumerate(codes):
        expect |= {f"/files/0/issues/{at}/code": code, f"/files/0/issues/{at}/severity": "warning"}
        expect[f"/files/0/issues/{at}/at"] = "/files/0"
    CASES.append({"name": name, "input": {"files": [file]}, "expect": expect, "decisions": ["D57"]})


OTHER, HEIC, LOCKED, BROKEN, MACROS = (
    "file_other_kind", "file_heic", "file_encrypted", "file_damaged", "file_macros")

vector("a PDF", "a.pdf", made.pdf())
vector("a PDF behind other bytes", "a.PDF", made.pdf(before=b"\r\n\r\n"))
vector("a PDF with a dictionary of encryption", "a.pdf", made.pdf(trailer=b"<< /Size 1 /Root 1 0 R /Encrypt 5 0 R >>"), LOCKED)
vector("the same on a line of its own, and in place", "a.pdf", made.pdf(trailer=b"<< /Root 1 0 R /Encrypt\n<< /V 1 >> >>"), LOCKED)
vector("a PDF that only names a word like it", "a.pdf", made.pdf(first=b"% /EncryptMetadata /Encryption /Encrypt\n"))
vector("a PDF without its end", "a.pdf", made.pdf(end=False), BROKEN)
vector("a PDF whose table lies behind its end", "a.pdf", made.pdf(start=99999), BROKEN)
vector("a PDF that is shorter than it says", "a.pdf", made.pdf(first=b"2 0 obj <</Linearized 1/L 7945/O 9/N 1>> endobj\n"), BROKEN)
vector("a PDF that is as long as it says", "a.pdf", made.pdf(first=b"2 0 obj <</Linearized 1/L 100/O 9/N 1>> endobj\n"))
vector("no PDF", "a.pdf", b"This is no PDF.", OTHER)
vector("a photo named PDF", "a.pdf", made.JPEG, OTHER)
vector("a document of Word", "a.docx", made.docx())
vector("a document of Excel", "a.xlsx", made.xlsx())
vector("a document with macros", "a.docx", made.docx("word/vbaProject.bin"), MACROS)
vector("a table with macros", "a.xlsx", made.xlsx("xl/vbaProject.bin"), MACROS)
vector("a document with a password", "a.docx", made.locked(), LOCKED)
vector("a table with a password", "a.xlsx", made.locked(), LOCKED)
vector("a table with macros of Excel 4", "a.xlsx", made.xlsx("xl/macrosheets/sheet1.xml"), MACROS)
vector("a document with the records of ZIP64", "a.docx", made.zip64(made.docx()))
vector("a document with the records of ZIP64 and macros", "a.docx", made.zip64(made.docx("word/vbaProject.bin")), MACROS)
vector("an encrypted archive", "a.docx", made.docx(encrypted=True), LOCKED)
vector("a document without its end", "a.docx", made.docx()[:-40], BROKEN)
vector("a table named as a document", "a.docx", made.xlsx(), OTHER)
vector("slides named as a table", "a.xlsx", made.archive("[Content_Types].xml", "ppt/presentation.xml"), OTHER)
vector("an archive named as a document", "a.docx", made.archive("notes.txt"), OTHER)
vector("an old document named as a new one", "a.docx", made.doc(), OTHER)
vector("an old document", "a.doc", made.doc())
vector("an old document in rich text", "a.doc", made.RTF)
vector("an old document with macros", "a.doc", made.doc(Macros=b"", _VBA_PROJECT=b""), MACROS)
vector("an old document with a password", "a.doc", made.doc(encrypted=True), LOCKED)
vector("a new document with a password, named as an old one", "a.doc", made.locked(), LOCKED)
vector("a new document named as an old one", "a.doc", made.docx(), OTHER)
vector("an old table named as an old document", "a.doc", made.xls(), OTHER)
vector("an old document with a table in it", "a.doc", made.doc(Workbook=made.workbook()))
vector("an old table", "a.xls", made.xls())
vector("an old table with macros", "a.xls", made.xls(_VBA_PROJECT_CUR=b"", _VBA_PROJECT=b""), MACROS)
vector("an old table with a password", "a.xls", made.xls(encrypted=True), LOCKED)
vector("an old table of an early version", "a.xls", made.compound({"Book": made.workbook()}))
vector("an old table with a password and macros", "a.xls", made.xls(encrypted=True, _VBA_PROJECT=b""), LOCKED, MACROS)
vector("a page named as a table", "a.xls", b"<html><table></table></html>", OTHER)
vector("a message", "a.msg", made.msg())
vector("a message with a document that has macros", "a.msg", made.compound({"__properties_version1.0": b"", "_VBA_PROJECT": b""}))
vector("text named as a message", "a.msg", b"From: a@example.com\r\n\r\nText", OTHER)
vector("a JPEG", "a.jpg", made.JPEG)
vector("a JPEG under its long name", "a.jpeg", made.JPEG)
vector("a HEIC photo named JPG", "a.jpg", made.heic(), HEIC)
vector("a HEIC photo of another brand", "a.JPEG", made.heic(b"mif1"), HEIC)
vector("a HEIC photo named PDF", "a.pdf", made.heic(), HEIC)
vector("a PNG", "a.png", made.PNG)
vector("a PNG named JPG", "a.jpg", made.PNG, OTHER)
vector("a WebP named PNG", "a.png", made.WEBP, OTHER)
vector("a GIF", "a.gif", made.GIF)
vector("a JPEG named GIF", "a.gif", made.JPEG, OTHER)
vector("a photo", "a.jpg", made.PHOTO)
vector("a photo without its end", "a.jpg", made.PHOTO[:-2], BROKEN)
vector("half a photo", "a.jpeg", made.PHOTO[:1000], BROKEN)
vector("a photo that ends within its segments", "a.jpg", made.PHOTO[:9], BROKEN)
vector("a photo with a film behind it", "a.jpg", made.PHOTO, size=150_000, tail=base64.b64encode(bytes(range(255, -1, -1)) * 5).decode())
vector("a large photo without its end", "a.jpg", made.PHOTO, BROKEN, size=150_000, tail=base64.b64encode(bytes(range(255)) * 5).decode())
vector("a PNG without its end", "a.png", made.PNG[:-8], BROKEN)
vector("a large PNG without its end", "a.png", made.PNG.ljust(1100), BROKEN, size=150_000, tail=base64.b64encode(bytes(1100)).decode())
vector("a PNG with bytes behind its end", "a.png", made.PNG + bytes(40))
vector("a GIF without its end", "a.gif", made.GIF[:-1], BROKEN)
vector("a GIF with a line behind its end", "a.gif", made.GIF + b"\r\n")
vector("a large GIF that ends long before its end", "a.gif", made.GIF.ljust(3000, b"x"), BROKEN)
vector("a TIFF", "a.tif", made.TIFF)
vector("a TIFF of the other order of bytes", "a.tiff", b"MM\x00*" + bytes(12))
vector("a PDF named TIFF", "a.tiff", made.pdf(), OTHER)
vector("text", "a.txt", "Téxt of a file.".encode())
vector("text in UTF-16", "a.csv", "\ufeffa;b\r\n1;2".encode("utf-16-le"))
vector("text in UTF-16 without a mark", "a.csv", "name;day\r\nA;1".encode("utf-16-le"))
vector("text in UTF-16 of the other order without a mark", "a.txt", "name;day\r\nA;1".encode("utf-16-be"))
vector("a mail", "a.eml", b"From: a@example.com\r\n\r\nThe file begins with %PDF-1.4.")
vector("a PDF named as text", "a.txt", made.pdf(), OTHER)
vector("a table named CSV", "a.csv", made.xlsx(), OTHER)
vector("bytes named as text", "a.txt", b"\x00\x01\x02\x03", OTHER)
vector("nothing is known of the content", "a.pdf", b"", size=12)
vector("too little is known of the content", "a.pdf", b"no PDF", size=4000)
vector("only the beginning is known", "a.pdf", made.pdf().ljust(2000, b"\n"), size=4000)
CASES[-1]["input"]["files"][0].pop("tail", None)
vector("the beginning and the end are known", "a.pdf", made.pdf().ljust(1100, b"\n"), BROKEN, size=9000,
       tail=base64.b64encode(bytes(1100)).decode())
vector("the end lies on both edges", "a.pdf", made.pdf().ljust(1100, b"\n")[:-5] + b"%%EOF", size=1105,
       tail=base64.b64encode(b"%%EOF").decode())
vector("text of the firm under an extension that is not accepted has one finding", "a.exe", b"MZ")
CASES[-1]["expect"] = {"/ok": False, "/files/0/issues/0/code": "extension_not_allowed", "/files/0/issues/1": None}
CASES.append({"name": "an empty file has the finding about its size alone",
              "input": {"files": [{"name": "a.pdf", "size": 0, "head": "", "tail": ""}]},
              "expect": {"/files/0/issues/0/code": "file_empty", "/files/0/issues/1": None}, "decisions": ["D24", "D57"]})
CASES.append({"name": "bytes that are no base64",
              "input": {"files": [{"name": "a.pdf", "size": 9, "head": "JVBERi0x*", "tail": 7}]},
              "expect": {"/ok": False, "/files/0/issues/0/code": "wrong_type", "/files/0/issues/0/at": "/files/0/head",
                         "/files/0/issues/1/code": "wrong_type", "/files/0/issues/1/at": "/files/0/tail",
                         "/files/0/retry/change": ["repaired_entry"]}, "decisions": ["D57"]})
CASES.append({"name": "null is no content",
              "input": {"files": [{"name": "a.pdf", "size": 9, "head": None, "tail": None}]},
              "expect": {"/ok": True, "/files/0/issues/0": None}, "decisions": ["D57"]})
for code, content, change in [(OTHER, made.JPEG, "other_extension"), (LOCKED, made.pdf(trailer=b"<< /Encrypt 5 0 R >>"), "readable_copy"),
                              (BROKEN, made.pdf(end=False), "readable_copy"), (HEIC, made.heic(), "readable_copy")]:
    CASES.append({"name": f"a context that makes {code} an error", "context": {"severity": {code: "error"}},
                  "input": {"files": [{"name": "a.pdf", "size": len(content), "head": base64.b64encode(content).decode()}]},
                  "expect": {"/ok": False, "/files/0/status": "rejected", "/files/0/error_code": "internal_error",
                             "/files/0/retry": {"through": "append", "change": [change]}}, "decisions": ["D57"]})
CASES.append({"name": "content does not count toward the length of the text", "context": {"limits": {"text_bytes": 200}},
              "input": {"files": [{"name": "a.txt", "size": 300, "head": base64.b64encode(b"a" * 300).decode()}]},
              "expect": {"/ok": True, "/files/0/issues/0": None}, "decisions": ["D44", "D57"]})
CASES.append({"name": "a text that is too long without the content", "context": {"limits": {"text_bytes": 40}},
              "input": {"files": [{"name": "a.txt", "size": 300, "head": base64.b64encode(b"a" * 300).decode()}]},
              "expect": {"/ok": False, "/files": [], "/issues/0/code": "too_large", "/issues/0/params/limit": 40}, "decisions": ["D44", "D57"]})
CASES.append({"name": "in Spanish", "context": {"language": "es", "audience": "form"},
              "input": {"files": [{"name": "a.jpg", "size": len(made.heic()), "head": base64.b64encode(made.heic()).decode()}]},
              "expect": {"/files/0/issues/0/code": HEIC}, "decisions": ["D57"]})

lines = ",\n".join("    " + json.dumps(case, ensure_ascii=False) for case in CASES)
about = "The first and the last bytes of a file: its kind, encryption, damage and macros. tests/files/vectors.py writes this file"
path = pathlib.Path(__file__).parent.parent / "vectors/files/content.json"
path.write_text(f'{{\n  "about": "{about}",\n  "call": "judge_files",\n  "cases": [\n{lines}\n  ]\n}}\n')
