#!/usr/bin/env python3
"""Verifies receipts: computes them anew, as docs/receipts.md says, without code of the library."""

import argparse
import codecs
import datetime
import decimal
import fnmatch
import functools
import hashlib
import json
import math
import pathlib
import re
import sys

FAILURES = (ArithmeticError, AttributeError, IndexError, KeyError, OSError, RecursionError, TypeError, ValueError)
FILES = ("payload", "context", "receipt")
LIMITS = {"depth": 64, "findings": 1000, "text_bytes": 1048576}
DEFAULTS = {"as_of": None, "carriers": {}, "credential": "user", "financing_enrolled": False}
DEFAULTS |= {"limits": LIMITS, "product": None, "surface": "create", "words": {}}
MOST = {"depth": 120, "findings": 1000000, "text_bytes": 1 << 30}
CHOICES = {"audience": ("developer", "form"), "credential": ("user", "master"), "language": ("en", "es")}
CHOICES |= {"product": ("pl", "pe"), "surface": ("create", "legacy")}
VERSION = re.compile(r"(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3})){2}")
PASSED_OVER = {"legacy": ("deprecated", "ignored", "read_only")}
PASSED_OVER["create"] = (*PASSED_OVER["legacy"], "legacy_only")
BLANK = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*")
TYPES = {"boolean": bool, "integer": int, "object": dict, "record": dict, "words": list}
COMPANY = ("insurance_company", "insurance_company_name")
LISTS = ("refused", "specialty")
WEAK = {"given": 0, "other": 1}
OUTCOMES = ("violated", "blocked", "not_checked", "satisfied")
REPLACED = {"&": " and ", "*": "*", "\xdf": "ss", "\u0153": "oe"}
REPLACED |= dict.fromkeys("\xe6\u01e3\u01fd", "ae")
REPLACED |= dict.fromkeys((".", "'", "\u2019", *map(chr, range(0x300, 0x370))), "")
HIGH, LOW = r"\\u(?i:d[89ab][0-9a-f]{2})", r"\\u(?i:d[c-f][0-9a-f]{2})"
LONE = rf"{LOW}|{HIGH}(?!\\u(?![0-9a-fA-F]{{4}}))"
TOKEN = re.compile(rf'[][{{}}]|"(?:{HIGH}{LOW}|(?!{LONE})(?:\\.|[^"\\]))*+(?:"|({LONE}))?', re.S)


def parse_number(text):  # 1 for an integer below 2^53 (D61), else 0.5. Its exponent may be huge.
    mantissa, _, exponent = text.lower().lstrip("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).rstrip("0")
    known = digits.lstrip("0")
    point = len(whole) + float(exponent or 0) - (len(digits) - len(known))  # of the known digits
    if not known or len(known) <= point <= 16 and int(known.ljust(int(point), "0")) < 2**53:
        return 1
    return 0.5


decode = json.JSONDecoder(parse_int=parse_number, parse_float=parse_number, parse_constant=int).decode
dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
codecs.register_error("cut", lambda error: ("\0", len(error.object)))


def read_payload(data, limits):  # Returns the payload, or the code of the error of its text.
    if len(data) > limits["text_bytes"]:
        return "too_large"
    text, depth, fault = data.decode(errors="cut"), 0, None
    for token in TOKEN.finditer(text):  # Finds the first fault that Python's reader accepts.
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if token[1] or depth > limits["depth"]:
            fault = "lone_surrogate" if token[1] else "too_deep"
            text = text[: token.start(1) if token[1] else token.end()] + "\0"
            break
    try:
        payload = decode(text)
        return payload if isinstance(payload, dict) else "not_an_object"
    except ValueError as error:  # It is at the added character if the text before begins JSON.
        return fault if fault and getattr(error, "pos", 0) == len(text) - 1 else "not_json"


def day_number(text):
    try:
        is_day = re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text)
        return datetime.date.fromisoformat(text).toordinal() if is_day else None
    except ValueError:
        return None


def shape_of(kind, value):
    is_blank = kind not in TYPES and isinstance(value, str) and BLANK.fullmatch(value)
    if value is None or is_blank or value == [] and kind in ("words", "one_word"):
        return "missing"
    value = value[0] if kind == "one_word" and isinstance(value, list) and not value[1:] else value
    return "given" if type(value) is TYPES.get(kind, str) else "malformed"


def need(is_right, value=None):  # Returns the value of a setting that is as it should be.
    if not is_right:
        raise ValueError
    return value


def members(value, names):
    return need(isinstance(value, dict) and value.keys() <= set(names), value)


def texts(value):
    return need(isinstance(value, list) and all(isinstance(text, str) for text in value), value)


def whole(value, least, most):  # A number is whole by its value: 64.0 is.
    is_number = type(value) in (int, decimal.Decimal) and least <= value <= most
    return need(is_number and value == int(value), is_number and int(value))


def depth_of(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth_of, inner), default=0)


def read_context(text):
    constant = functools.partial(need, False)  # NaN and Infinity are not JSON.
    return json.loads(text, parse_float=decimal.Decimal, parse_constant=constant)


class Tables:
    def __init__(self, path):
        self.text = pathlib.Path(path).read_bytes()
        self.rows = json.loads(self.text)
        self.names = self.rows["carrier_names"]
        self.codes = {row["code"]: row for row in self.rows["codes"]}
        self.full_words = {word: row[0] for row in self.names["generic"] for word in row}
        for name in ("fold", "pattern"):
            setattr(self, name, functools.lru_cache(1024)(getattr(self, name)))

    def fold(self, letter):
        letter = letter.lower()[0]
        plain = [plain for first, plain in self.names["plain_letters"] if first <= letter][-1:]
        letter = plain[0] if any(plain) and letter not in REPLACED else letter
        is_sign = any(first <= ord(letter) <= last for first, last in self.names["signs"])
        return REPLACED.get(letter, " " if is_sign else letter)

    def forms(self, text, is_pattern=False):
        written = "".join(map(self.fold, text if is_pattern else text.replace("*", " "))).split()
        equated = [self.full_words.get(word, word) for word in written]
        forms = []
        for words in ([word for word in equated if word != "and"], written):
            named = [end for end, word in enumerate(words, 1) if word not in self.full_words]
            first = len(words) if is_pattern else max(named, default=1)
            forms += ["".join(words[:end]) for end in range(first, len(words) + 1)]
        return forms[:16]

    def carriers(self, rows):  # Each name must have more than generic words, each pattern any word.
        for row in need(isinstance(rows, list), rows):
            members(row, ("name", "patterns", "spellings"))
            for text in texts([row["name"], *texts(row.get("spellings", []))]):
                words = "".join(map(self.fold, text.replace("*", " "))).split()
                need(any(word not in self.full_words and word != "and" for word in words))
            need(all(map(str.split, ("".join(map(self.fold, text)) for text in texts(row.get("patterns", []))))))
        return [{key: row[key] for key in row if key == "name" or row[key]} for row in rows]

    def setting(self, name, value):  # Returns the canonical value of a setting, which must be usable.
        if name in CHOICES:
            return need(value in CHOICES[name], value)
        if name in ("today", "as_of"):
            return need(day_number(value) or name == "as_of" and VERSION.fullmatch(value), value)
        if name == "carriers":
            lists = {key: self.carriers(rows) for key, rows in members(value, LISTS).items()}
            return {key: rows for key, rows in lists.items() if rows}
        if name == "words":
            ids = [row["id"] for row in self.rows["words"] if row["id"] != "case_type"]
            return {key: sorted(words) for key, words in members(value, ids).items() if texts(words)}
        if name == "limits":
            given = {key: whole(number, 1, MOST[key]) for key, number in members(value, LIMITS).items()}
            return LIMITS | given
        if name == "severity":
            known = {code: row["severity"] for code, row in self.codes.items()}
            for code, severity in members(value, known).items():
                lowest = "warning" if code == "legacy_sunset" else known[code]
                highest = "warning" if code == "possible_carrier_fee" else "error"
                need(severity in (lowest, highest))
        elif name == "clock_tolerance_seconds":
            whole(value, 0, 86400)
        elif name == "include":
            need(set(texts(value)) <= {"prepared", "trace"})
        else:  # A receipt does not depend on firm rules, which only the library can read.
            kinds = {"financing_enrolled": bool, "house": dict, "token_name": str}
            need(type(value) is kinds[name])
        return value

    def canonical(self, context):  # Returns the canonical context. A context that is not usable fails.
        need(isinstance(context, dict) and "today" in context and depth_of(context) <= 16)
        json.dumps(context, ensure_ascii=False, default=str).encode()  # Fails for a lone surrogate.
        given = {name: self.setting(name, value) for name, value in context.items()}
        kept = ("today", *DEFAULTS)
        changed = {name: given[name] for name in kept if given.get(name, DEFAULTS.get(name)) != DEFAULTS.get(name)}
        return json.dumps(changed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def pattern(self, carriers):  # Returns the pattern of a list of carriers, which is JSON text.
        globs = []
        for row in json.loads(carriers):
            for text in (row["name"], *row.get("spellings", ())):
                globs += self.forms(text)
            for text in row.get("patterns", ()):
                globs += self.forms(text, is_pattern=True)
        return re.compile("|".join(["(?!)", *map(fnmatch.translate, globs)]))

    def receipt(self, payload, context):
        canonical = self.canonical(context)
        settings = DEFAULTS | json.loads(canonical)
        texts = {"tables": self.text, "payload": payload, "context": canonical.encode()}
        receipt = {"receipt": 1, "rulebook": self.rows["rulebook"]}
        receipt |= {name: "sha256:" + hashlib.sha256(texts[name]).hexdigest() for name in texts}
        receipt |= {name: settings[name] for name in ("today", "surface", "credential")}
        limits = settings["limits"]
        value = read_payload(payload, limits)
        case = Case(value, settings, self) if isinstance(value, dict) else None
        errors = [{"code": c, "at": at} for c, at in (case.errors() if case else [(value, "")])]
        receipt |= {"product": case and case.product, "errors": errors[: limits["findings"]]}
        return receipt | {"rules": case.rules if case else []}


class Case:
    def __init__(self, payload, settings, tables):
        self.payload, self.settings, self.tables = payload, settings, tables
        rows, surface = tables.rows, settings["surface"]
        product = surface == "legacy" and settings["product"] or payload.get("case_type")
        self.product = product if product in ("pl", "pe") else None
        fields = rows["fields"]["common"] + rows["fields"].get(self.product, [])
        self.fields = {row["name"]: row for row in fields}
        self.shapes = {r["name"]: shape_of(r["type"], payload.get(r["name"])) for r in fields}
        self.demanded = {row["name"] for row in fields if row["required"]}
        self.demanded -= {"case_type" if surface == "legacy" else ""}
        surfaces = {row["name"]: row for row in rows["surfaces"]}
        day = settings["as_of"] if day_number(settings["as_of"] or "") else settings["today"]
        is_over = day >= surfaces["legacy"]["lifetime"]["until"]["date"]
        self.is_over, self.codes, self.rules = is_over, {"": []}, []
        for rule in rows["rules"]:
            if rule["product"] in (None, self.product) and rule["surface"] in (None, surface):
                self.rules.append(self.judge_rule(rule))

    def age(self, text):
        day = day_number(text)
        return day and day_number(self.settings["today"]) - day

    def class_of(self, name, part):  # Returns the class of a field for a test, or for no test.
        value, test, lists = self.payload.get(name), part.get("test"), self.settings["carriers"]
        if self.shapes[name] != "given":
            return self.shapes[name]
        if test == "is":
            return "true" if value else "false"
        if test == "number":
            return "number" if re.fullmatch("0*[1-9][0-9]*", value) else "no_number"
        if test in lists:
            pattern = self.tables.pattern(dump(lists[test]))
            return test if any(map(pattern.match, self.tables.forms(value))) else "other"
        if test == "age":
            age, days = self.age(value), part.get("most")
            if age is None or age < 0 or days is None:
                return "malformed" if age is None else "future" if age < 0 else "past"
            before = "long_ago" if part.get("code") == "date_long_ago" else "too_old"
            return "within" if age < days else "last_day" if age == days else before
        if test not in ("contains", "mixed", "of_other_path", "one_of", "starts_with"):
            return "given"
        elements = value if isinstance(value, list) else [value]
        elements = elements[:1] if test in ("one_of", "starts_with") else elements
        words = [element for element in elements if isinstance(element, str)]
        if test == "mixed":
            rows = self.tables.rows["families"].items()
            found = [name for name, row in rows if any(w.startswith(tuple(row)) for w in words)]
            return "mixed" if len(found) > 1 else (*found, "other")[0]
        is_same = str.startswith if test == "starts_with" else str.__eq__
        found = [text for text in part.get("words", ("pl", "pe")) if any(is_same(word, text) for word in words)]
        return found[0] if found else "other" if len(words) == len(elements) else "malformed"

    def read(self, part, read):  # Returns the classes of a part's fields, and adds them to `read`.
        fields = COMPANY if part.get("test") in (*LISTS, "contradicted") else (part.get("field"),)
        classes = {name: self.class_of(name, part) for name in fields if name}
        for name, found in classes.items():
            read[name] = max(read.get(name, found), found, key=lambda word: WEAK.get(word, 2))
        return classes

    def passes(self, part, found):  # Returns whether a given value of a class passes a test.
        name, test, value = part["field"], part["test"], part.get("value")
        if test == "age":
            return part.get("least", -math.inf) <= self.age(self.payload[name]) <= part.get("most", math.inf)
        if test == "contradicted":
            own, current = (self.payload.get(name) for name in reversed(COMPANY))
            return (self.shapes[COMPANY[0]] == "given" and own != current) == value
        if test == "of_other_path":
            return found != "other" and self.settings["product"] not in (None, found)
        # Whether a company only resembles a carrier matters to notes alone.
        known = {"enrolled": self.settings["financing_enrolled"], "is": found == str(value).lower()}
        known |= {"set": value, "mixed": found == "mixed"} | {name: value and found == name for name in LISTS}
        return known.get(test, found not in ("other", "no_number"))

    def meets(self, condition, classes):  # Returns `None` for a blocked condition.
        if condition["test"] == "master_token":
            return self.settings["credential"] == "master"
        name, is_wanted = condition["field"], condition["is"]
        found = classes[name]
        if found == "missing":
            return None if name in self.demanded else condition["test"] == "contains" and not is_wanted
        return None if found == "malformed" else self.passes(condition, found) is is_wanted

    def judge(self, then, classes):  # Returns the outcome, the field at fault, and the code.
        way, test, field = then["requirement"], then.get("test"), then.get("field", "")
        if way == "sunset":
            return ("violated", "", "legacy_sunset") if self.is_over else ("satisfied", "", None)
        if test in LISTS and test not in self.settings["carriers"]:
            return "not_checked", field, None
        is_old = test in LISTS and classes[field] == "missing"
        field = COMPANY[1] if is_old else field
        found = classes[field]
        others = classes.values() if test == "contradicted" and found == "given" else ()
        if "malformed" in (found, *others):
            return "blocked", field, None
        if found == "missing":
            is_blocked = way == "holds" and (is_old or field in self.demanded)
            code = "required" if way == "required" else None
            return "violated" if code else "blocked" if is_blocked else "satisfied", field, code
        is_kept = self.passes(then, found) == then["is"] if way == "holds" else way == "required"
        return "satisfied" if is_kept else "violated", field, then.get("code", way)

    def judge_rule(self, rule):
        read, outcomes = {}, []
        for clause in rule["clauses"]:
            met = [self.meets(part, self.read(part, read)) for part in clause["when"]]
            parts = [(then, self.read(then, read)) for then in clause["then"]]
            outcomes += ["blocked"] if None in met and False not in met else []
            for then, classes in parts if all(met) else ():
                outcome, field, code = self.judge(then, classes)
                row = self.tables.codes[code] if outcome == "violated" else {}
                outcomes.append("satisfied" if row.get("note") else outcome)
                self.codes.setdefault(field, []).extend([code] if row.get("severity") == "error" else [])
                if then["requirement"] == "required":
                    self.demanded.add(field)
        outcome = min(outcomes, key=OUTCOMES.index, default="not_applicable")
        return {"id": rule["id"], "outcome": outcome, "read": read}

    def errors(self):
        yield from ((code, "") for code in self.codes[""])
        aliases = [row for row in self.fields.values() if row["status"] == "alias"]
        given = [row for row in aliases if self.shapes[row["name"]] != "missing"]
        demanded = self.demanded - {row["replacement"]["field"] for row in given}
        for name, row in self.fields.items():
            if row["status"] not in PASSED_OVER[self.settings["surface"]]:
                codes = self.codes.get(name, ())
                is_required = name in demanded and "required" not in codes
                own = self.value_errors(row, self.payload.get(name), is_required, "/" + name)
                ruled = [(code, "/" + name) for code in codes]
                own = () if "forbidden" in codes else own
                yield from (*ruled, *own) if row["type"] == "record" else (*own, *ruled)

    def value_errors(self, row, value, is_required, at):
        kind, shape = row["type"], shape_of(row["type"], value)
        is_list = kind in ("words", "one_word") and isinstance(value, list)
        if shape == "missing":
            yield from [("required", at)] if is_required else ()
        elif kind == "one_word" and is_list and len(value) > 1:
            yield "wrong_length", at
        elif shape == "malformed" and not is_list:
            yield "wrong_type", at
        elif kind == "record":
            for member in self.tables.rows["records"][row["record"]]:
                if member["status"] != "read_only":
                    part, place = value.get(member["name"]), f"{at}/{member['name']}"
                    yield from self.value_errors(member, part, member["required"], place)
        else:
            places = [f"{at}/{number}" for number in range(len(value))] if is_list else [at]
            for place, text in zip(places, value if is_list else [value]):
                code = self.text_error(row, text)
                yield from [(code, place)] if code else ()

    def text_error(self, row, text):  # Returns the code of the error of a value, or `None`.
        if row["type"] == "date":
            return None if day_number(text) else "not_a_date"
        if row["type"] == "state":
            code, states = text.upper() if text.isascii() else "", self.tables.rows["states"]
            if code not in states["usual"] + states["unusual"]:
                return "unknown_state"
            return "state_not_upper_case" if row["upper_case"] and code != text else None
        if "words" not in row or not isinstance(text, str):
            return "wrong_type" if "words" in row else None
        name = row["words"][self.product or "pl"]
        words = next(words for words in self.tables.rows["words"] if words["id"] == name)
        known = words["words"] + self.settings["words"].get(name, [])
        return None if words["open"] or text in known else "unknown_word"


tables_at = functools.lru_cache(16)(Tables)


def verify(payload, context, receipt, tables):  # Returns `None`, or what is wrong with the receipt.
    expected = tables_at(tables).receipt(payload, context)
    if receipt.removesuffix("\n") == dump(expected):
        return None
    try:
        given, rules = json.loads(receipt), expected.pop("rules")
        wrong = [name for name in expected if dump(given.get(name)) != dump(expected[name])]
        given_rules = {rule["id"]: rule for rule in given["rules"]}
        wrong += [row["id"] for row in rules if dump(given_rules.get(row["id"])) != dump(row)]
    except FAILURES:
        return "The receipt is not a JSON object with rules."
    form = "white space, an escape, the order, or an unknown or repeated member or rule"
    return f"`{wrong[0]}` is wrong." if wrong else f"The form of the receipt is wrong: {form}."


def answer(read, tables):  # Returns the exit code and a sentence.
    try:
        request = read()
        payload, context, receipt = (request[name] for name in FILES)
        payload = payload if isinstance(payload, bytes) else payload.encode()
        why = verify(payload, context, receipt, request.get("tables", tables))
    except FAILURES:
        return 2, "The payload, the context, the receipt or the tables cannot be read."
    return (1, why) if why else (0, "The receipt is right.")


def main():
    parser = argparse.ArgumentParser(description="Verifies receipts.", allow_abbrev=False)
    parser.add_argument("--lines", action="store_true", help="verify lines of standard input")
    for name in FILES:
        parser.add_argument("--" + name, metavar="FILE", type=argparse.FileType("rb"))
    rules = pathlib.Path(__file__).resolve().parent / "rules.json"
    parser.add_argument("--tables", metavar="FILE", default=rules)
    options = parser.parse_args()
    files = [getattr(options, name) for name in FILES]
    if [file is None for file in files] != [options.lines] * len(files):
        parser.error("give either --lines, or --payload, --context and --receipt")
    for line in sys.stdin.buffer if options.lines else ():
        code, why = answer(lambda: read_context(line), options.tables)
        print(json.dumps({"ok": False, "why": why} if code else {"ok": True}), flush=True)
    if options.lines:
        return 0
    payload, context, receipt = (file.read() for file in files)
    request = {"payload": payload, "receipt": receipt.decode(errors="replace")}
    code, sentence = answer(lambda: request | {"context": read_context(context.decode("utf-8-sig"))}, options.tables)
    print(sentence)
    return code


if __name__ == "__main__":
    sys.exit(main())
