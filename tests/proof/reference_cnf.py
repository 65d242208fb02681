"""The rules as a formula: true for exactly the payloads whose report has no error.

The tables are those of `kit/reference.py`. Facts of the context are named, and the exemptions of `unsaid.py`
fix them. Every word of the tables that the proof does not know is refused.
"""

import sys
from pathlib import Path

from automata import UnsupportedError
from formula import ELEMENT, all_of, any_of, is_text, kind, negation, text
from languages import any_case

sys.path.insert(0, str(Path(__file__).parents[2] / "kit"))
import reference

ONE_WORD = reference.TEXT_KINDS - {"word_or_words"}
NEEDS = ("required", "optional", "ignored", "deprecated", "read_only")
# Findings that depend on more than classes of values. They must stay warnings.
BEYOND_CLASSES = frozenset(
    "not_an_email duplicate_word unknown_field duplicate_key date_on_last_day similar_carrier future_date date_long_ago"
    " possible_carrier_fee financing_not_enrolled alias alias_conflict case_type_disagrees removed".split()
)
# What conditions read besides the payload.
CONTEXT = {"legacy": "legacy", "master": "master_token"}


def tables():
    """The tables of the reference, in lists and dictionaries that can be changed."""
    fields = {"common": reference.COMMON_FIELDS, "pl": reference.PL_FIELDS, "pe": reference.PE_FIELDS}
    return {
        "fields": {name: [field._asdict() for field in rows] for name, rows in fields.items()},
        "records": {name: [field._asdict() for field in rows] for name, rows in reference.RECORDS.items()},
        "words": {name: list(words) for name, words in reference.WORDS.items()},
        "open": sorted(reference.OPEN_LISTS),
        "states": {"usual": sorted(reference.STATES), "unusual": sorted(reference.UNUSUAL_STATES)},
        "errors": sorted(reference.ERROR_CODES),
        "conditions": {
            name: {"field": field, "test": test, "operands": list(operands)}
            for name, (field, test, operands) in reference.CONDITION_OF.items()
        },
        "rules": [
            {"field": field, "rule": rule, "code": code, "terms": [list(term) for term in terms]}
            for field, rows in reference.RULES_OF.items()
            for rule, code, terms in rows
        ],
    }


class Rulebook:
    def __init__(self, tables, product):
        self.tables, self.product, self.errors = tables, product, set(tables["errors"])
        for code in sorted(BEYOND_CLASSES & self.errors):
            raise UnsupportedError(f"the code {code} as an error")
        other = tables["fields"]["pe" if product == "pl" else "pl"]
        self.rows = {row["name"]: row for row in tables["fields"]["common"] + tables["fields"][product]}
        self.foreign = [row for row in other if row["name"] not in self.rows]
        self.refusals, self.warnings = [], []

    def formula(self):
        legacy = ("context", "legacy")
        # The create endpoint reads the product from the payload; the path of a legacy one names it.
        self.find("not_an_object", negation(kind((), "object")))
        product = any_of([legacy, text(("case_type",), "words", frozenset([self.product]))])
        for row in self.rows.values():
            self.field(row)
        for row in self.foreign:
            self.passed_over({**row, "path": (row["name"],)}, "other_product", True)
        for rule in self.tables["rules"]:
            if rule["rule"][:2] not in ("pl", "pe") or rule["rule"][:2] == self.product:
                self.rule(rule)
        self.find("legacy_sunset", all_of([legacy, ("context", "after_sunset")]))
        for name in ("not_json", "too_large", "too_deep"):
            self.find(name, ("context", name))
        refusals = [*self.refusals, ("context", "house_rule")]
        refusals.append(all_of([("context", "warnings_are_errors"), any_of(self.warnings)]))
        return all_of([product, negation(any_of(refusals))])

    def find(self, code, condition):
        """Notes under which condition the report has a finding of this code."""
        (self.refusals if code in self.errors else self.warnings).append(condition)

    # Shapes (D1, D2, D38, D40).

    def unset(self, row):
        path, parts = row["path"], [kind(row["path"], "absent", "null")]
        if row["kind"] in reference.TEXT_KINDS:
            parts.append(text(path, "blank"))
        if row["kind"] in ("words", "word_or_words"):
            parts.append(all_of([kind(path, "array"), negation(("least", path, 1))]))
        return any_of(parts)

    def set(self, row):
        """Set, with the right type."""
        path, type_of_value = row["path"], row["kind"]
        visible = all_of([is_text(path), negation(text(path, "blank"))])
        if type_of_value in ONE_WORD:
            return visible
        if type_of_value in reference.RECORDS or type_of_value == "object":
            return kind(path, "object")
        match type_of_value:
            case "boolean":
                return kind(path, "false", "true")
            case "integer":
                return kind(path, "integer")
            case "words":
                return ("least", path, 1)
            case "word_or_words":
                return any_of([visible, ("least", path, 1)])
        raise UnsupportedError(f"the kind {type_of_value}")

    # Fields.

    def field(self, row):
        row = {**row, "path": (row["name"],)}
        create, missing = negation(("context", "legacy")), row["need"] == "required"
        if row["name"] == "files_to_upload" and row["need"] == "ignored":  # D22
            self.passed_over(row, "ignored", create)
            return self.value({**row, "need": "optional"}, negation(create), False)
        if row["name"] == "case_type" and missing:  # D22
            missing = create
        if row["name"] == "insurance_company" and missing:  # D16, D42
            missing = self.unset(self.at("insurance_company_name"))
        return self.value(row, True, missing)

    def at(self, name):
        return {**self.rows[name], "path": (name,)}

    def value(self, row, counts, missing):
        """The findings about a field or a member that is judged when `counts`, and required when `missing`."""
        path, need, unset = row["path"], row["need"], self.unset(row)
        if need not in NEEDS:
            raise UnsupportedError(f"the need {need}")
        if need == "read_only":  # D9
            return self.find(need, all_of([counts, negation(kind(path, "absent"))]))
        if need in ("ignored", "deprecated"):  # D18
            return self.passed_over(row, need, counts)
        is_set = all_of([counts, self.set(row)])
        self.find("required", all_of([counts, unset, missing]))
        if row["name"] != "expedited_request":  # D3
            self.find("null_value", all_of([counts, kind(path, "null"), negation(missing)]))
        self.find("wrong_type", all_of([counts, negation(any_of([unset, self.set(row)]))]))
        return self.form(row, path, is_set)

    def passed_over(self, row, code, counts):
        """A field whose value is not read (D39)."""
        self.find("null_value", all_of([counts, kind(row["path"], "null")]))
        self.find(code, all_of([counts, negation(self.unset(row))]))

    def form(self, row, path, is_set):
        """The findings about the form of a set value."""
        element = (*path, ELEMENT)
        match row["kind"]:
            case "date":  # D11
                self.find("not_a_date", all_of([is_set, negation(text(path, "day"))]))
            case "state" | "upper_case_state":  # D14
                usual, unusual = self.tables["states"]["usual"], self.tables["states"]["unusual"]
                exact = text(path, "words", frozenset(usual + unusual))
                known = text(path, "words", frozenset(any_case(usual + unusual)))
                self.find("unusual_state", all_of([is_set, text(path, "words", frozenset(unusual))]))
                code = "state_not_upper_case" if row["kind"] == "upper_case_state" else "state_case"
                self.find(code, all_of([is_set, known, negation(exact)]))
                self.find("unknown_state", all_of([is_set, negation(known)]))
            case "word":  # D5
                self.unlisted(row, all_of([is_set, negation(self.listed(row, path))]))
            case "words" | "word_or_words":  # D15, D41
                if row["kind"] == "word_or_words":
                    self.find("wrong_length", all_of([is_set, ("least", path, 2)]))
                    self.find("string_form", all_of([is_set, is_text(path)]))
                    self.unlisted(row, all_of([is_set, is_text(path), negation(self.listed(row, path))]))
                other = all_of([is_text(element), negation(self.listed(row, element))])
                self.find("wrong_type", all_of([is_set, ("some", path, negation(is_text(element)))]))
                self.unlisted(row, all_of([is_set, ("some", path, other)]))
        for member in self.tables["records"].get(row["kind"], ()):
            self.value({**member, "path": (*path, member["name"])}, is_set, member["need"] == "required")

    def list_of(self, row):
        name = row["words"]
        return name if name in self.tables["words"] else f"{self.product}.{name}"

    def listed(self, row, path):
        return text(path, "words", frozenset(self.tables["words"][self.list_of(row)]))

    def unlisted(self, row, condition):
        """A word that no list contains, neither the specification's nor the context's."""
        code = "unlisted_word" if self.list_of(row) in self.tables["open"] else "unknown_word"
        self.find(code, all_of([condition, negation(("context", "further_words"))]))

    # Rules.

    def rule(self, rule):
        code = rule["code"]
        if code in BEYOND_CLASSES:
            return
        applies = all_of(map(self.term, rule["terms"]))
        if code in ("required", "forbidden", "must_be_true"):
            row = self.at(rule["field"])
            reported = {"required": self.unset(row), "forbidden": self.set(row)}
            applies = all_of([applies, reported.get(code, kind(row["path"], "false"))])
        self.find(code, applies)

    def term(self, term):
        """True where a term is met. It is not where it reads a missing or malformed value (D7)."""
        name, sign, literal = term
        if name in CONTEXT and sign == "=":
            fact = ("context", CONTEXT[name])
            return fact if literal else negation(fact)
        if name in self.tables["conditions"] and sign == "=":
            return self.condition(self.tables["conditions"][name], literal)
        if name == "loss_age" and sign in "<>":  # D12: on which days, the classes do not know
            return all_of([text(("date_of_loss",), "day"), ("context", "another_day")])
        if term == ["refused", "=", "equal"]:  # D19
            company = any_of(self.set(self.at(name)) for name in ("insurance_company", "insurance_company_name"))
            return all_of([company, ("context", "refused_carriers")])
        if name not in self.rows:
            raise UnsupportedError(f"the term {term}")
        row = self.at(name)
        if sign == "set":
            return self.set(row)
        if sign != "=" or not isinstance(literal, bool):
            raise UnsupportedError(f"the term {term}")
        return kind(row["path"], "true" if literal else "false") if row["kind"] == "boolean" else False

    def condition(self, condition, wanted):
        """A test of words is met, or is not (D15, D40)."""
        if condition["field"] not in self.rows:
            return False
        row, test = self.at(condition["field"]), condition["test"]
        path, element, operands = row["path"], (*row["path"], ELEMENT), condition["operands"]
        keys = {
            "begins": ("beginning", tuple(sorted(operands))), "any_begins": ("beginning", tuple(sorted(operands))),
            "is": ("words", frozenset(operands)), "contains": ("words", frozenset(operands)),
            "matches": ("pattern", f"^(?:{operands[0]})$"),
        }  # fmt: skip
        if test not in keys:
            raise UnsupportedError(f"the test {test}")

        def met(place):
            passes = text(place, *keys[test])
            return all_of([is_text(place), passes if wanted else negation(passes)])

        if test in ("any_begins", "contains"):
            if row["kind"] != "words":
                raise UnsupportedError(f"{test} with {row['kind']}")
            found = ("some", path, text(element, *keys[test]))
            unread = ("some", path, negation(is_text(element))) if test == "contains" else False
            return found if wanted else all_of([("least", path, 1), negation(found), negation(unread)])
        single = all_of([is_text(path), negation(text(path, "blank")), met(path)])
        match row["kind"]:
            case "words":
                return ("first", path, met(element))
            case "word_or_words":
                one = all_of([("least", path, 1), negation(("least", path, 2)), ("first", path, met(element))])
                return any_of([single, one])
        return single if row["kind"] in ONE_WORD else False


def formula(tables, product):
    return Rulebook(tables, product).formula()
