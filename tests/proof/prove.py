"""Proves that the committed JSON Schemas accept exactly the payloads in which the check finds no error.

    python3 tests/proof/prove.py [--quick]

`docs/schema-proof.md` describes the steps. With `--quick`, a share of the controls runs. The problems and
their proofs stay in `target/schema-proof`.
"""

import json
import sys
import time
from collections import Counter

import flips
import lemmas
import oracles
import reference_cnf
import samples
import schema_cnf
import unsaid
from automata import UnsupportedError
from classes import Classes, holds
from equivalent import REASONS, REFUSED
from formula import leaves
from solve import solve

PRODUCTS, DRAFTS = ("pl", "pe"), ("2020-12", "draft-07")
SCHEMAS = oracles.ROOT / "pkg" / "schema"
OUT = oracles.TARGET / "schema-proof"
LEAST_FLIPS = 150


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def exemptions(rows, schema, without=None):
    """The exemptions of all rows but one."""
    numbers = {leaf[1] for leaf in leaves(schema) if leaf[0] == "integer"}
    return [unsaid.exemption(row, numbers) for row in rows if row["id"] != without]


class Proof:
    def __init__(self, *, is_quick):
        self.is_quick = is_quick
        self.tables, self.rows = reference_cnf.tables(), read(SCHEMAS / "unsaid.json")["unsaid"]
        self.documents = {
            (product, draft): read(SCHEMAS / f"case.{product}.{draft}.json") for product in PRODUCTS for draft in DRAFTS
        }
        self.schemas = {which: schema_cnf.formula(document) for which, document in self.documents.items()}
        self.rules = {product: reference_cnf.formula(self.tables, product) for product in PRODUCTS}
        self.counts, self.failures = Counter(), []

    def fail(self, text):
        print(f"FAILED: {text}")
        self.failures.append(text)

    def exempt(self, schema, without=None):
        return exemptions(self.rows, schema, without)

    def lemmas(self):
        for (product, draft), document in self.documents.items():
            all_days = not self.is_quick and (product, draft) == (PRODUCTS[0], DRAFTS[0])
            try:
                for lemma in lemmas.prove(document, self.tables, all_days=all_days):
                    print(f"lemma, {product} {draft}: {lemma}")
            except AssertionError as error:
                self.fail(f"lemma, {product} {draft}: {error}")

    def equality(self):
        for (product, draft), schema in self.schemas.items():
            started = time.monotonic()
            answer = solve(schema, self.rules[product], self.exempt(schema), keep=OUT / f"{product}.{draft}")
            if not answer.is_equal:
                self.fail(f"{product} {draft}: {said(answer)}")
                continue
            self.counts.update(answer.sizes)
            shown = ", ".join(f"{count} {name}" for name, count in answer.sizes.items())
            seconds = time.monotonic() - started
            print(f"{product} {draft}: equal to the rules. {shown}, solved and checked in {seconds:.1f} s")

    def unsaid(self):
        """Each row is needed, on the side that it names."""
        # The drafts of a product are mostly one formula, which needs no second proof.
        schemas = [
            (product, schema) for product in PRODUCTS for schema in {self.schemas[product, draft] for draft in DRAFTS}
        ]
        for row in self.rows:
            seen = set()
            for product, schema in schemas:
                if unsaid.exemption(row, {("n",)}) is True:
                    continue
                for direction, side in ((True, "schema_takes"), (False, "schema_refuses")):
                    if not solve(schema, self.rules[product], self.exempt(schema, row["id"]), direction).is_equal:
                        seen.add(side)
            differs = "both" if len(seen) == 2 else next(iter(seen), "never")
            of_others = row["id"] in unsaid.OF_OTHER_SCHEMAS
            if differs != ("never" if of_others else row["differs"]):
                self.fail(
                    f"unsaid row {row['id']}: without it the verdicts differ as {differs}, and the row says {row['differs']}"
                )
            why = (
                "not needed here, because it is about schemas for a context"
                if of_others
                else {"never": "not needed, as it says"}.get(differs, f"needed, {differs}")
            )
            print(f"unsaid row {row['id']}: {why}")

    def agreement(self):
        """The formulas are true of the payloads that ajv and the program accept, one payload at a time."""
        kit = list(samples.of_kit())
        for product in PRODUCTS:
            formulas = [self.schemas[product, draft] for draft in DRAFTS] + [self.rules[product]]
            exempt = self.exempt(formulas[0])
            classes = Classes([formulas[0], formulas[2], *exempt])
            for exemption in exempt:  # so that a parser reads the numbers as they are
                classes.cnf.add(classes.literal(exemption))
            made = list(samples.of_classes(classes, formulas[0], 40 if self.is_quick else 1))
            accepted = [payload for payload in made if holds(formulas[0], payload)]
            payloads = kit + made + list(samples.mixed(classes, accepted, 500 if self.is_quick else 10_000))
            verdicts = []
            for draft in DRAFTS:
                lines = [("schema", self.documents[product, draft]), *(("payload", payload) for payload in payloads)]
                verdicts.append(oracles.validate(lines))
            verdicts.append(oracles.check_case(payloads, product))
            distinct = list(dict.fromkeys(formulas))
            numbers = [distinct.index(formula) for formula in formulas]
            for payload, *each in zip(payloads, *verdicts, strict=True):
                says = [holds(formula, payload) for formula in distinct]
                for name, number, verdict in zip((*DRAFTS, "rules"), numbers, each, strict=True):
                    if says[number] != verdict:
                        text = f"the formula says {not verdict}, the original says {verdict}"
                        self.fail(f"{product} {name}: {text}: {json.dumps(payload)}")
            shown = f"{len(payloads)} payloads judged as by ajv and by casegate, {sum(verdicts[-1])} of them accepted"
            print(f"agreement, {product}: {shown}")
            self.counts["payloads compared"] += len(payloads)

    def share(self, flipped):
        flipped = list(flipped)
        return flipped[:: max(1, len(flipped) // 12)] if self.is_quick else flipped

    def flips(self):
        used, answers = set(), {}
        for (product, draft), document in self.documents.items():
            made = self.share(flips.schema_flips(document))
            solved = []
            for name, flipped in made:
                schema = schema_cnf.formula(flipped)
                # Most flips of the two drafts are one formula.
                if (product, schema) not in answers:
                    answers[product, schema] = solve(schema, self.rules[product], self.exempt(schema))
                answer = answers[product, schema]
                self.note_flip(f"{product} {draft} {name}", name, answer, used)
                if not answer.is_equal:
                    solved.append((name, flipped, answer))
            payloads = [answer.payload for *_, answer in solved]
            lines = [
                line for _, flipped, answer in solved for line in (("schema", flipped), ("payload", answer.payload))
            ]
            by_schema, by_check = oracles.validate(lines), oracles.check_case(payloads, product)
            for (name, _, answer), says, takes in zip(solved, by_schema, by_check, strict=True):
                if says == takes or says != answer.is_first:
                    self.fail(
                        f"flip {product} {draft} {name}: ajv says {says}, casegate says {takes}: {json.dumps(answer.payload)}"
                    )
            print(f"flips of {product} {draft}: {len(made)}, of which ajv and casegate differ on {len(solved)}")
        for product in PRODUCTS:
            self.flips_of_tables(product, used)
        if not self.is_quick:
            for stale in (REASONS.keys() | REFUSED.keys()) - used:
                self.fail(f"a reason for flips that change nothing matches none: {stale}")
        if self.counts["flips"] < LEAST_FLIPS and not self.is_quick:
            self.fail(f"only {self.counts['flips']} flips")

    def flips_of_tables(self, product, used):
        schema = self.schemas[product, DRAFTS[0]]
        solved, count, refused = [], 0, 0
        for name, tables in self.share(flips.table_flips(self.tables, product)):
            try:
                flipped = reference_cnf.formula(tables, product)
            except UnsupportedError as error:
                reason = flips.matching(REFUSED, name)
                used.add(reason)
                refused += 1
                if reason is None:
                    self.fail(f"flip {product} {name}: {error}")
                continue
            if flipped == self.rules[product]:
                continue  # the product has no such row
            count += 1
            answer = solve(schema, flipped, self.exempt(schema))
            self.note_flip(f"{product} {name}", name, answer, used)
            if not answer.is_equal:
                solved.append((name, flipped, answer))
        by_schema = oracles.validate(
            [("schema", self.documents[product, DRAFTS[0]]), *(("payload", answer.payload) for *_, answer in solved)]
        )
        for (name, flipped, answer), says in zip(solved, by_schema, strict=True):
            if holds(flipped, answer.payload, answer.context) == says or says != answer.is_first:
                self.fail(
                    f"flip {product} {name}: ajv says {says}, and so do the flipped rules: {json.dumps(answer.payload)}"
                )
        shown = f"{count}, of which ajv and the flipped rules differ on {len(solved)}"
        print(f"flips of the rules, {product}: {shown}; {refused} more are refused by the translation")

    def note_flip(self, whole, name, answer, used):
        self.counts["flips"] += 1
        if not answer.is_equal:
            return
        reason = flips.matching(REASONS, name)
        used.add(reason)
        self.counts["flips that change nothing"] += 1
        if reason is None:
            self.fail(f"flip {whole}: nothing differs, and equivalent.py has no reason")
        else:
            print(f"flip {whole}: changes nothing: {REASONS[reason]}")


def said(answer):
    takes = "accepts" if answer.is_first else "refuses"
    return f"the schema {takes} a payload that the rules judge otherwise: {json.dumps(answer.payload)}"


def main(words):
    if words not in ([], ["--quick"]):
        sys.exit(__doc__)
    started = time.monotonic()
    proof = Proof(is_quick=bool(words))
    for step in (proof.lemmas, proof.equality, proof.unsaid, proof.agreement, proof.flips):
        step()
    counts, seconds = proof.counts, time.monotonic() - started
    names = ("classes", "variables", "clauses", "proof lines")
    shown = ", ".join(f"{counts[name]} {name}" for name in names)
    controls = f"{counts['payloads compared']} payloads, {counts['flips']} flips ({counts['flips that change nothing']} without effect)"
    result = "FAILED" if proof.failures else "proved"
    # scripts/prove shows 150 characters.
    print(f"{result}: {shown}, {controls}, arrays of any length, {seconds:.0f} s")
    sys.exit(bool(proof.failures))


if __name__ == "__main__":
    main(sys.argv[1:])
