"""The lemmas about the texts of one field: a schema's expression and the rule's form accept the same texts.

The proof itself does not need them: texts on which the two differ would be a class of their own. They
show each form alone, by counting and listing besides automata.
"""

import datetime

import automata
import languages
import schema_cnf
from classes import holds, texts_of
from formula import leaves, negation, text

PLACE = ("text",)


def differing_texts(schema, form):
    """A text that a schema and a formula about texts judge differently, or None."""
    accepted = schema_cnf.Schema(schema).of(schema["here"], PLACE)
    keys = tuple(sorted({leaf[2] for leaf in [*leaves(accepted), *leaves(form)] if leaf[0] == "text"}, key=repr))
    for witness in texts_of(keys).witness.values():
        payload = {PLACE[0]: witness}
        if holds(accepted, payload) != holds(form, payload):
            return witness
    return None


def states(tables):
    return frozenset(tables["states"]["usual"] + tables["states"]["unusual"])


def forms(tables):
    """For each shared schema of texts: the rulebook's form, and the number of texts if it is finite."""
    blank, codes = text(PLACE, "blank"), states(tables)
    return {
        "non_blank": (negation(blank), None),
        "day": (text(PLACE, "day"), (datetime.date.max - datetime.date.min).days + 1),
        "state": (text(PLACE, "words", frozenset(languages.any_case(codes))), 4 * len(codes)),
        "upper_case_state": (text(PLACE, "words", codes), len(codes)),
    }


def calendar_days(pattern):
    """The number of days of the calendar, each of which the pattern accepts."""
    automaton = languages.automaton(("pattern", pattern))
    day, last, count = datetime.date.min, datetime.date.max.toordinal(), 0
    state_of_month = {}
    for ordinal in range(day.toordinal(), last + 1):
        day = datetime.date.fromordinal(ordinal)
        start = day.isoformat()[:8]
        if start not in state_of_month:
            state = 0
            for letter in start:
                state = automaton.step(state, ord(letter))
            state_of_month = {start: state}
        state = state_of_month[start]
        for letter in f"{day.day:02}":
            state = automaton.step(state, ord(letter))
        if state not in automaton.accepting:
            raise AssertionError(f"the pattern refuses {day}")
        count += 1
    return count


def prove(schema, tables, *, all_days):
    """Yields each lemma in words. Raises AssertionError if one does not hold."""
    definitions = schema.get("$defs") or schema["definitions"]
    for name, (form, count) in forms(tables).items():
        differing = differing_texts({**schema, "here": definitions[name]}, form)
        if differing is not None:
            raise AssertionError(f"{name}: {differing!r} is judged differently")
        yield f"{name}: the same texts as the rule's form" + (f", {count} of them" if count else "")
        if (
            count is not None
            and automata.accepted_texts(languages.automaton(("pattern", definitions[name]["pattern"]))) != count
        ):
            raise AssertionError(f"{name}: the pattern accepts another number of texts than {count}")
    usdot = usdot_schema(schema)
    if usdot is not None:
        differing = differing_texts({**schema, "here": usdot}, text(PLACE, "usdot_number"))
        if differing is not None:
            raise AssertionError(f"the USDOT number: {differing!r} is judged differently")
        expression = {"pattern": f"^(?:{tables['conditions']['usdot_valid']['operands'][0]})$"}
        differing = differing_texts({**schema, "here": expression}, text(PLACE, "usdot_number"))
        if differing is not None:
            raise AssertionError(f"the USDOT number of the reference: {differing!r} is judged differently")
        yield "USDOT number: the same texts as the rule's form, in the schema and in the reference"
    for prefixes in prefixes_of(schema):
        differing = differing_texts(
            {**schema, "here": {"pattern": f"^(?:{'|'.join(prefixes)})"}}, text(PLACE, "beginning", prefixes)
        )
        if differing is not None:
            raise AssertionError(f"the prefix {prefixes}: {differing!r} is judged differently")
        yield f"prefix {' or '.join(prefixes)}: the same texts as the rule's form"
    if all_days:
        yield f"day: each of {calendar_days(definitions['day']['pattern'])} days of the calendar, one by one"


def inner_schemas(value):
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from inner_schemas(part)


def usdot_schema(schema):
    return next((inner for inner in inner_schemas(schema) if inner.get("not") == {"pattern": "[^0-9]"}), None)


def prefixes_of(schema):
    patterns = {inner["pattern"] for inner in inner_schemas(schema["allOf"]) if isinstance(inner.get("pattern"), str)}
    return sorted(tuple(pattern[4:-1].split("|")) for pattern in patterns if pattern.startswith("^(?:"))
