#!/usr/bin/env python3
"""Runs the cases of the conformance kit against an implementation, and reports the result.

    python3 kit/run.py [OPTIONS] -- COMMAND...

COMMAND is a program that reads requests and writes answers, a line of JSON each (kit/README.md).
Exits 0 if every answered case is right, 1 if one is wrong, 2 if the program does not follow the
protocol or the command line is wrong. Needs Python 3.9 or later and nothing else.
"""

import argparse
import html
import json
import subprocess
import sys
import threading
from collections import defaultdict
from pathlib import Path

KIT = Path(__file__).resolve().parent
OUTCOMES = ("right", "wrong", "unsupported")


class ProtocolError(Exception):
    """The program does not follow the protocol."""


class UsageError(Exception):
    """The command line is wrong."""


def main():
    options = arguments()
    cases = read_cases(options.cases)
    try:
        cases = only(cases, options.only)
        answers = ask(options.command, cases)
    except (OSError, ProtocolError, UsageError) as error:
        print(f"kit: {error}", file=sys.stderr)
        return 2
    results = [judge(case, answer) for case, answer in zip(cases, answers)]
    report = report_of(results)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.html:
        options.html.write_text(page(report), encoding="utf-8")
    if options.badge:
        options.badge.write_text(json.dumps(badge(report)) + "\n", encoding="utf-8")
    print_table(report, options.show)
    return 1 if report["all"]["wrong"] else 0


def arguments():
    """Returns the parsed command line."""
    parser = argparse.ArgumentParser(usage="%(prog)s [options] -- COMMAND...")
    parser.add_argument("--cases", type=Path, default=KIT / "cases.jsonl", help="the cases (%(default)s)")
    parser.add_argument("--only", action="append", metavar="OPERATION", help="only the cases of an operation")
    parser.add_argument("--json", type=Path, metavar="FILE", help="writes the report as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="writes the report as a page")
    parser.add_argument("--badge", type=Path, metavar="FILE", help="writes a badge in the format of shields.io")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="prints the first N wrong answers")
    parser.add_argument("command", nargs="+", help="the program under test, after --")
    return parser.parse_args()


def read_cases(path):
    """Returns the cases of a file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def only(cases, operations):
    """Returns the cases of these operations, or all cases without operations."""
    known = sorted({case["operation"] for case in cases})
    if not set(operations or known).issubset(known):
        raise UsageError(f"--only names one of these operations: {', '.join(known)}")
    return [case for case in cases if case["operation"] in (operations or known)]


def ask(command, cases):
    """Sends every case to the program, and returns its answers in order."""
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    # A thread writes, because the program may answer before it has read everything.
    writer = threading.Thread(target=write_requests, args=(program, cases), daemon=True)
    writer.start()
    try:
        answers = [read_answer(program, case) for case in cases]
        writer.join()
        if program.wait() != 0:
            raise ProtocolError(f"the program ended with {program.returncode}")
        return answers
    finally:
        program.kill()
        program.stdout.close()
        program.wait()


def write_requests(program, cases):
    """Writes a request for each case, and closes the program's input."""
    try:
        for case in cases:
            request = {"id": case["id"], "operation": case["operation"], "input": case["input"], "context": case["context"]}
            program.stdin.write(json.dumps(request) + "\n")
        program.stdin.close()
    except OSError:
        pass  # the program ended, which the reader reports


def read_answer(program, case):
    """Returns the program's answer to a case."""
    line = program.stdout.readline()
    if not line:
        raise ProtocolError(f"the program ended before it answered {case['id']!r}")
    try:
        answer = json.loads(line)
    except ValueError as error:
        raise ProtocolError(f"the answer to {case['id']!r} is not JSON: {error}") from error
    if not isinstance(answer, dict) or answer.get("id") != case["id"]:
        raise ProtocolError(f"expected the answer to {case['id']!r}; an answer has the id of its request")
    if answer.get("unsupported") is not True and "answer" not in answer:
        raise ProtocolError(f"the answer to {case['id']!r} has neither \"answer\" nor \"unsupported\": true")
    return answer


def judge(case, answer):
    """Returns the case with its outcome and, for a wrong answer, the first difference."""
    if answer.get("unsupported") is True:
        return {"case": case, "outcome": "unsupported", "difference": None}
    difference = first_difference(case["answer"], answer["answer"], "")
    return {"case": case, "outcome": "wrong" if difference else "right", "difference": difference}


def first_difference(expected, given, at):
    """Returns a sentence about the first difference of two JSON values, or None."""
    if kind(expected) != kind(given):
        return f"{at or 'the answer'}: expected {short(expected)}, got {short(given)}"
    if isinstance(expected, dict):
        for name in expected:
            if name not in given:
                return f"{at}/{name} is missing"
        for name in given:
            if name not in expected:
                return f"{at}/{name} is not expected"
        return first(first_difference(expected[name], given[name], f"{at}/{name}") for name in expected)
    if isinstance(expected, list):
        pairs = zip(expected, given)
        found = first(first_difference(one, other, f"{at}/{index}") for index, (one, other) in enumerate(pairs))
        return found or (None if len(expected) == len(given) else f"{at}: expected {len(expected)} elements, got {len(given)}")
    return None if expected == given else f"{at}: expected {short(expected)}, got {short(given)}"


def first(found):
    """Returns the first item that is not None."""
    return next((one for one in found if one is not None), None)


def kind(value):
    """Returns the JSON type. Python counts `true` as the number 1."""
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__


def short(value):
    """Returns a value for a message."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "..."


def report_of(results):
    """Returns the counts by operation, rule and requirement, and the wrong answers."""
    groups = {"operations": defaultdict(list), "rules": defaultdict(list), "requirements": defaultdict(list), "decisions": defaultdict(list)}
    for result in results:
        case = result["case"]
        groups["operations"][case["operation"]].append(result)
        for rule in rules_of(case):
            groups["rules"][rule].append(result)
        for name in ("requirements", "decisions"):
            for identifier in case[name]:
                groups[name][identifier].append(result)
    wrong = [result for result in results if result["outcome"] == "wrong"]
    return {
        "format": 1,
        "all": counts(results),
        **{name: {key: counts(group) for key, group in sorted(members.items(), key=by_number)} for name, members in groups.items()},
        "wrong": [{"id": result["case"]["id"], "operation": result["case"]["operation"], "difference": result["difference"]} for result in wrong],
    }


def by_number(item):
    """Orders D9 before D10."""
    name = item[0]
    return (name[:1], int(name[1:])) if name[1:].isdigit() else (name, 0)


def rules_of(case):
    """Returns the rules that a case is about: that of its file, and those of its findings."""
    issues = case["answer"].get("issues") or []
    found = {issue["rule"] for issue in issues if isinstance(issue, dict) and "rule" in issue}
    file = case["id"].split(": ", 1)[0]
    return sorted(found | ({file[len("rules/"):]} if file.startswith("rules/") else set()))


def counts(results):
    """Returns the number of results of each outcome."""
    return {outcome: sum(result["outcome"] == outcome for result in results) for outcome in OUTCOMES}


def score(count):
    """Returns the percentage of all cases that were answered correctly, rounded down."""
    total = sum(count.values())
    return 100 * count["right"] // total if total else 0


def badge(report):
    """Returns a badge in the format of shields.io."""
    count = report["all"]
    color = "brightgreen" if count["right"] == sum(count.values()) else "red" if count["wrong"] else "yellow"
    return {"schemaVersion": 1, "label": "casegate kit", "message": f"{score(count)} %", "color": color}


def print_table(report, show):
    """Prints the counts by operation, and the first wrong answers."""
    print(f"{'operation':24}{'right':>8}{'wrong':>8}{'unsupported':>13}")
    for name, count in [*report["operations"].items(), ("all", report["all"])]:
        print(f"{name:24}{count['right']:>8}{count['wrong']:>8}{count['unsupported']:>13}")
    for wrong in report["wrong"][:show]:
        print(f"wrong: {wrong['id']}\n       {wrong['difference']}")
    count = report["all"]
    print(f"kit: {score(count)} %: {count['right']} right, {count['wrong']} wrong, {count['unsupported']} unsupported")


def page(report):
    """Returns the report as a page."""
    sections = [("Operations", "operations"), ("Rules", "rules"), ("Requirements", "requirements"), ("Decisions", "decisions")]
    tables = "".join(f"<h2>{title}</h2>{table(report[name])}" for title, name in sections)
    wrong = "".join(f"<li><code>{html.escape(one['id'])}</code><br>{html.escape(one['difference'])}</li>" for one in report["wrong"])
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Conformance: {score(report["all"])} %</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }}
table {{ border-collapse: collapse }} th, td {{ padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #8885 }}
th:first-child, td:first-child {{ text-align: left }} .wrong {{ color: #c33; font-weight: bold }}
</style>
<h1>Conformance: {score(report["all"])} %</h1>
{table({"all cases": report["all"]})}
{f"<h2>Wrong answers</h2><ol>{wrong}</ol>" if wrong else ""}
{tables}
</html>
"""


def table(members):
    """Returns counts as a table."""
    head = "".join(f'<th scope="col">{outcome}</th>' for outcome in OUTCOMES)
    return f'<table><tr><th scope="col">id</th>{head}</tr>{"".join(row(name, count) for name, count in members.items())}</table>'


def row(name, count):
    """Returns a row of a table."""
    cells = "".join(f'<td{" class=wrong" if outcome == "wrong" and count[outcome] else ""}>{count[outcome]}</td>' for outcome in OUTCOMES)
    return f"<tr><td><code>{html.escape(name)}</code></td>{cells}</tr>"


if __name__ == "__main__":
    sys.exit(main())
