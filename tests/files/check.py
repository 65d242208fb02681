#!/usr/bin/env python3
"""Compares the warnings of `casegate files --paths` with what was made: files with a fault have the
warning for it, good ones none. Good ones are made by libraries, and found on this machine.

    tests/files/check.py PROGRAM FOLDER     the folder gets the files
"""

import json
import pathlib
import subprocess
import sys

import make

CONTENT = {"file_empty", "file_other_kind", "file_heic", "file_encrypted", "file_damaged", "file_macros"}
# Documents and pictures that other people's programs wrote.
SYSTEM = ["/usr/share", "/usr/lib"]
EXTENSIONS = {".pdf", ".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".docx", ".xlsx"}
MOST_OF_ONE = 40


def found():
    counts = {}
    for root in SYSTEM:
        for path in sorted(pathlib.Path(root).rglob("*")):
            extension = path.suffix.lower()
            if extension in EXTENSIONS and path.is_file() and path.stat().st_size and counts.get(extension, 0) < MOST_OF_ONE:
                counts[extension] = counts.get(extension, 0) + 1
                yield path


def warnings(program, path):
    answer = subprocess.run([program, "files", "--paths", path], check=True, capture_output=True, text=True).stdout
    [file] = json.loads(answer)["files"]
    return [issue["code"] for issue in file["issues"] if issue["code"] in CONTENT]


def main(program, folder):
    folder = pathlib.Path(folder)
    expected = []
    for kind, files in (("good", make.good()), ("faulty", make.faulty())):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for name, content, code in files:
            path = folder / kind / name
            path.write_bytes(content)
            expected.append((path, [] if code is None else [code]))
    expected += [(path, []) for path in found()]
    wrong = 0
    for path, codes in expected:
        given = warnings(program, path)
        if given != codes:
            wrong += 1
            print(f"{path}: {given}, expected {codes}")
    bad = sum(bool(codes) for _, codes in expected)
    good = len(expected) - bad
    print(f"files: {bad} with a fault, {good} without, {wrong} wrong")
    assert bad >= 80 and good >= 200 and wrong == 0


main(*sys.argv[1:])
