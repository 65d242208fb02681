"""Sets of texts, each with a key and its automaton.

The first half is the rulebook's: each form is written from the standard or from the specification and not
from a regular expression of the schemas. The second half is of JSON Schema's keywords.
"""

import calendar
from functools import cache

import automata

# The characters with the property White_Space in Unicode's PropList.txt.
WHITE_SPACE = (
    (0x0009, 0x000D),
    (0x0020, 0x0020),
    (0x0085, 0x0085),
    (0x00A0, 0x00A0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2028),
    (0x2029, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
)
DIGITS = "0123456789"
FIRST_YEAR, LAST_YEAR = 1, 9999


def is_white_space(code):
    return any(first <= code <= last for first, last in WHITE_SPACE)


def blank():
    """Texts that are empty or only white space."""
    cuts = automata.cuts_of(WHITE_SPACE)
    return automata.determined(cuts, True, lambda state, code: state and is_white_space(code), lambda state: state)


def day():
    """The days of the calendar, `YYYY-MM-DD`, each year with the days that Python's calendar has for it."""
    months = {}  # the month and day of a year: the set is one of two
    for leap in (False, True):
        year = 2000 if leap else 2001
        ends = ((month, calendar.monthrange(year, month)[1]) for month in range(1, 13))
        months[leap] = {f"-{month:02}-{number:02}" for month, last in ends for number in range(1, last + 1)}
    starts = {leap: {text[:end] for text in texts for end in range(len(text) + 1)} for leap, texts in months.items()}
    # A year behind its last digit is only leap or not.
    kinds = {f"{year:04}": calendar.isleap(year) for year in range(FIRST_YEAR, LAST_YEAR + 1)}
    cuts = automata.cuts_of({(ord(letter), ord(letter)) for letter in DIGITS + "-"})

    def follow(state, code):
        letter = chr(code)
        if isinstance(state, str):
            text = state + letter
            if len(text) < 4:
                return text if letter in DIGITS else None
            return (kinds[text], "") if text in kinds else None
        if state is None:
            return None
        leap, text = state
        return (leap, text + letter) if text + letter in starts[leap] else None

    return automata.determined(
        cuts, "", follow, lambda state: isinstance(state, tuple) and state[1] in months[state[0]]
    )


def usdot_number():
    """ASCII digits, one of which is not zero."""
    cuts = automata.cuts_of({(ord(letter), ord(letter)) for letter in DIGITS})

    def follow(state, code):
        letter = chr(code)
        return None if state is None or letter not in DIGITS else state or letter != "0"

    return automata.determined(cuts, False, follow, lambda state: state is True)


def any_case(codes):
    """Each code with each of its letters in upper or lower case."""
    return {a + b for code in codes for a in (code[0], code[0].lower()) for b in (code[1], code[1].lower())}


def beginning(prefixes):
    """Texts that start with one of these."""
    prefixes = frozenset(prefixes)
    starts = {prefix[:end] for prefix in prefixes for end in range(len(prefix) + 1)}
    cuts = automata.cuts_of({(ord(letter), ord(letter)) for prefix in prefixes for letter in prefix})

    def follow(state, code):
        if state in prefixes or state is None:
            return state
        return state + chr(code) if state + chr(code) in starts else None

    return automata.determined(cuts, "", follow, lambda state: state in prefixes)


MAKERS = {
    "blank": blank,
    "day": day,
    "usdot_number": usdot_number,
    "words": automata.words_automaton,
    "beginning": beginning,
    "pattern": automata.regex_automaton,
    "length": automata.length_automaton,
}


@cache
def automaton(key):
    """The automaton of a key: the name of a maker, and what it takes."""
    return MAKERS[key[0]](*key[1:])
