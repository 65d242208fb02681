"""Payloads on which the formulas are compared with ajv and with the program, to test the two translations."""

import json
import random
import subprocess
import tempfile
from pathlib import Path

import oracles
from solve import model_of

KIT = oracles.ROOT / "kit" / "cases.jsonl"
# Limits of the check that no schema knows: the rows `size` and `depth`.
MOST_CHARACTERS, MOST_LEVELS = 1 << 16, 60


def depth(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth, inner), default=0)


def of_kit():
    """The payloads of the conformance kit that any parser reads alike."""
    for line in KIT.read_text(encoding="utf-8").split("\n"):
        case = json.loads(line) if line else {"operation": None}
        if case["operation"] != "check_case" or len(case["input"]) > MOST_CHARACTERS:
            continue
        try:
            payload = json.loads(case["input"])
            case["input"].encode()
            json.dumps(payload, ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, RecursionError):  # not JSON, a lone surrogate, or a number beyond a double
            continue
        if depth(payload) < MOST_LEVELS:
            yield payload


def of_classes(classes, formula, every=1):
    """For each class of each place, a payload that satisfies the formula and one that does not, where there are such."""
    whole = classes.literal(formula)
    body = classes.cnf.dimacs().split("\n", 1)[1]
    chosen = [variable for variables in classes.variables.values() for variable in variables.values()]
    chosen += [
        variable
        for each in (classes.first, classes.occurs)
        for variables in each.values()
        for variable in variables.values()
    ]
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder) / "class.cnf"
        for variable in chosen[::every]:
            for sign in (whole, -whole):
                problem.write_text(
                    f"p cnf {len(classes.cnf.names)} {len(classes.cnf.clauses) + 2}\n{body}{variable} 0\n{sign} 0\n"
                )
                done = subprocess.run(["cadical", "-q", problem], capture_output=True, text=True, check=False)
                if done.returncode == 10:
                    yield classes.payload(model_of(done.stdout))


def mixed(classes, payloads, count, seed=1):
    """Payloads in which the values of up to four places are of random classes."""
    chance = random.Random(seed)
    places = sorted(path for path in classes.variables if path)
    for _ in range(count):
        payload = json.loads(json.dumps(chance.choice(payloads)))
        for path in chance.sample(places, chance.randint(1, 4)):
            holder = payload
            for member in path[:-1]:
                if isinstance(holder, dict):
                    holder = holder.get(member)
            if not isinstance(holder, dict):
                continue
            one = chance.choice(classes.classes(path))
            if one == "absent":
                holder.pop(path[-1], None)
            else:
                holder[path[-1]] = array(classes, path, chance) if one == "array" else classes.example(path, one)
        yield payload


def array(classes, path, chance):
    if path not in classes.arrays:
        return []
    element = (*path, "*")
    return [classes.example(element, chance.choice(classes.classes(element))) for _ in range(chance.randint(0, 3))]
