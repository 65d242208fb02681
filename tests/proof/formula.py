"""Formulas about a payload, and their conjunctive normal form.

A path is a tuple of names: `()` is the payload, `("case_type",)` a field, `("vehicle_information", "vin")`
a member, and `("base_product", "*")` an element of an array. A formula is `True`, `False`, or a tuple:

    ("kind", path, KIND)      the value is of this kind
    ("text", path, KEY)       the value is a text of this set (languages.automaton)
    ("least", path, N)        the value is an array of at least N elements
    ("first", path, FORMULA)  the value is an array whose first element satisfies a formula about an element
    ("some", path, FORMULA)   the value is an array with such an element
    ("integer", path)         the value is a number that the parser of the schema's validator reads as an integer
    ("context", NAME)         a fact about the context and not about the value
    ("and", FORMULA, ...)  ("or", FORMULA, ...)  ("not", FORMULA)
"""

# `below` and `above` are integers beyond those that a double tells apart (D61).
NUMBERS = ("integer", "fraction", "below", "above")
KINDS = ("absent", "null", "false", "true", *NUMBERS, "array", "object")
ELEMENT = "*"


def negation(formula):
    if isinstance(formula, bool):
        return not formula
    return formula[1] if formula[0] == "not" else ("not", formula)


def all_of(formulas):
    return joined("and", True, formulas)


def any_of(formulas):
    return joined("or", False, formulas)


def joined(name, neutral, formulas):
    parts = []
    for formula in formulas:
        if formula is (not neutral):
            return formula
        if formula is neutral or formula in parts:
            continue
        parts.extend(formula[1:] if formula[0] == name else [formula])
    return parts[0] if len(parts) == 1 else (name, *parts) if parts else neutral


def implies(condition, then):
    return any_of([negation(condition), then])


def kind(path, *kinds):
    return any_of(("kind", path, one) for one in kinds)


def text(path, *key):
    return ("text", path, key)


def is_text(path):
    return negation(kind(path, *KINDS))


def leaves(formula):
    """Every leaf of a formula, also of those about elements."""
    if isinstance(formula, bool):
        return
    if formula[0] in ("and", "or", "not"):
        for part in formula[1:]:
            yield from leaves(part)
        return
    yield formula
    if formula[0] in ("first", "some"):
        yield from leaves(formula[2])


class Cnf:
    """Clauses of numbered variables. Each formula that is added gets a literal (Tseitin)."""

    def __init__(self):
        self.names, self.clauses, self.known = [], [], {}

    def variable(self, name):
        self.names.append(name)
        return len(self.names)

    def add(self, *clause):
        self.clauses.append(clause)

    def exactly_one(self, literals):
        self.add(*literals)
        for at, one in enumerate(literals):
            for other in literals[:at]:
                self.add(-one, -other)

    def constant(self):
        """A literal that is true."""
        if True not in self.known:
            self.known[True] = self.variable("true")
            self.add(self.known[True])
        return self.known[True]

    def literal(self, formula, leaf):
        """The literal of a formula, in which `leaf` returns a literal or a formula of literals for each leaf."""
        if isinstance(formula, bool):
            return self.constant() if formula else -self.constant()
        if isinstance(formula, int):
            return formula
        if formula in self.known:
            return self.known[formula]
        if formula[0] == "not":
            literal = -self.literal(formula[1], leaf)
        elif formula[0] in ("and", "or"):
            sign = 1 if formula[0] == "and" else -1
            parts = [sign * self.literal(part, leaf) for part in formula[1:]]
            literal = sign * self.conjunction(parts)
        else:
            literal = self.literal(leaf(formula), leaf)
        self.known[formula] = literal
        return literal

    def conjunction(self, literals):
        new = self.variable("and")
        for literal in literals:
            self.add(-new, literal)
        self.add(new, *(-literal for literal in literals))
        return new

    def dimacs(self):
        lines = [f"p cnf {len(self.names)} {len(self.clauses)}"]
        lines.extend(" ".join(map(str, clause)) + " 0" for clause in self.clauses)
        return "\n".join(lines) + "\n"
