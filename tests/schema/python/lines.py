"""What Rust wrote for the tests in Python: lines of JSON in `target/`."""

import json
import os
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
COMMITTED = ROOT / "pkg" / "schema"
TARGET = Path(os.environ.get("CASEGATE_TARGET", ROOT / "target"))


@cache
def read_lines(name):
    # Only a line feed ends a line: texts contain the other line breaks of Unicode.
    return [json.loads(line) for line in (TARGET / name).read_text(encoding="utf-8").split("\n") if line]
