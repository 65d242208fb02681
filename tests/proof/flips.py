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
NEEDS = ("required", "optional", "ignored")
OTHER_KIND = {"text": "boolean", "object": "text", "PersonalInformation": "object", "VehicleInformation": "object",
              "AddressInformation": "object"}  # fmt: skip
STATE_KINDS = ("state", "upper_case_state")
# Warnings that the formula of the rules decides, and two that it does not.
WARNINGS = ("null_value", "ignored", "deprecated", "read_only", "other_product", "string_form", "unlisted_word",
            "unusual_state", "state_case", "master_token", "usdot_number_unused", "date_on_last_day", "alias")  # fmt: skip
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
        elif name in ("minimum", "maximum"):
            yield here, "dropped", None
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
    """Each flip of the reference's tables that can concern a product: its name, and the flipped tables."""
    for group in ("common", product):
        for at, row in enumerate(tables["fields"][group]):
            yield from row_flips(tables, ("fields", group, at), f"{group}.{row['name']}", row)
    for record, rows in tables["records"].items():
        for at, row in enumerate(rows):
            yield from row_flips(tables, ("records", record, at), f"{record}.{row['name']}", row)
    for name, words in tables["words"].items():
        is_open = name in tables["open"]
        others = [other for other in tables["open"] if other != name]
        yield f"words {name}: {'closed' if is_open else 'open'}", replaced(
            tables, ("open",), others if is_open else [*others, name]
        )
        for at, text in enumerate(words):
            yield f"words {name}: without {text}", replaced(tables, ("words", name, at), None)
    for group, codes in tables["states"].items():
        for at, code in enumerate(codes):
            yield f"states {group}: without {code}", replaced(tables, ("states", group, at), None)
    for at, code in enumerate(tables["errors"]):
        yield f"code {code}: warning", replaced(tables, ("errors", at), None)
    for code in WARNINGS:
        yield f"code {code}: error", replaced(tables, ("errors",), [*tables["errors"], code])
    for name, condition in tables["conditions"].items():
        yield from named_flips(tables, ("conditions", name), f"condition {name}", condition)
    for at, rule in enumerate(tables["rules"]):
        yield from rule_flips(tables, ("rules", at), f"{rule['rule']} {rule['field']} {rule['code']}", rule)


def row_flips(tables, place, name, row):
    yield from ((f"{name}: {need}", replaced(tables, (*place, "need"), need)) for need in NEEDS if need != row["need"])
    other = OTHER_KIND.get(row["kind"], "text")
    yield f"{name}: {other}", replaced(tables, (*place, "kind"), other)
    if row["kind"] in STATE_KINDS:
        other = STATE_KINDS[1 - STATE_KINDS.index(row["kind"])]
        yield f"{name}: {other}", replaced(tables, (*place, "kind"), other)


def named_flips(tables, place, name, condition):
    for at, operand in enumerate(condition["operands"]):
        if len(condition["operands"]) > 1:
            yield f"{name}: without {operand}", replaced(tables, (*place, "operands", at), None)
        if condition["test"] == "matches":
            for old, new in (("0*", ""), ("[1-9]", "[0-9]"), ("[1-9]", "[1-8]")):
                yield f"{name}: {old} to {new}", replaced(
                    tables, (*place, "operands", at), operand.replace(old, new, 1)
                )
            continue
        yield f"{name}: a shorter {operand}", replaced(tables, (*place, "operands", at), operand[:-1])
        yield f"{name}: a longer {operand}", replaced(tables, (*place, "operands", at), operand + "_")
    others = {"begins": "is", "is": "begins"}
    if condition["test"] in others:
        other = others[condition["test"]]
        yield f"{name}: {other}", replaced(tables, (*place, "test"), other)


def rule_flips(tables, place, name, rule):
    yield f"{name}: dropped", replaced(tables, place, None)
    for at, term in enumerate(rule["terms"]):
        yield f"{name} term {at + 1}: dropped", replaced(tables, (*place, "terms", at), None)
        if isinstance(term[2], bool) and term[1] == "=":
            yield f"{name} term {at + 1}: negated", replaced(tables, (*place, "terms", at, 2), not term[2])
    others = {"required": "forbidden", "forbidden": "required", "must_be_true": "required"}
    if rule["code"] in others:
        yield f"{name}: {others[rule['code']]}", replaced(tables, (*place, "code"), others[rule["code"]])
        yield f"{name}: of another field", replaced(tables, (*place, "field"), "summary")


def matching(reasons, name):
    """The first of some reasons, by regular expressions, whose expression matches the whole name."""
    return next((pattern for pattern in reasons if re.fullmatch(pattern, name)), None)
