"""Finite automata over Unicode scalar values, and a compiler for the regular expressions of the schemas.

An automaton is complete and deterministic. Its alphabet is cut into blocks of characters that it treats
alike: block `i` holds the characters from `cuts[i]` up to the next cut. Surrogates are no characters.
"""

import bisect
from dataclasses import dataclass

END = 0x110000
# A block that begins here contains no character.
SURROGATES, AFTER_SURROGATES = 0xD800, 0xE000
# Characters that are easy to read in a witness.
READABLE = [ord(letter) for letter in "xA70 -_."]


class UnsupportedError(Exception):
    """Raised for anything that the proof does not model, so that nothing is passed over silently."""


@dataclass(frozen=True)
class Automaton:
    cuts: tuple  # starts with 0, contains both limits of the surrogates
    table: tuple  # for each state, the next state for each block; state 0 is the first
    accepting: frozenset

    def step(self, state, code):
        return self.table[state][bisect.bisect_right(self.cuts, code) - 1]

    def accepts(self, text):
        state = 0
        for letter in text:
            state = self.step(state, ord(letter))
        return state in self.accepting


def blocks(cuts):
    """For each block that contains characters: its number, its first character, and their number."""
    for at, first in enumerate(cuts):
        if first != SURROGATES:
            yield at, first, (cuts[at + 1] if at + 1 < len(cuts) else END) - first


def readable(first, size):
    return next((code for code in READABLE if first <= code < first + size), first)


def product(automata):
    """All reachable states of some automata that read the same text.

    Returns the cuts, the table, and for each state the tuple that tells which of the automata accept,
    and a shortest text that leads there. Each text leads to exactly one state. Hence the tuples divide
    all texts into classes, on each of which no automaton changes its answer.
    """
    cuts = sorted({SURROGATES, AFTER_SURROGATES}.union(*(automaton.cuts for automaton in automata)))
    alike = [[bisect.bisect_right(automaton.cuts, first) - 1 for first in cuts] for automaton in automata]
    parts = list(blocks(cuts))
    numbers, states, texts, table = {}, [], [], []

    def number(state, text):
        if state not in numbers:
            numbers[state] = len(states)
            states.append(state)
            texts.append(text)
        return numbers[state]

    number((0,) * len(automata), "")
    for at, state in enumerate(states):  # grows while it is read
        row = [at] * len(cuts)
        for block, first, size in parts:
            following = tuple(
                automaton.table[one][same[block]] for automaton, one, same in zip(automata, state, alike, strict=True)
            )
            row[block] = number(following, texts[at] + chr(readable(first, size)))
        table.append(tuple(row))
    answers = [
        tuple(one in automaton.accepting for automaton, one in zip(automata, state, strict=True)) for state in states
    ]
    return tuple(cuts), tuple(table), answers, texts


def minimal(cuts, table, accepting):
    """The automaton with the fewest states, numbered in the order of a breadth-first search."""
    group = [state in accepting for state in range(len(table))]
    while True:
        keys = {}
        finer = [
            keys.setdefault((group[state], *(group[to] for to in row)), len(keys)) for state, row in enumerate(table)
        ]
        if len(keys) == len(set(group)):
            break
        group = finer
    numbers, order = {group[0]: 0}, [0]
    for state in order:  # grows while it is read
        for to in table[state]:
            if group[to] not in numbers:
                numbers[group[to]] = len(numbers)
                order.append(to)
    rows = tuple(tuple(numbers[group[to]] for to in table[state]) for state in order)
    return Automaton(cuts, rows, frozenset(numbers[group[state]] for state in order if state in accepting))


def determined(cuts, start, follow, accepts):
    """The automaton whose states are whatever `follow` returns for a state and a block."""
    numbers, states, table = {start: 0}, [start], []
    for at, state in enumerate(states):  # grows while it is read
        row = [at] * len(cuts)
        for block, first, _ in blocks(cuts):
            to = follow(state, first)
            if to not in numbers:
                numbers[to] = len(states)
                states.append(to)
            row[block] = numbers[to]
        table.append(tuple(row))
    return minimal(cuts, table, {at for at, state in enumerate(states) if accepts(state)})


def cuts_of(ranges):
    """The cuts at the limits of some ranges of characters, each with its last one."""
    limits = {limit for first, last in ranges for limit in (first, last + 1)}
    return tuple(sorted({0, SURROGATES, AFTER_SURROGATES} | limits - {END}))


def words_automaton(words):
    """The automaton that accepts exactly these texts."""
    words = frozenset(words)
    starts = {word[:end] for word in words for end in range(len(word) + 1)}
    cuts = cuts_of({(ord(letter), ord(letter)) for word in words for letter in word})

    def follow(state, code):
        text = None if state is None else state + chr(code)
        return text if text in starts else None

    return determined(cuts, "", follow, lambda state: state in words)


def length_automaton(most):
    """The automaton that accepts texts of at most `most` characters."""
    return determined(cuts_of(()), 0, lambda state, _: min(state + 1, most + 1), lambda state: state <= most)


def accepted_texts(automaton):
    """The number of texts that an automaton accepts, or None if it is infinite."""
    useful = set(automaton.accepting)  # states from which an accepting one is reachable
    while True:
        more = {state for state, row in enumerate(automaton.table) if useful & set(row)} - useful
        if not more:
            break
        useful |= more
    counts, visiting = {}, set()

    def count(state):
        if state not in useful:
            return 0
        if state in visiting:
            return None
        if state not in counts:
            visiting.add(state)
            total = int(state in automaton.accepting)
            for block, _, size in blocks(automaton.cuts):
                further = count(automaton.table[state][block])
                if further is None:
                    return None
                total += size * further
            visiting.discard(state)
            counts[state] = total
        return counts[state]

    return count(0)


class Regex:
    """A regular expression as ECMA-262 reads it, for the subset that the schemas use.

    Characters, `\\xHH`, `\\.`, classes, groups without capture, alternatives, and repetitions; `^` only
    as the first and `$` only as the last character, outside of alternatives.
    """

    def __init__(self, pattern):
        self.text, self.at, self.edges, self.jumps = pattern, 0, [], []
        opens, closes = pattern.startswith("^"), pattern.endswith("$")
        self.at, self.end = int(opens), len(pattern) - closes
        start, last = self.alternatives()
        if self.at != self.end:
            raise UnsupportedError(f"a regular expression at {self.at}: {pattern}")
        if (opens or closes) and self.has_alternatives:
            raise UnsupportedError(f"an anchor beside alternatives: {pattern}")
        # A pattern may match anywhere in the text.
        for state, is_anchored in ((start, opens), (last, closes)):
            if not is_anchored:
                self.edges[state].append(([(0, END - 1)], state))
        self.start, self.last = start, last

    def state(self):
        self.edges.append([])
        self.jumps.append([])
        return len(self.edges) - 1

    def peek(self):
        return self.text[self.at] if self.at < self.end else ""

    def take(self, expected=None):
        letter = self.peek()
        if letter == "" or (expected and letter != expected):
            raise UnsupportedError(f"a regular expression at {self.at}: {self.text}")
        self.at += 1
        return letter

    def alternatives(self):
        each = [self.sequence()]
        while self.peek() == "|":
            self.take()
            each.append(self.sequence())
        self.has_alternatives = len(each) > 1  # of the outermost, which ends last
        start, last = self.state(), self.state()
        for first, end in each:
            self.jumps[start].append(first)
            self.jumps[end].append(last)
        return start, last

    def sequence(self):
        start = last = self.state()
        while self.peek() not in ("", "|", ")"):
            begin = self.at
            part = self.part()
            least, most = self.repetition()
            for copy in range(max(least, most or 0, 1)):
                # Each copy is compiled anew from the same text.
                if copy:
                    after, self.at = self.at, begin
                    part = self.part()
                    self.at = after
                if copy >= least:
                    self.jumps[part[0]].append(part[1])
                self.jumps[last].append(part[0])
                last = part[1]
            if most is None:
                self.jumps[part[1]].append(part[0])
            elif most == 0:
                raise UnsupportedError(f"a repetition of nothing: {self.text}")
            end = self.state()
            self.jumps[last].append(end)
            last = end
        return start, last

    def repetition(self):
        letter = self.peek()
        if letter in ("*", "+", "?") and letter:
            self.take()
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[letter]
        if letter != "{":
            return 1, 1
        self.take()
        inside = ""
        while self.peek() != "}":
            inside += self.take()
        self.take()
        least, comma, most = inside.partition(",")
        return int(least), int(most) if most else (None if comma else int(least))

    def part(self):
        letter = self.take()
        if letter == "(":
            self.take("?")
            self.take(":")
            inner = self.alternatives()
            self.take(")")
            # An extra state, so that a repetition cannot reach into the group.
            start, last = self.state(), self.state()
            self.jumps[start].append(inner[0])
            self.jumps[inner[1]].append(last)
            return start, last
        start, last = self.state(), self.state()
        self.edges[start].append((self.ranges(letter), last))
        return start, last

    def ranges(self, letter):
        if letter == "[":
            return self.bracket()
        if letter == "\\":
            code = self.escape()
            return [(code, code)]
        if letter in "^$.*+?{}])":
            raise UnsupportedError(f"{letter} in a regular expression: {self.text}")
        return [(ord(letter), ord(letter))]

    def escape(self):
        letter = self.take()
        if letter == "x":
            return int(self.take() + self.take(), 16)
        if letter == ".":
            return ord(".")
        raise UnsupportedError(f"an escape in a regular expression: {self.text}")

    def bracket(self):
        negated, ranges = False, []
        if self.peek() == "^":
            self.take()
            negated = True
        while self.peek() != "]":
            first = self.member()
            last = first
            if self.peek() == "-":
                self.take()
                last = self.member()
            if first > last:
                raise UnsupportedError(f"a range in a regular expression: {self.text}")
            ranges.append((first, last))
        self.take()
        if not negated:
            return ranges
        outside, begin = [], 0
        for first, last in sorted(ranges):
            if begin < first:
                outside.append((begin, first - 1))
            begin = max(begin, last + 1)
        return outside + ([(begin, END - 1)] if begin < END else [])

    def member(self):
        letter = self.take()
        if letter in "[-^":
            raise UnsupportedError(f"a class in a regular expression: {self.text}")
        return self.escape() if letter == "\\" else ord(letter)

    def closure(self, states):
        found, waiting = set(states), list(states)
        while waiting:
            for to in self.jumps[waiting.pop()]:
                if to not in found:
                    found.add(to)
                    waiting.append(to)
        return frozenset(found)

    def automaton(self):
        cuts = cuts_of({limits for edges in self.edges for ranges, _ in edges for limits in ranges})

        def follow(states, code):
            reached = {
                to
                for state in states
                for ranges, to in self.edges[state]
                if any(first <= code <= last for first, last in ranges)
            }
            return self.closure(reached)

        return determined(cuts, self.closure({self.start}), follow, lambda states: self.last in states)


def regex_automaton(pattern):
    """The automaton that accepts the texts in which a pattern is found."""
    return Regex(pattern).automaton()
