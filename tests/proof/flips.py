"""Changed rows: of a schema and of the rule tables, one at a time, made by their shape and not by hand.

Each flip has a name: the place, and what was changed there.
"""

import copy
import re

OTHER_TYPE = {
    "string": "boolean",
    "boolean": "string",
    "array": "object",
    "object": "array",
    "integer": "string",
    "null": "boolean",
}
# Changes of regular expressions, each made where the pattern contains the text.
PATTERNS = [
    ("^(?:", "(?:"), ("^(?:commercial", "^(?:commercia"), ("|international_", "|internationa_"), ("|international_commercial", ""),
    ("(?:personal)", "(?:persona)"), (r"\x20", ""), ("\u3000", ""), (r"\x0D", r"\x0C"), ("[^", "["), ("AL|", ""), ("|AP", ""),
    ("[Aa][Ll]|", "[Aa]l|"), ("|[Aa][Pp]", ""), ("[1-9][0-9]*", "[0-9]*"), ("^0*", "^"), ("02-29", "02-28"), ("3[01]", "3[0-2]"),
    ("|11)", "|12)"), ("2[0-8]", "2[0-9]"), ("[13579][26]", "[13579][2]"), ("[0-9]{3}[1-9]|", "[0-9]{3}[0-9]|"), ("|[1-9]000", ""),
    ("[^0-9]", "[^1-9]"), ("[0-9]*$", "[1-9]*$"),
]  # fmt: skip


def replaced(document, place, value):
    """A document in which another value is at a place; `None` drops it. The rest is shared with the old one."""
    step, *rest = place
    changed = copy.copy(document)
    if rest:
        changed[step] = replaced(document[step], rest, value)
    elif value is None:
        del changed[step]
    else:
        changed[step] = value
    return changed


def schema_flips(document):
    """Each flip of a schema: its name, and the flipped schema."""
    for place, change, value in changes(document, ()):
        yield f"/{'/'.join(map(str, place))}: {change}", replaced(document, place, value)


def changes(schema, place):
    """Changes in a schema: a place, a description, and another value."""
    if not isinstance(schema, dict):
        return
    for name, value in schema.items():
        here = (*place, name)
        if name == "type":
            yield from type_changes(value, here)
        elif name in ("required", "enum"):
            yield from ((here, f"without {one}", [other for other in value if other != one]) for one in value)
        elif name == "const":
            yield here, "another value", not value if isinstance(value, bool) else f"{value}_"
        elif name == "pattern":
            yield from ((here, f"{old} to {new}", value.replace(old, new)) for old, new in PATTERNS if old in value)
        elif name in ("minItems", "maxItems", "maxLength"):
            yield here, "dropped", None
            most = {"minItems": 2, "maxItems": 1, "maxLength": value + 1}[name]  # the greatest that the classes count
            yield from ((here, f"{other}", other) for other in (value - 1, value + 1) if 0 <= other <= most)
        elif name in ("allOf", "anyOf", "prefixItems") or (name == "items" and isinstance(value, list)):
            for at, part in enumerate(value):
                if len(value) > 1:
                    yield (*here, at), "dropped", None
                yield from changes(part, (*here, at))
        elif name in ("properties", "$defs", "definitions"):
            for member, part in value.items():
                if name == "properties":
                    yield (*here, member), "dropped", None
                yield from changes(part, (*here, member))
        elif name in ("if", "then", "not", "items", "contains"):
            yield (here, "negated", {"not": value}) if name == "if" else (here, "dropped", None)
            yield from changes(value, here)
        elif name == "$ref":
            yield here, "dropped", None


def type_changes(value, here):
    if isinstance(value, list):
        yield from ((here, f"without {one}", [other for other in value if other != one]) for one in value)
        return
    yield here, OTHER_TYPE[value], OTHER_TYPE[value]
    yield here, "or another", [value, OTHER_TYPE[value]]


def table_flips(tables, product):
    """Each flip of the rule tables that can concern a product: its name, and the flipped tables."""
    for group in ("common", product):
        for at, row in enumerate(tables["fields"][group]):
            yield from row_flips(tables, ("fields", group, at), f"{group}.{row['name']}", row)
    for record, rows in tables["records"].items():
        for at, row in enumerate(rows):
            yield from row_flips(tables, ("records", record, at), f"{record}.{row['name']}", row)
    for at, words in enumerate(tables["words"]):
        place = ("words", at)
        yield f"words {words['id']}: {'closed' if words['open'] else 'open'}", replaced(
            tables, (*place, "open"), not words["open"]
        )
        for word, text in enumerate(words["words"]):
            yield f"words {words['id']}: without {text}", replaced(tables, (*place, "words", word), None)
    for name in ("families", "states"):
        for group, texts in tables[name].items():
            for at, text in enumerate(texts):
                yield f"{name} {group}: without {text}", replaced(tables, (name, group, at), None)
    for at, row in enumerate(tables["codes"]):
        other = "warning" if row["severity"] == "error" else "error"
        yield f"code {row['code']}: {other}", replaced(tables, ("codes", at, "severity"), other)
    for at, rule in enumerate(tables["rules"]):
        if rule["product"] in (None, product):
            yield from rule_flips(tables, ("rules", at), rule)


def row_flips(tables, place, name, row):
    yield f"{name}: {'optional' if row['required'] else 'required'}", replaced(
        tables, (*place, "required"), not row["required"]
    )
    types = {
        "text": "boolean",
        "boolean": "text",
        "record": "object",
        "object": "text",
        "words": "text",
        "one_word": "text",
        "integer": "text",
    }
    other = types.get(row["type"], "text")
    yield f"{name}: {other}", replaced(tables, (*place, "type"), other)
    if row["status"] == "current" and not name[0].isupper():
        yield f"{name}: ignored", replaced(tables, (*place, "status"), "ignored")
    if row["status"] not in ("current", "alias"):
        yield f"{name}: current", replaced(tables, (*place, "status"), "current")
    if row["status"] == "alias":
        yield f"{name}: no alias", replaced(tables, (*place, "status"), "current")
    if row["type"] == "state":
        yield f"{name}: another case", replaced(tables, (*place, "upper_case"), not row["upper_case"])


def rule_flips(tables, place, rule):
    yield f"{rule['id']}: dropped", replaced(tables, place, None)
    other = {None: "legacy", "legacy": None, "create": None}[rule["surface"]]
    yield f"{rule['id']}: surface {other}", replaced(tables, place, {**rule, "surface": other})
    for number, clause in enumerate(rule["clauses"]):
        inner, name = (*place, "clauses", number), f"{rule['id']} clause {number + 1}"
        for at, condition in enumerate(clause["when"]):
            yield from condition_flips(tables, (*inner, "when", at), f"{name} condition {at + 1}", condition)
        for at, then in enumerate(clause["then"]):
            yield from requirement_flips(tables, (*inner, "then", at), f"{name} requirement {at + 1}", then)


def condition_flips(tables, place, name, condition):
    yield f"{name}: dropped", replaced(tables, place, None)
    for member in ("is", "boolean"):
        if member in condition:
            yield f"{name}: negated", replaced(tables, (*place, member), not condition[member])
    for member in ("equals", "contains"):
        if member in condition:
            yield f"{name}: another word", replaced(tables, (*place, member), condition[member] + "_")
            yield f"{name}: a shorter word", replaced(tables, (*place, member), condition[member][:-1])
    for at, prefix in enumerate(condition.get("starts_with", [])):
        yield f"{name}: without {prefix}", replaced(tables, (*place, "starts_with", at), None)
        yield f"{name}: a shorter {prefix}", replaced(tables, (*place, "starts_with", at), prefix[:-1])
        yield f"{name}: a longer {prefix}", replaced(tables, (*place, "starts_with", at), f"{prefix}_")


def requirement_flips(tables, place, name, then):
    yield f"{name}: dropped", replaced(tables, place, None)
    others = {"required": "forbidden", "forbidden": "required", "must_be_true": "required", "usdot_number": "required"}
    if then["requirement"] in others:
        other = others[then["requirement"]]
        yield f"{name}: {other}", replaced(tables, (*place, "requirement"), other)
    if then["requirement"] in ("required", "forbidden", "must_be_true"):
        yield f"{name}: of another field", replaced(tables, (*place, "field"), "summary")


def matching(reasons, name):
    """The first of some reasons, by regular expressions, whose expression matches the whole name."""
    return next((pattern for pattern in reasons if re.fullmatch(pattern, name)), None)
