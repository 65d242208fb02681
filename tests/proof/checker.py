"""Checks a proof that a formula has no model: python3 checker.py FORMULA PROOF

The formula is in DIMACS, the proof in DRAT as text. Each line of the proof adds a clause that follows by
unit propagation (RUP), or whose first literal only meets clauses with which it would follow so (RAT), or
deletes a clause after `d`. The proof must reach a contradiction. This file shares no code with the rest
of the proof, and needs no knowledge of how the formula was made.
"""

import sys


class ProofError(Exception):
    """Raised for a formula or a proof that cannot be read, and for a step that does not follow."""


def numbers(line, most):
    try:
        literals = [int(word) for word in line.split()]
    except ValueError:
        raise ProofError(f"not a clause: {line[:60]}") from None
    if not literals or literals[-1] != 0 or 0 in literals[:-1]:
        raise ProofError(f"a clause without its end: {line[:60]}")
    if most is not None and any(abs(literal) > most for literal in literals):
        raise ProofError(f"an unknown variable: {line[:60]}")
    return list(dict.fromkeys(literals[:-1]))


def read_formula(lines):
    head, clauses = None, []
    for line in lines:
        if not line.strip() or line.startswith("c"):
            continue
        if head is None:
            words = line.split()
            if words[:2] != ["p", "cnf"] or len(words) != 4:
                raise ProofError("the formula has no head")
            head = int(words[2]), int(words[3])
            continue
        clauses.append(numbers(line, head[0]))
    if head is None or len(clauses) != head[1]:
        raise ProofError("the formula has another number of clauses than its head")
    return clauses


class Checker:
    """The clauses so far, with two watched literals each, and the literals that they make true."""

    def __init__(self, clauses):
        self.clauses, self.numbers = {}, {}  # clauses by number, and the numbers of equal clauses
        self.next_number = 0
        self.watches, self.occurrences = {}, {}
        self.true, self.trail, self.reasons = set(), [], {}
        self.seen = 0  # the literals of the trail that are propagated
        self.is_refuted = False
        for clause in clauses:
            self.add(clause)

    def add(self, literals):
        """Adds a clause, and propagates if it has become a unit."""
        number = self.next_number
        self.next_number += 1
        # Literals that are not false are watched first.
        clause = sorted(literals, key=lambda literal: -literal in self.true)
        self.clauses[number] = clause
        self.numbers.setdefault(frozenset(literals), []).append(number)
        for literal in clause:
            self.occurrences.setdefault(literal, set()).add(number)
        for literal in clause[:2]:
            self.watches.setdefault(literal, []).append(number)
        if not clause or -clause[0] in self.true:
            self.is_refuted = True
        elif len(clause) == 1 or -clause[1] in self.true:
            self.assign(clause[0], number)
            self.is_refuted = self.is_refuted or not self.propagate()

    def delete(self, literals):
        """Deletes a clause. One that makes a literal true is kept, as other checkers do."""
        found = self.numbers.get(frozenset(literals))
        if not found:
            raise ProofError("a clause is deleted that does not exist")
        number = found[-1]
        if any(self.reasons.get(literal) == number for literal in literals):
            return
        found.pop()
        clause = self.clauses.pop(number)
        for literal in clause:
            self.occurrences[literal].discard(number)
        for literal in clause[:2]:
            self.watches[literal].remove(number)

    def assign(self, literal, reason):
        if literal not in self.true:
            self.true.add(literal)
            self.trail.append(literal)
            self.reasons[literal] = reason

    def propagate(self):
        """Returns `False` at a contradiction."""
        while self.seen < len(self.trail):
            false = -self.trail[self.seen]
            self.seen += 1
            watching = self.watches.get(false, [])
            kept = []
            for at, number in enumerate(watching):
                clause = self.clauses[number]
                if clause[0] == false and len(clause) > 1:
                    clause[0], clause[1] = clause[1], false
                if clause[0] in self.true:
                    kept.append(number)
                    continue
                for other in range(2, len(clause)):
                    if -clause[other] not in self.true:
                        clause[1], clause[other] = clause[other], false
                        self.watches.setdefault(clause[1], []).append(number)
                        break
                else:
                    kept.append(number)
                    if -clause[0] in self.true:
                        self.watches[false] = kept + watching[at + 1 :]
                        return False
                    self.assign(clause[0], number)
            self.watches[false] = kept
        return True

    def contradicts(self, literals):
        """Whether assuming that all these literals are false, besides what is assumed, is contradictory."""
        for literal in literals:
            if literal in self.true:
                return True
            self.assign(-literal, None)
        return not self.propagate()

    def undo(self, length):
        for literal in self.trail[length:]:
            self.true.discard(literal)
            del self.reasons[literal]
        del self.trail[length:]
        self.seen = length

    def follows(self, literals):
        """Whether a clause may be added: by unit propagation, or by its first literal."""
        length = len(self.trail)
        try:
            if self.contradicts(literals):
                return True
            if not literals:
                return False
            assumed = len(self.trail)
            for number in list(self.occurrences.get(-literals[0], ())):
                others = [literal for literal in self.clauses[number] if literal != -literals[0]]
                is_met = self.contradicts(others)
                self.undo(assumed)
                if not is_met:
                    return False
            return True
        finally:
            self.undo(length)

    def check(self, lines):
        """Checks each step. Returns the number of clauses that were added."""
        added = 0
        for at, line in enumerate(lines, 1):
            if self.is_refuted:
                break
            if line.startswith("d "):
                self.delete(numbers(line[2:], None))
                continue
            literals = numbers(line, None)
            added += 1
            if not self.follows(literals):
                raise ProofError(f"line {at} of the proof does not follow")
            self.add(literals)
        if not self.is_refuted:
            raise ProofError("the proof ends without a contradiction")
        return added


def check(formula, proof):
    """Checks the lines of a proof against the lines of a formula."""
    checker = Checker(read_formula(formula))
    return checker.check(line for line in proof if line.strip() and not line.startswith("c"))


if __name__ == "__main__":
    with open(sys.argv[1]) as formula, open(sys.argv[2]) as proof:
        try:
            print(f"checked: {check(formula, proof)} clauses were added")
        except ProofError as error:
            sys.exit(f"refused: {error}")
