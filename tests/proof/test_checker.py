"""The checker accepts a proof, and refuses one that does not show that the formula has no model."""

import itertools
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import checker

# Every clause of three variables, and a proof that they have no model.
ALL = [[a, 2 * b, 3 * c] for a, b, c in itertools.product((1, -1), repeat=3)]
PROOF = ["1 2 0", "1 0", "d 1 2 0", "2 0"]


def dimacs(clauses, variables):
    return [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, clause)) + " 0" for clause in clauses)]


def refuses(clauses, proof, variables=3):
    try:
        checker.check(dimacs(clauses, variables), proof)
    except checker.ProofError:
        return True
    return False


def has_model(clauses, variables):
    return any(
        all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in clauses)
        for values in itertools.product((False, True), repeat=variables)
    )


def proof_of_solver(clauses, variables):
    """The lines of CaDiCaL's proof, or None if there is a model."""
    with tempfile.TemporaryDirectory() as folder:
        problem, proof = Path(folder) / "p.cnf", Path(folder) / "p.drat"
        problem.write_text("\n".join(dimacs(clauses, variables)) + "\n")
        done = subprocess.run(["cadical", "--no-binary", "-q", problem, proof], capture_output=True, check=False)
        return proof.read_text().splitlines() if done.returncode == 20 else None


class Checker(unittest.TestCase):
    def test_a_proof_is_accepted(self):
        self.assertEqual(checker.check(dimacs(ALL, 3), PROOF), 3)

    def test_a_line_that_matters_is_missed(self):
        for end in range(len(PROOF)):
            self.assertTrue(refuses(ALL, PROOF[:end]))

    def test_a_changed_line_is_refused(self):
        for at, other in ((0, "0"), (0, "x 0"), (2, "d 1 3 0"), (3, "1 0"), (3, "d 2 0")):
            changed = list(PROOF)
            changed[at] = other
            self.assertTrue(refuses(ALL, changed), other)

    def test_a_formula_with_a_model_is_refused(self):
        for dropped in range(len(ALL)):
            self.assertTrue(refuses(ALL[:dropped] + ALL[dropped + 1 :], PROOF))

    def test_a_clause_by_its_first_literal(self):
        # The first clauses define variable 4, as a solver may. No unit propagation finds them.
        definition = ["4 -1 -2 0", "-4 1 0", "-4 2 0"]
        self.assertFalse(refuses(ALL, definition + PROOF, 4))
        # Here the other order of literals does not define anything.
        self.assertTrue(refuses([*ALL, [4, 1], [-4, 3]], ["-1 4 0", *PROOF[1:]], 4))

    def test_a_unit_clause_may_not_contradict_the_formula(self):
        self.assertTrue(refuses([[1, 2]], ["-1 0", "-2 0", "0"], 2))

    def test_what_cannot_be_read_is_refused(self):
        for lines in (
            [],
            ["p cnf 1"],
            ["p cnf 1 2", "1 0"],
            ["p cnf 1 1", "2 0"],
            ["p cnf 1 1", "1"],
            ["p cnf 1 1", "x 0"],
            ["p cnf 1 1", "1 0 1 0"],
        ):
            with self.subTest(lines), self.assertRaises(checker.ProofError):
                checker.check(lines, ["0"])
        self.assertTrue(refuses(ALL, ["1 2"]))

    def test_proofs_of_a_solver(self):
        chance, variables = random.Random(7), 7
        accepted = refused = missed = 0
        for _ in range(100):
            clauses = [
                [chance.choice((1, -1)) * one for one in chance.sample(range(1, variables + 1), 3)] for _ in range(34)
            ]
            proof = proof_of_solver(clauses, variables)
            self.assertEqual(proof is None, has_model(clauses, variables))
            if proof is None:
                continue
            accepted += 1
            lines = [at for at, line in enumerate(proof) if not line.startswith("d")]
            missed += sum(refuses(clauses, proof[:at] + proof[at + 1 :], variables) for at in lines)
            self.assertFalse(refuses(clauses, proof, variables))
            for dropped in range(len(clauses)):
                fewer = clauses[:dropped] + clauses[dropped + 1 :]
                if has_model(fewer, variables):
                    refused += 1
                    self.assertTrue(refuses(fewer, proof, variables))
        self.assertGreater(min(accepted, refused, missed), 15, (accepted, refused, missed))


if __name__ == "__main__":
    unittest.main()
