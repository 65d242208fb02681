"""The difference of two formulas as a problem for CaDiCaL, and the check of its proof."""

import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import checker
from classes import Classes


@dataclass
class Answer:
    """A payload on which two formulas differ, or a checked proof that there is none."""

    payload: object = None
    is_first: bool = False  # the first formula accepts the payload, and the second does not
    is_equal: bool = False
    context: frozenset = frozenset()
    sizes: dict = field(default_factory=dict)  # of the problem and its proof


def difference(first, second, exemptions=(), direction=None):
    """The problem whose models are the payloads on which two formulas differ.

    With a direction, only those that the first formula accepts (`True`) or refuses (`False`).
    """
    classes = Classes([first, second, *exemptions])
    one, other = classes.literal(first), classes.literal(second)
    for exemption in exemptions:
        classes.cnf.add(classes.literal(exemption))
    classes.cnf.add(one, other)
    classes.cnf.add(-one, -other)
    if direction is not None:
        classes.cnf.add(one if direction else -one)
    return classes, one


def model_of(output):
    """The true literals that CaDiCaL prints."""
    values = (word for line in output.splitlines() if line.startswith("v") for word in line.split()[1:])
    return {int(value) for value in values}


def solve(first, second, exemptions=(), direction=None, *, keep=None):
    """Solves the problem. A proof is checked, and kept in a folder together with the problem if one is named."""
    classes, one = difference(first, second, exemptions, direction)
    with tempfile.TemporaryDirectory() as folder:
        problem, proof = (Path(keep or folder) / f"difference.{end}" for end in ("cnf", "drat"))
        problem.parent.mkdir(parents=True, exist_ok=True)
        problem.write_text(classes.cnf.dimacs())
        try:
            done = subprocess.run(
                ["cadical", "--no-binary", "-q", problem, proof], capture_output=True, text=True, check=False
            )
        except FileNotFoundError:
            sys.exit("there is no cadical: scripts/setup proof")
        if done.returncode == 10:
            model = model_of(done.stdout)
            context = frozenset(name for name, variable in classes.context.items() if variable in model)
            return Answer(classes.payload(model), one in model, context=context)
        if done.returncode != 20:
            raise RuntimeError(f"cadical: {done.stdout} {done.stderr}")
        with problem.open() as formula, proof.open() as steps:
            checker.check(formula, steps)
        sizes = {
            "places": len(classes.variables),
            "classes": sum(map(len, classes.variables.values())),
            "variables": len(classes.cnf.names),
            "clauses": len(classes.cnf.clauses),
            "proof lines": len(proof.read_text().splitlines()),
        }
        return Answer(is_equal=True, sizes=sizes)
