#!/usr/bin/env python3
"""Verifies receipts: computes them anew, as docs/receipts.md specifies, without code of the library."""

import argparse
import codecs
import datetime
import fnmatch
import functools
import hashlib
import json
import pathlib
import re
import sys

FAILURES = (AttributeError, IndexError, KeyError, OSError, RecursionError, TypeError, ValueError)
LIMITS = {"depth": 64, "findings": 1000, "text_bytes": 1048576}
DEFAULTS = {"credential": "user", "financing_enrolled": False, "limits": LIMITS, "product": None, "surface": "create"}
DEFAULTS |= {"as_of": None, "carriers": {}, "words": {}}
WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
TYPES = {"boolean": bool, "integer": int, "object": dict, "record": dict, "words": list}
LISTS = {"not_refused": "refused", "specialty_fee": "specialty"}
COMPANY = ("insurance_company", "insurance_company_name")
DATES = ("within_days", "not_in_future", "not_long_ago")
CONDITIONS = ("boolean", "contains", "equals", "starts_with")
CLASSIFIED = {*CONDITIONS, *DATES, *LISTS, "must_be_true", "one_family", "product_agrees", "usdot_number"}
BLOCKED_IF_MISSING = {*DATES, *LISTS, "one_family", "requires_enrollment"}
VIOLATIONS = dict.fromkeys(("alias", "requires_enrollment", "warn_if_set"), {"given": None})  # Classes and their codes.
VIOLATIONS |= {"required": {"missing": "required"}, "must_be_true": {"missing": "required", "false": "must_be_true"}}
VIOLATIONS |= {"forbidden": {"given": "forbidden"}, "usdot_number": {"no_number": "not_a_usdot_number"}}
VIOLATIONS |= {"one_family": {"mixed": "mixed_families"}, "not_refused": {"refused": "refused_carrier"}}
VIOLATIONS |= {"within_days": {"future": "date_after_today", "too_old": "date_too_old"}}
VIOLATIONS |= {"not_in_future": {"future": None}, "not_long_ago": {"long_ago": None}}
VIOLATIONS |= {"product_agrees": {"pl": None, "pe": None}}
REPLACED = {"&": " and ", ".": "", "'": "", "\u2019": "", "\xdf": "ss", "\xe6": "ae", "\u0153": "oe"}
REPLACED |= dict.fromkeys(map(chr, range(0x300, 0x370)), "")
HEX = "[0-9a-fA-F]"
HIGH, LOW = rf"\\u[dD][89abAB]{HEX}{{2}}", rf"\\u[dD][c-fC-F]{HEX}{{2}}"
LONE = rf"{LOW}|{HIGH}(?!\\u(?!{HEX}{{4}}))"
TOKEN = re.compile(rf'[][{{}}]|"(?:{HIGH}{LOW}|(?!{LONE})(?:\\.|[^"\\]))*+(?:"|({LONE}))?', re.DOTALL)


def parse_fraction(text):  # Only whether a number is whole matters. Its exponent may be huge.
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    digits = (whole + fraction).rstrip("0")
    shift = int(exponent.lstrip("+-0")[:12] or 0) * (-1 if exponent.startswith("-") else 1)
    return 0 if not digits or len(digits) <= len(whole) + shift else 0.5


decode = json.JSONDecoder(parse_int=lambda text: 0, parse_float=parse_fraction, parse_constant=int).decode
dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
codecs.register_error("cut", lambda error: ("\0", len(error.object)))


def parse(text):
    try:
        return decode(text)
    except ValueError:
        return ...


def find_fault(text, depth):  # Finds a fault that Python accepts, if the text before it is the beginning of JSON.
    closers = []
    for token in TOKEN.finditer(text):
        if token[1] or token[0] in ("[", "{") and len(closers) == depth:
            start, end = text[: token.start(1) if token[1] else token.start()], "".join(reversed(closers))
            is_first = any(parse(start + value + end) is not ... for value in ('"', '":0', "[]"))
            return is_first and ("lone_surrogate" if token[1] else "too_deep")
        if token[0] in ("]", "}"):
            del closers[-1:]
        elif token[0] in ("[", "{"):
            closers.append("]" if token[0] == "[" else "}")


def read_payload(text, size, limits):  # Returns the payload, or the code of the error of a text that is none.
    is_suspect = "\\u" in text or text.count("[") + text.count("{") > limits["depth"]
    fault = "too_large" if size > limits["text_bytes"] else is_suspect and find_fault(text, limits["depth"])
    payload = ... if fault else parse(text)
    return payload if isinstance(payload, dict) else fault or ("not_json" if payload is ... else "not_an_object")


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def day_number(text):
    try:
        is_day = re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text)
        return datetime.date.fromisoformat(text).toordinal() if is_day else None
    except ValueError:
        return None


def shape_of(kind, value):
    if value is None or value == [] and kind in ("words", "one_word"):
        return "missing"
    if isinstance(value, str) and kind not in TYPES:
        return "given" if value.strip(WHITE_SPACE) else "missing"
    is_word = kind == "one_word" and isinstance(value, list) and len(value) == 1 and isinstance(value[0], str)
    return "given" if is_word or type(value) is TYPES.get(kind) else "malformed"


def canonical_context(context):
    given = DEFAULTS | {name: value for name, value in context.items() if name in DEFAULTS and value is not None}
    given["limits"] = {name: given["limits"].get(name, limit) for name, limit in LIMITS.items()}
    given["words"] = {name: sorted(words) for name, words in given["words"].items() if words}
    lists = {name: rows for name, rows in given["carriers"].items() if name in LISTS.values() and rows}
    keys = ("name", "patterns", "spellings")
    for name, rows in lists.items():
        lists[name] = [{key: row[key] for key in keys if key == "name" or row.get(key)} for row in rows]
    given["carriers"] = lists
    changed = {name: value for name, value in given.items() if value != DEFAULTS[name]} | {"today": context["today"]}
    return json.dumps(changed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def readings_of(rule):  # Returns each field that a rule reads, with the way that decides its class and words or days.
    readings = {}
    for clause in rule["clauses"]:
        ways = [(c["field"], way, c[way]) for c in clause["when"] for way in CONDITIONS if way in c]
        for then in clause["then"]:
            fields = COMPANY if then["requirement"] in LISTS else (then.get("current"), then.get("field"))
            ways += [(field, then["requirement"], then.get("days")) for field in fields if field]
        for field, way, argument in ways:
            reading = readings.setdefault(field, [way, []])
            reading[0] = reading[0] if reading[0] in CLASSIFIED else way
            if reading[0] == way:
                reading[1] += argument if isinstance(argument, list) else [argument]
    return readings


class Tables:
    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        self.rows, self.digest = json.loads(data), digest(data)
        self.lists = {row["id"]: row for row in self.rows["words"]}
        self.full_words = {word: row[0] for row in self.rows["carrier_names"]["generic"] for word in row}
        for name in ("fold", "plan", "settings"):
            setattr(self, name, functools.lru_cache(1024)(getattr(self, name)))

    def fold(self, letter):
        letter = letter.lower()[0]
        plain = [pair[1] for pair in self.rows["carrier_names"]["plain_letters"] if pair[0] <= letter]
        letter = plain[-1] or letter if plain and letter not in REPLACED else letter
        ranges = self.rows["carrier_names"]["alphanumeric"]
        is_alphanumeric = any(first <= ord(letter) <= last for first, last in ranges)
        return REPLACED.get(letter, letter if is_alphanumeric else " ")

    def spellings(self, text, star=" "):
        written = "".join(star if letter == "*" else self.fold(letter) for letter in text).split()
        equated = [self.full_words.get(word, word) for word in written]
        return [word for word in equated if word != "and"], written

    def forms(self, text):
        forms = []
        for words in self.spellings(text):
            named = max((end for end, word in enumerate(words, 1) if word not in self.full_words), default=1)
            forms += ["".join(words[:end]) for end in range(named, len(words) + 1)]
        return forms[:16]

    def pattern(self, carriers):
        texts = [text for carrier in carriers for text in carrier.get("patterns", ())]
        globs = ["".join(words) for text in texts for words in self.spellings(text, "*")]
        texts = [text for carrier in carriers for text in (carrier["name"], *carrier.get("spellings", ()))]
        globs += [form for text in texts for form in self.forms(text)]
        return re.compile("|".join(["(?!)", *map(fnmatch.translate, globs)]))

    def settings(self, canonical):
        settings = DEFAULTS | json.loads(canonical) | {"digest": digest(canonical.encode())}
        settings["number"] = int(day_number(settings["today"]))
        day = settings["as_of"] if day_number(settings["as_of"] or "") else settings["today"]
        surfaces = {row["name"]: row for row in self.rows["surfaces"]}
        settings["is_over"] = day >= surfaces["legacy"]["lifetime"]["until"]["date"]
        settings["patterns"] = {name: self.pattern(carriers) for name, carriers in settings["carriers"].items()}
        return settings

    def plan(self, product, surface):
        fields = self.rows["fields"]["common"] + self.rows["fields"].get(product, [])
        required = {row["name"] for row in fields if row["required"]} - {"case_type" if surface == "legacy" else ""}
        rules = [r for r in self.rows["rules"] if r["product"] in (None, product) and r["surface"] in (None, surface)]
        passed_over = ("deprecated", "ignored", "read_only", {"create": "legacy_only", "legacy": ""}[surface])
        checked = [row for row in fields if row["status"] not in passed_over]
        return fields, checked, required, [(rule, readings_of(rule)) for rule in rules]

    def receipt(self, payload, context):
        settings = self.settings(canonical_context(context))
        limits, text = settings["limits"], payload.decode(errors="cut")
        text += " " * (len(payload) - len(text.encode()) if len(payload) > limits["text_bytes"] else 0)
        receipt = {"receipt": 1, "rulebook": {name: self.rows["rulebook"][name] for name in ("version", "digest")}}
        receipt |= {"tables": self.digest, "payload": digest(text.encode()), "context": settings["digest"]}
        receipt |= {name: settings[name] for name in ("today", "surface", "credential")}
        value = read_payload(text, len(text.encode()), limits)
        case = Case(value, settings, self) if isinstance(value, dict) else None
        errors = [{"code": code, "at": at} for code, at in (case.errors() if case else [(value, "")])]
        receipt |= {"product": case and case.product, "errors": errors[: limits["findings"]]}
        return receipt | {"rules": case.rules if case else []}


class Case:
    def __init__(self, payload, settings, tables):
        self.settings, self.tables = settings, tables
        product = settings["surface"] == "legacy" and settings["product"] or payload.get("case_type")
        self.product = product if product in ("pl", "pe") else None
        self.fields, self.checked, self.required, rules = tables.plan(self.product, settings["surface"])
        self.values = {row["name"]: payload.get(row["name"]) for row in self.fields}
        self.shapes = {row["name"]: shape_of(row["type"], self.values[row["name"]]) for row in self.fields}
        self.demanded, self.rule_errors = {*self.required}, {}
        self.rules = [self.judge_rule(rule, readings) for rule, readings in rules]

    def class_of(self, name, way, argument):
        value = self.values[name]
        if self.shapes[name] != "given" or way not in CLASSIFIED:
            return self.shapes[name]
        if way in ("boolean", "must_be_true"):
            return "true" if value else "false"
        if way == "product_agrees":
            return value if value in ("pl", "pe") else "other"
        if way == "usdot_number":
            return "number" if re.fullmatch("0*[1-9][0-9]*", value) else "no_number"
        if way in LISTS:
            pattern = self.settings["patterns"].get(LISTS[way])
            is_listed = pattern and any(map(pattern.match, self.tables.forms(value)))
            return LISTS[way] if is_listed else "other" if pattern else "given"
        if way in DATES:
            day, days = day_number(value), argument[0]
            age = None if day is None else self.settings["number"] - day
            if age is None or age < 0:
                return "malformed" if age is None else "future"
            if days is None or age <= days:
                return "past" if days is None else "within" if age < days else "last_day"
            return "too_old" if way == "within_days" else "long_ago"
        elements = value if isinstance(value, list) else [value]
        elements = elements[:1] if way in ("equals", "starts_with") else elements
        words = [element for element in elements if isinstance(element, str)]
        if way == "one_family":
            families = self.tables.rows["families"].items()
            found = [family for family, prefixes in families if any(word.startswith(tuple(prefixes)) for word in words)]
            return "mixed" if len(found) > 1 else found[0] if found else "other"
        is_match = str.startswith if way == "starts_with" else str.__eq__
        found = [wanted for wanted in argument if any(is_match(word, wanted) for word in words)]
        return found[0] if found else "other" if len(words) == len(elements) else "malformed"

    def meets(self, condition, read):  # Returns `None` for a blocked condition.
        if "credential" in condition:
            return condition["credential"] == self.settings["credential"]
        name, is_wanted = condition["field"], condition.get("is", condition.get("boolean", True))
        if read[name] == "missing":
            return None if name in self.demanded else "contains" in condition and not is_wanted
        words = condition.get("starts_with") or [condition.get("equals") or condition.get("contains") or "true"]
        return None if read[name] == "malformed" else (read[name] in words) is is_wanted

    def judge(self, then, read):  # Returns the outcome of a requirement, the code of its error and the field at fault.
        name, field = then["requirement"], then.get("field", "")
        if name == "sunset":
            return ("violated", "legacy_sunset", field) if self.settings["is_over"] else ("satisfied", None, field)
        if name in LISTS and LISTS[name] not in self.settings["patterns"]:
            return "not_checked", None, field
        field = COMPANY[1] if name in LISTS and read[field] == "missing" else field
        found, violations = read[field], VIOLATIONS.get(name, {})
        is_current_malformed = found != "missing" and read.get(then.get("current")) == "malformed"
        if found == "malformed" or found == "missing" and name in BLOCKED_IF_MISSING or is_current_malformed:
            return "blocked", None, field
        found = "given" if found != "missing" and "given" in violations else found
        is_agreed = name == "requires_enrollment" and self.settings["financing_enrolled"]
        is_agreed |= name == "product_agrees" and self.settings["product"] in (None, found)
        return "satisfied" if is_agreed or found not in violations else "violated", violations.get(found), field

    def judge_rule(self, rule, readings):
        read, outcomes = {name: self.class_of(name, *reading) for name, reading in readings.items()}, []
        for clause in rule["clauses"]:
            met = [self.meets(condition, read) for condition in clause["when"]]
            outcomes += ["blocked"] if None in met and False not in met else []
            for then in clause["then"] if all(met) else ():
                outcome, code, field = self.judge(then, read)
                outcomes.append(outcome)
                self.rule_errors.setdefault(field, []).extend([code] if code else [])
            if all(met):
                names = ("required", "must_be_true")
                self.demanded |= {then["field"] for then in clause["then"] if then["requirement"] in names}
        order = ("violated", "blocked", "satisfied", "not_checked")
        return {"id": rule["id"], "outcome": min(outcomes, key=order.index, default="not_applicable"), "read": read}

    def errors(self):
        yield from ((code, "") for code in self.rule_errors.get("", ()))
        aliases = [row for row in self.fields if row["status"] == "alias" and self.shapes[row["name"]] != "missing"]
        required = self.required - {row["replacement"]["field"] for row in aliases}
        for row in self.checked:
            name, value, codes = row["name"], self.values[row["name"]], self.rule_errors.get(row["name"], ())
            is_judged = "forbidden" not in codes
            yield from self.value_errors(row, value, name in required, "/" + name) if is_judged else ()
            yield from ((code, "/" + name) for code in codes)
            is_record = is_judged and row["type"] == "record" and self.shapes[name] == "given"
            for member in self.tables.rows["records"][row["record"]] if is_record else ():
                if member["status"] != "read_only":
                    at = f"/{name}/{member['name']}"
                    yield from self.value_errors(member, value.get(member["name"]), member["required"], at)

    def value_errors(self, row, value, is_required, at):
        kind, shape, is_list = row["type"], shape_of(row["type"], value), isinstance(value, list)
        if shape == "missing":
            return [("required", at)] if is_required else []
        if shape == "malformed" and kind == "one_word" and is_list:
            return [("wrong_type", f"{at}/0") if len(value) == 1 else ("wrong_length", at)]
        if shape == "malformed":
            return [("wrong_type", at)]
        if kind == "date":
            return [] if day_number(value) else [("not_a_date", at)]
        if kind == "state":
            code, states = value.upper() if value.isascii() else "", self.tables.rows["states"]
            if code not in states["usual"] and code not in states["unusual"]:
                return [("unknown_state", at)]
            return [("state_not_upper_case", at)] if row["upper_case"] and code != value else []
        if "words" not in row:
            return []
        words = self.tables.lists[row["words"][self.product or "pl"]]
        known = {*words["words"], *self.settings["words"].get(words["id"], ())}
        places = [(word, f"{at}/{n}") for n, word in enumerate(value)] if is_list else [(value, at)]
        wrong = [(w, at) for w, at in places if not isinstance(w, str) or not words["open"] and w not in known]
        return [("unknown_word" if isinstance(word, str) else "wrong_type", at) for word, at in wrong]


tables_at = functools.lru_cache(16)(Tables)


def verify(payload, context, receipt, tables):  # Returns `None` for the right receipt, otherwise a sentence.
    expected = tables_at(tables).receipt(payload, context)
    if receipt.removesuffix("\n") == dump(expected):
        return None
    try:
        given = json.loads(receipt)
        name = next((name for name in expected if dump(given.get(name)) != dump(expected[name])), None)
        rows = given["rules"] if name == "rules" and isinstance(given.get("rules"), list) else []
        rules = [rule["id"] for n, rule in enumerate(expected["rules"]) if dump(rows[n : n + 1]) != dump([rule])]
    except (AttributeError, RecursionError, ValueError):
        return "The receipt is not a JSON object."
    if not name:
        return "All members are right, but the form is not: white space, an escape, or an unknown or repeated member."
    return f"The member `{name}` is wrong" + (f" at the rule `{rules[0]}`." if name == "rules" and rules else ".")


def answer(read, tables):  # Returns the exit code and a sentence.
    try:
        request = read()
        payload = request["payload"] if isinstance(request["payload"], bytes) else request["payload"].encode()
        why = verify(payload, request["context"], request["receipt"], request.get("tables", tables))
    except FAILURES:
        return 2, "The payload, the context, the receipt or the tables cannot be read."
    return (1, why) if why else (0, "The receipt is right.")


def main():
    sys.setrecursionlimit(20000)  # For a context with a high limit `depth`.
    parser = argparse.ArgumentParser(description="Verifies receipts.", allow_abbrev=False)
    parser.add_argument("--lines", action="store_true", help="verify the receipts in the lines of the standard input")
    for name in ("--payload", "--context", "--receipt"):
        parser.add_argument(name, metavar="FILE", type=argparse.FileType("rb"))
    parser.add_argument("--tables", metavar="FILE", default=pathlib.Path(__file__).resolve().parent / "rules.json")
    options = parser.parse_args()
    files = [options.payload, options.context, options.receipt]
    if options.lines and any(files) or not options.lines and None in files:
        parser.error("give either --lines, or --payload, --context and --receipt")
    for line in sys.stdin.buffer if options.lines else ():
        code, why = answer(lambda: json.loads(line), options.tables)
        print(json.dumps({"ok": False, "why": why} if code else {"ok": True}), flush=True)
    if options.lines:
        return 0
    payload, context, receipt = (file.read() for file in files)
    request = {"payload": payload, "receipt": receipt.decode(errors="replace")}
    code, sentence = answer(lambda: request | {"context": json.loads(context)}, options.tables)
    print(sentence)
    return code


if __name__ == "__main__":
    sys.exit(main())
