"""The rulebook as a formula: true for exactly the payloads whose report has no error.

The tables are those of `kit/rules.json`. What their rows mean is written here from the decisions of
`docs/requirements.md`, whose numbers are in the comments. Facts of the context are named, and the
exemptions of `unsaid.py` fix them. Every word of the tables that the proof does not know is refused.
"""

from automata import UnsupportedError
from formula import ELEMENT, all_of, any_of, is_text, kind, negation, text
from languages import any_case

TEXT_TYPES = ("text", "emails", "date", "state", "word", "one_word")
# Requirements that only ever warn, with their codes.
WARNINGS = {
    "not_in_future": ["future_date"],
    "not_long_ago": ["date_long_ago"],
    "specialty_fee": ["possible_carrier_fee"],
    "requires_enrollment": ["financing_not_enrolled"],
    "alias": ["alias", "alias_conflict"],
    "product_agrees": ["case_type_disagrees"],
}
# Findings that depend on more than classes of values. They must stay warnings.
BEYOND_CLASSES = (
    "not_an_email",
    "duplicate_word",
    "unknown_field",
    "duplicate_key",
    "date_on_last_day",
    "similar_carrier",
    *(code for codes in WARNINGS.values() for code in codes),
)


class Rulebook:
    def __init__(self, tables, product):
        self.product = product
        self.severities = {row["code"]: row["severity"] for row in tables["codes"]}
        for code in BEYOND_CLASSES:
            if self.severities[code] != "warning":
                raise UnsupportedError(f"the code {code} with the severity {self.severities[code]}")
        self.lists = {row["id"]: row for row in tables["words"]}
        self.records, self.families, self.states = tables["records"], tables["families"], tables["states"]
        common, own = tables["fields"]["common"], tables["fields"][product]
        other = tables["fields"]["pe" if product == "pl" else "pl"]
        self.rows = {row["name"]: row for row in common + own}
        self.foreign = [row for row in other if row["name"] not in self.rows]
        self.rules = [rule for rule in tables["rules"] if rule["product"] in (None, product)]
        self.found = {"error": [], "warning": []}

    def formula(self):
        legacy = ("context", "legacy")
        # The create endpoint reads the product from the payload; the path of a legacy one names it.
        self.find("not_an_object", negation(kind((), "object")))
        is_own = text(("case_type",), "words", frozenset([self.product]))
        product = any_of([legacy, is_own])
        for row in self.rows.values():
            self.field(row)
        for row in self.foreign:
            self.passed_over(row, "other_product", True)
        for rule in self.rules:
            self.rule(rule)
        for name in ("not_json", "too_large", "too_deep", "house_rule"):
            self.find(name, ("context", name))
        warned = any_of(self.found["warning"])
        refused = any_of([*self.found["error"], all_of([("context", "warnings_are_errors"), warned])])
        return all_of([product, negation(refused)])

    def find(self, code, condition):
        """Notes under which condition the report has a finding of this code."""
        self.found[self.severities[code]].append(condition)

    # Shapes (D1, D2, D38, D40).

    def unset(self, row, path):
        parts = [kind(path, "absent", "null")]
        if row["type"] in TEXT_TYPES:
            parts.append(text(path, "blank"))
        if row["type"] in ("words", "one_word"):
            parts.append(all_of([kind(path, "array"), negation(("least", path, 1))]))
        return any_of(parts)

    def set(self, row, path):
        """Set, with a type that rules can read."""
        visible = all_of([is_text(path), negation(text(path, "blank"))])
        match row["type"]:
            case "text" | "emails" | "date" | "state" | "word":
                return visible
            case "boolean":
                return kind(path, "false", "true")
            case "integer":
                return kind(path, "integer")
            case "record" | "object":
                return kind(path, "object")
            case "words":
                return ("least", path, 1)
            case "one_word":
                return any_of([visible, self.one_element(path, is_text((*path, ELEMENT)))])
        raise UnsupportedError(f"the type {row['type']}")

    def one_element(self, path, condition):
        return all_of([("least", path, 1), negation(("least", path, 2)), ("first", path, condition)])

    def malformed(self, row, path):
        return negation(any_of([self.unset(row, path), self.set(row, path)]))

    # Fields.

    def field(self, row):
        path, status = (row["name"],), row["status"]
        create = negation(("context", "legacy"))
        counts = True
        if status in ("deprecated", "ignored"):  # D18
            return self.passed_over(row, status, True)
        if status == "legacy_only":  # D22
            self.passed_over(row, "ignored", create)
            counts = negation(create)
        elif status not in ("current", "alias"):
            raise UnsupportedError(f"the status {status}")
        named = any_of(negation(self.unset(other, (other["name"],))) for other in self.aliases(row))  # D16, D42
        # The path of a legacy endpoint names the product.
        required = create if row["name"] == "case_type" else True
        self.value(row, path, counts, required if row["required"] else False, named)

    def aliases(self, row):
        """The deprecated names of a field."""
        aliases = [other for other in self.rows.values() if other["status"] == "alias"]
        return [other for other in aliases if other["replacement"]["field"] == row["name"]]

    def value(self, row, path, counts, required, named=False):
        """The findings about one field or member that is judged when `counts`."""
        unset, is_set = self.unset(row, path), all_of([counts, self.set(row, path)])
        missing = all_of([required, negation(named)])
        self.find("required", all_of([counts, unset, missing]))
        if not row.get("nullable"):  # D3
            self.find("null_value", all_of([counts, kind(path, "null"), negation(missing)]))
        self.find("wrong_type", all_of([counts, self.malformed(row, path)]))  # or wrong_length, an error as well
        self.form(row, path, is_set)

    def passed_over(self, row, code, counts):
        """A field whose value is not read (D39)."""
        path = (row["name"],)
        self.find("null_value", all_of([counts, kind(path, "null")]))
        self.find(code, all_of([counts, negation(self.unset(row, path))]))

    def form(self, row, path, is_set):
        """The findings about the form of a set value."""
        match row["type"]:
            case "date":  # D11
                self.find("not_a_date", all_of([is_set, negation(text(path, "day"))]))
            case "state":  # D14
                usual, unusual = self.states["usual"], self.states["unusual"]
                exact = text(path, "words", frozenset(usual + unusual))
                known = text(path, "words", frozenset(any_case(usual + unusual)))
                self.find("unusual_state", all_of([is_set, text(path, "words", frozenset(unusual))]))
                code = "state_not_upper_case" if row["upper_case"] else "state_case"
                self.find(code, all_of([is_set, known, negation(exact)]))
                self.find("unknown_state", all_of([is_set, negation(known)]))
            case "word":  # D5
                self.word(row, all_of([is_set, negation(self.listed(row, path))]))
            case "words":  # D41
                element = (*path, ELEMENT)
                self.elements(row, path, is_set, element)
            case "one_word":  # D15
                element = (*path, ELEMENT)
                self.find("string_form", all_of([is_set, is_text(path)]))
                self.word(row, all_of([is_set, is_text(path), negation(self.listed(row, path))]))
                self.elements(row, path, is_set, element)
            case "record":
                for member in self.records[row["record"]]:
                    self.member(member, (*path, member["name"]), is_set)

    def elements(self, row, path, is_set, element):
        unlisted = all_of([is_text(element), negation(self.listed(row, element))])
        self.find("wrong_type", all_of([is_set, ("some", path, negation(is_text(element)))]))
        self.word(row, all_of([is_set, ("some", path, unlisted)]))

    def listed(self, row, path):
        return text(path, "words", frozenset(self.lists[row["words"][self.product]]["words"]))

    def word(self, row, unlisted):
        """A word that no list contains, neither the specification's nor the context's."""
        is_open = self.lists[row["words"][self.product]]["open"]
        added = ("context", "further_words")
        self.find("unlisted_word" if is_open else "unknown_word", all_of([unlisted, negation(added)]))

    def member(self, row, path, counts):
        if row["status"] == "read_only":  # D9
            return self.find("read_only", all_of([counts, negation(kind(path, "absent"))]))
        if row["status"] != "current":
            raise UnsupportedError(f"the status {row['status']} of a member")
        return self.value(row, path, counts, row["required"])

    # Rules.

    def rule(self, rule):
        legacy = ("context", "legacy")
        surface = {None: True, "legacy": legacy, "create": negation(legacy)}[rule["surface"]]
        for clause in rule["clauses"]:
            applies = all_of([surface, *map(self.condition, clause["when"])])
            for requirement in clause["then"]:
                self.requirement(requirement, applies)

    def condition(self, condition):
        """True where the condition is met. It is not where it reads a missing or malformed field (D7).

        A condition also waits for a field that an earlier rule requires and that is not set. Then the
        report has an error whatever follows, and the formula needs no case for it.
        """
        if condition.keys() == {"credential"}:
            return {"master": ("context", "master_token"), "user": negation(("context", "master_token"))}[
                condition["credential"]
            ]
        row = self.rows[condition["field"]]
        path = (row["name"],)
        element = (*path, ELEMENT)
        match sorted(condition.keys() - {"field"}):
            case ["boolean"]:  # D6
                if row["type"] != "boolean":
                    return False
                return kind(path, "true" if condition["boolean"] else "false")
            case ["is", "starts_with"]:
                prefixes = tuple(sorted(condition["starts_with"]))
                return self.first_word(row, lambda place: text(place, "beginning", prefixes), condition["is"])
            case ["equals", "is"]:
                word = frozenset([condition["equals"]])
                return self.first_word(row, lambda place: text(place, "words", word), condition["is"])
            case ["contains", "is"]:
                if row["type"] != "words":
                    raise UnsupportedError(f"contains with {row['type']}")
                present = ("some", path, text(element, "words", frozenset([condition["contains"]])))
                readable = negation(("some", path, negation(is_text(element))))
                if condition["is"]:
                    return present
                # A missing field contains no word, unless it must be set.
                empty = False if row["required"] else self.unset(row, path)
                return any_of([empty, all_of([("least", path, 1), readable, negation(present)])])
        raise UnsupportedError(f"the condition {condition}")

    def first_word(self, row, test, wanted):
        """The first or only word of a set field passes a test, or does not (D15, D40)."""
        path = (row["name"],)
        element = (*path, ELEMENT)

        def reads(place):
            return all_of([is_text(place), test(place) if wanted else negation(test(place))])

        single = all_of([self.set(row, path), reads(path)])
        match row["type"]:
            case "words":
                return ("first", path, reads(element))
            case "one_word":
                return any_of([single, self.one_element(path, reads(element))])
            case "text" | "emails" | "date" | "state" | "word":
                return single
        return False

    def requirement(self, then, applies):
        name = then["requirement"]
        if name in WARNINGS:  # BEYOND_CLASSES
            return
        if name == "sunset":
            self.find("legacy_sunset", all_of([applies, ("context", "after_sunset")]))
            return
        row = self.rows[then["field"]]
        path = (row["name"],)
        is_set = self.set(row, path)
        applies_to_set = all_of([applies, is_set])
        match name:
            case "required":
                self.find("required", all_of([applies, self.unset(row, path)]))
            case "must_be_true":
                self.find("required", all_of([applies, self.unset(row, path)]))
                self.find("must_be_true", all_of([applies_to_set, kind(path, "false")]))
            case "forbidden":
                self.find("forbidden", applies_to_set)
            case "usdot_number":  # D17
                self.find(
                    "not_a_usdot_number", all_of([applies_to_set, is_text(path), negation(text(path, "usdot_number"))])
                )
            case "one_family":  # D15
                families = [tuple(sorted(self.families[family])) for family in ("commercial", "personal")]
                self.find(
                    "mixed_families", all_of([applies_to_set, *(self.any_begins(path, each) for each in families)])
                )
            case "within_days":  # D12
                day = text(path, "day")
                self.find("date_too_old", all_of([applies_to_set, day, ("context", "another_day")]))
            case "not_refused":  # D19
                company = any_of([is_set, *(self.set(other, (other["name"],)) for other in self.aliases(row))])
                self.find("refused_carrier", all_of([applies, company, ("context", "refused_carriers")]))
            case "warn_if_set" | "note_if_set":
                self.find(then["code"], applies_to_set)
            case _:
                raise UnsupportedError(f"the requirement {name}")

    def any_begins(self, path, prefixes):
        element = (*path, ELEMENT)
        return any_of([text(path, "beginning", prefixes), ("some", path, text(element, "beginning", prefixes))])


def formula(tables, product):
    return Rulebook(tables, product).formula()
