"""What the tests share: the vectors, and the folders of a build."""

import json
import os
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = Path(os.environ.get("CASEGATE_TARGET", ROOT / "target"))
WHEELS = TARGET / "python" / "wheels"
README = ROOT / "crates" / "python" / "README.md"
CONTEXT = {"today": "2026-03-01"}


@cache
def lines(name):
    """The vectors of a file, with the reply that every binding must give."""
    # Only a line feed ends a line: texts contain the other line breaks of Unicode.
    return [json.loads(line) for line in (TARGET / name).read_text(encoding="utf-8").split("\n") if line]


def vectors():
    """The vectors as the core expands them."""
    return lines("vectors.ndjson")


def skipped(what):
    """Reports a skipped test for the last lines of `scripts/test`."""
    print(f"skipped: {what}", file=sys.stderr)
    if path := os.environ.get("CASEGATE_SKIPPED"):
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"{what}\n")
