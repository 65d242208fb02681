"""The automata accept what Python's own regular expressions, calendar and lists accept."""

import datetime
import random
import re
import unittest

import automata
import languages

PATTERNS = [
    "a", "^a", "a$", "^(?:ab|c)", "^(?:ab|cd)*$", "a{2,3}b?", "^a{0,2}$", "^[ab]{2}c+$", "[^ab]", "^(?:[^a]|b)*$",
    r"^\x41\.$", "^(?:a|b(?:c|d){2})?$", "^a*b*$", "(?:ab)+", "^0*[1-9][0-9]*$", "^a{2,}$",
]  # fmt: skip
REFUSED = [
    "a|^b",
    "^a|b$",
    "a^",
    "(a)",
    "(?=a)",
    r"\d",
    r"\w",
    ".",
    "[a",
    "(?:a",
    "a)",
    "*",
    r"[\d]",
    "[a-]",
    "a{0}",
    "[[]",
]


def texts(count, letters, most=6, seed=1):
    chance = random.Random(seed)
    yield from ("".join(chance.choice(letters) for _ in range(chance.randint(0, most))) for _ in range(count))


class Automata(unittest.TestCase):
    def test_a_pattern_is_found_where_python_finds_it(self):
        for pattern in PATTERNS:
            automaton = automata.regex_automaton(pattern)
            # `\Z`, because `$` also matches before a final line break in Python.
            own = re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)
            for text in texts(3_000, "abcd01A.\n\u3000"):
                self.assertEqual(automaton.accepts(text), own.search(text) is not None, (pattern, text))

    def test_what_is_beyond_the_subset_is_refused(self):
        for pattern in REFUSED:
            with self.subTest(pattern), self.assertRaises(automata.UnsupportedError):
                automata.regex_automaton(pattern)

    def test_a_class_of_the_product_answers_alike(self):
        each = [automata.regex_automaton(pattern) for pattern in PATTERNS]
        cuts, table, answers, witnesses = automata.product(each)
        whole = automata.Automaton(cuts, table, frozenset())
        for witness, answer in zip(witnesses, answers, strict=True):
            self.assertEqual(answer, tuple(one.accepts(witness) for one in each))
        for text in texts(5_000, "abcd01A."):
            state = 0
            for letter in text:
                state = whole.step(state, ord(letter))
            self.assertEqual(answers[state], tuple(one.accepts(text) for one in each), text)

    def test_finite_sets_are_counted(self):
        self.assertEqual(automata.accepted_texts(automata.words_automaton(["", "a", "ab", "ba"])), 4)
        self.assertEqual(automata.accepted_texts(automata.regex_automaton("^(?:[ab]{1,3})$")), 14)
        self.assertEqual(automata.accepted_texts(automata.length_automaton(1)), 0x110000 - 0x800 + 1)
        self.assertIsNone(automata.accepted_texts(automata.regex_automaton("^a*$")))

    def test_equal_sets_have_one_automaton(self):
        self.assertEqual(automata.regex_automaton("^(?:a|ab)$"), automata.words_automaton(["a", "ab"]))
        self.assertEqual(automata.regex_automaton("^(?:a*)$"), automata.regex_automaton("^(?:(?:a)*)$"))


class Languages(unittest.TestCase):
    def test_days_are_those_of_the_calendar(self):
        day = languages.automaton(("day",))
        for text in ["0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29", "0004-02-29"]:
            self.assertTrue(day.accepts(text), text)
        for text in [
            "0000-01-01",
            "2023-02-29",
            "1900-02-29",
            "2024-13-01",
            "2024-1-01",
            "2024-01-01 ",
            "",
            "2024-00-10",
        ]:
            self.assertFalse(day.accepts(text), text)
        for text in (
            f"{year:04}-{month:02}-{number:02}"
            for year in (1, 4, 100, 400, 2023)
            for month in range(14)
            for number in range(33)
        ):
            try:
                datetime.date.fromisoformat(text)
                exists = True
            except ValueError:
                exists = False
            self.assertEqual(day.accepts(text), exists, text)

    def test_white_space_is_that_of_the_standard(self):
        blank = languages.automaton(("blank",))
        for code in range(0x110000):
            # Python's own list has four separators more, which Unicode's White_Space has not.
            if not 0xD800 <= code < 0xE000:
                expected = chr(code).isspace() and not 0x1C <= code <= 0x1F
                self.assertEqual(blank.accepts(chr(code)), expected, hex(code))
        self.assertTrue(blank.accepts(""))
        self.assertTrue(blank.accepts(" \u3000\n"))
        self.assertFalse(blank.accepts(" x "))

    def test_a_usdot_number_has_digits_of_which_one_is_not_zero(self):
        number = languages.automaton(("usdot_number",))
        for text in texts(3_000, "019 x\n"):
            self.assertEqual(number.accepts(text), text.isdigit() and text.strip("0") != "", text)

    def test_prefixes_are_at_the_start(self):
        beginning = languages.automaton(("beginning", ("ab", "b")))
        for text in texts(3_000, "abc"):
            self.assertEqual(beginning.accepts(text), text.startswith(("ab", "b")), text)


if __name__ == "__main__":
    unittest.main()
