"""The classes of the values at each place of a payload, as variables of a formula in conjunctive normal form.

At each path, the automata of all texts that any formula asks about divide the texts into classes, so that
each automaton accepts all texts of a class or none of them. With the other kinds of JSON values, each value
is in exactly one class. An array is known by its length (none, one, more), by the class of its first
element, and by the classes that occur: every array has exactly one such description, of whatever length.
"""

from functools import cache

import automata
import languages
from automata import UnsupportedError
from formula import ELEMENT, KINDS, NUMBERS, Cnf, leaves

EXAMPLES = {"null": None, "false": False, "true": True, "integer": 2020, "fraction": 0.5, "below": -(2**53), "above": 2**53}
KIND_OF_TYPE = {type(None): "null", float: "fraction", list: "array", dict: "object"}
# The day that stands for its class. It is within a year of oracles.TODAY.
PREFERRED_DAY = "2026-02-14"
# An array of more elements than this is known as one of more.
MOST_COUNTED = 2


class Texts:
    """The classes of texts that some sets of texts make."""

    def __init__(self, keys):
        self.keys = keys
        cuts, table, answers, witnesses = automata.product([languages.automaton(key) for key in keys])
        self.whole = automata.Automaton(cuts, table, frozenset())
        self.answers = answers
        self.witness = {}
        for answer, witness in zip(answers, witnesses, strict=True):
            self.witness.setdefault(answer, witness)
        if ("day",) in keys:
            self.witness[self.of_text(PREFERRED_DAY)] = PREFERRED_DAY

    def contains(self, key, answer):
        return answer[self.keys.index(key)]

    def of_text(self, written):
        state = 0
        for letter in written:
            state = self.whole.step(state, ord(letter))
        return self.answers[state]


@cache
def texts_of(keys):
    return Texts(keys)


def kind_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return "integer" if abs(value) < 2**53 else "above" if value > 0 else "below"
    return KIND_OF_TYPE[type(value)]


class Classes:
    """The variables of everything that some formulas ask about."""

    def __init__(self, formulas):
        self.cnf = Cnf()
        self.keys, self.arrays, self.numbers, self.context = {(): set()}, set(), set(), {}
        for formula in formulas:
            for leaf in leaves(formula):
                self.note(leaf)
        self.texts = {path: texts_of(tuple(sorted(keys, key=repr))) for path, keys in self.keys.items()}
        self.variables, self.lengths, self.first, self.occurs, self.read_as_integer = {}, {}, {}, {}, {}
        for path in sorted(self.keys):
            if ELEMENT not in path:
                self.declare(path)
        for path in sorted(self.arrays):
            self.declare_array(path)
        for path in sorted(self.numbers):
            self.read_as_integer[path] = self.cnf.variable((path, "read as an integer"))
            kinds = self.variables[path]
            self.cnf.add(-self.read_as_integer[path], *(kinds[one] for one in NUMBERS))
            self.cnf.add(-kinds["integer"], self.read_as_integer[path])

    def note(self, leaf):
        name, *rest = leaf
        if name == "context":
            if rest[0] not in self.context:
                self.context[rest[0]] = self.cnf.variable(rest[0])
            return
        path = rest[0]
        for end in range(len(path) + 1):
            self.keys.setdefault(path[:end], set())
        if name == "text":
            self.keys[path].add(rest[1])
        elif name == "integer":
            self.numbers.add(path)
        elif name in ("least", "first", "some"):
            self.arrays.add(path)
            self.keys.setdefault((*path, ELEMENT), set())
            if path.count(ELEMENT) or (name == "least" and rest[1] > MOST_COUNTED):
                raise UnsupportedError(f"{name} at {path}")
        elif ELEMENT in path[:-1]:
            raise UnsupportedError(f"a value inside an element: {path}")

    def classes(self, path):
        """The classes at a path: kinds, and tuples for texts."""
        is_always_there = path == () or path[-1] == ELEMENT
        return [one for one in KINDS if one != "absent" or not is_always_there] + list(self.texts[path].witness)

    def declare(self, path):
        variables = {one: self.cnf.variable((path, one)) for one in self.classes(path)}
        self.variables[path] = variables
        self.cnf.exactly_one(list(variables.values()))
        if path:  # only an object has members
            self.cnf.add(self.variables[path[:-1]]["object"], variables["absent"])

    def declare_array(self, path):
        add = self.cnf.add
        is_array = self.variables[path]["array"]
        each = self.classes((*path, ELEMENT))
        some, more = self.lengths[path] = [self.cnf.variable((path, f"at least {least}")) for least in (1, 2)]
        first = self.first[path] = {one: self.cnf.variable((path, "first", one)) for one in each}
        occurs = self.occurs[path] = {one: self.cnf.variable((path, "some", one)) for one in each}
        add(-some, is_array)
        add(-more, some)
        add(-some, *first.values())
        for at, one in enumerate(each):
            add(-first[one], occurs[one])
            add(-occurs[one], some)
            add(-occurs[one], more, first[one])
            for other in each[:at]:
                add(-first[one], -first[other])

    def of_leaf(self, leaf):
        """A literal or a formula of literals."""
        name, path, *rest = leaf
        if name == "context":
            return self.context[path]
        if name == "integer":
            return self.read_as_integer[path]
        if name == "kind":
            return self.variables[path].get(rest[0], False)
        if name == "text":
            texts = self.texts[path]
            return any_literal(self.variables[path][one] for one in texts.witness if texts.contains(rest[0], one))
        if name == "least":
            return [self.variables[path]["array"], *self.lengths[path]][rest[0]]
        variables = self.first[path] if name == "first" else self.occurs[path]
        return any_literal(literal for one, literal in variables.items() if self.is_satisfied(rest[0], one))

    def is_satisfied(self, formula, one):
        """Whether the elements of a class satisfy a formula about an element."""
        if isinstance(formula, bool):
            return formula
        name, *rest = formula
        if name == "not":
            return not self.is_satisfied(rest[0], one)
        if name in ("and", "or"):
            return (all if name == "and" else any)(self.is_satisfied(part, one) for part in rest)
        path, wanted = rest
        if name == "kind":
            return one == wanted
        return isinstance(one, tuple) and self.texts[path].contains(wanted, one)

    def literal(self, formula):
        return self.cnf.literal(formula, self.of_leaf)

    def payload(self, model):
        """A payload of the classes that a model, a set of true literals, has chosen."""
        return self.value((), model)

    def chosen(self, variables, model):
        return [one for one, variable in variables.items() if variable in model]

    def value(self, path, model):
        (one,) = self.chosen(self.variables[path], model)
        if one == "object":
            members = {inner[-1]: inner for inner in self.variables if inner[:-1] == path and inner}
            absent = {name for name, inner in members.items() if self.variables[inner]["absent"] in model}
            return {name: self.value(inner, model) for name, inner in members.items() if name not in absent}
        if one != "array":
            return self.example(path, one)
        if path not in self.arrays or self.lengths[path][0] not in model:
            return []
        element = (*path, ELEMENT)
        first = self.chosen(self.first[path], model)
        others = [other for other in self.chosen(self.occurs[path], model) if other not in first]
        if not others and self.lengths[path][1] in model:
            others = first
        return [self.example(element, each) for each in first + others]

    def example(self, path, one):
        if isinstance(one, tuple):
            return self.texts[path].witness[one]
        return {"array": [], "object": {}}.get(one, EXAMPLES.get(one))


def any_literal(literals):
    literals = list(literals)
    return ("or", *literals) if len(literals) > 1 else literals[0] if literals else False


def holds(formula, payload, context=frozenset()):
    """Whether a payload satisfies a formula, by its own values and not by their classes."""
    if isinstance(formula, bool):
        return formula
    name, *rest = formula
    if name == "not":
        return not holds(rest[0], payload, context)
    if name in ("and", "or"):
        return (all if name == "and" else any)(holds(part, payload, context) for part in rest)
    if name == "context":
        return rest[0] in context
    return is_true_of(name, rest[1:], at(payload, rest[0]))


ABSENT = object()


def at(payload, path):
    for member in path:
        payload = payload.get(member, ABSENT) if isinstance(payload, dict) else ABSENT
    return payload


def is_true_of(name, wanted, value):
    if name == "kind":
        return value is ABSENT if wanted[0] == "absent" else kind_name(value) == wanted[0]
    if name == "text":
        return isinstance(value, str) and languages.automaton(wanted[0]).accepts(value)
    if name == "integer":
        return kind_name(value) == "integer"
    if not isinstance(value, list):
        return False
    if name == "least":
        return len(value) >= wanted[0]
    each = value[:1] if name == "first" else value
    return any(holds_of_element(wanted[0], element) for element in each)


def holds_of_element(formula, element):
    if isinstance(formula, bool):
        return formula
    name, *rest = formula
    if name == "not":
        return not holds_of_element(rest[0], element)
    if name in ("and", "or"):
        return (all if name == "and" else any)(holds_of_element(part, element) for part in rest)
    return is_true_of(name, rest[1:], element)


def kind_name(value):
    return None if value is ABSENT or isinstance(value, str) else kind_of(value)
