"""Tests of verify.py with receipts that were computed by hand from docs/receipts.md.

campaign.test.mjs sends it the receipts of all vectors, which show every outcome of every rule.
"""

import hashlib
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = next(p for p in (HERE / "verify.py", HERE.parents[1] / "kit" / "verify.py") if p.exists())
RULES = next(p for p in (PROGRAM.parent / "rules.json", HERE / "rules.json") if p.exists())
spec = importlib.util.spec_from_file_location("verify", PROGRAM)
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)

TODAY = {"today": "2026-03-01"}
PL = {
    "case_type": "pl",
    "cc_emails": "a@example.com",
    "plaintiff_name": "P",
    "date_of_loss": "2026-02-28",
    "is_incident_report_provided": False,
    "base_product": ["personal_auto_policy_limits"],
    "insurance_company": "Acme",
}
NOT, OK, BAD, WAIT = "not_applicable", "satisfied", "violated", "blocked"
COMMON_RULES = {
    "case.requester_named": (NOT, {"requester_name": "missing"}),
    "case.financing_enrolled": (NOT, {"is_payment_via_financing": "missing"}),
}
PL_RULES = COMMON_RULES | {
    "pl.loss_not_in_future": (OK, {"date_of_loss": "past"}),
    "pl.loss_not_long_ago": (OK, {"date_of_loss": "within"}),
    "pl.one_family": (OK, {"base_product": "personal"}),
    "pl.company_named_once": (OK, {"insurance_company": "given", "insurance_company_name": "missing"}),
    "pl.defendant_business_named": (NOT, {"base_product": "other", "defendant_business_name": "missing"}),
    "pl.driver_of_commercial_vehicle": (OK, {"base_product": "other", "commercial_driver_information": "missing"}),
    "pl.policyholder_named": (
        NOT,
        {
            "are_policyholder_and_defendant_the_same": "missing",
            "policyholder_name": "missing",
            "policyholder_relationship": "missing",
        },
    ),
    "pl.carrier_accepted": ("not_checked", {"insurance_company": "given", "insurance_company_name": "missing"}),
    "pl.specialty_carrier_fee": ("not_checked", {"insurance_company": "given", "insurance_company_name": "missing"}),
}


def digest(text):
    return "sha256:" + hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def receipt(text, canonical, product, errors, rules, **header):
    tables = RULES.read_text(encoding="utf-8")
    value = {
        "receipt": 1,
        "rulebook": json.loads(tables)["rulebook"],
        "tables": digest(tables),
        "payload": digest(text),
        "context": digest(canonical),
        "today": header.get("today", "2026-03-01"),
        "surface": header.get("surface", "create"),
        "credential": header.get("credential", "user"),
        "product": product,
        "errors": [{"code": code, "at": at} for code, at in errors],
        "rules": [{"id": id, "outcome": outcome, "read": read} for id, (outcome, read) in rules.items()],
    }
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def changed(changes):
    return json.dumps(PL | changes, ensure_ascii=False)


class Receipts(unittest.TestCase):
    maxDiff = None

    def check(self, text, wanted, context=TODAY):
        why = verify.verify(text.encode(), context, wanted, str(RULES))
        if why:
            tables = verify.tables_at(str(RULES))
            self.assertEqual(json.loads(wanted), tables.receipt(text.encode(), context), why)
        self.assertIsNone(why)

    def case(self, changes, errors=(), settings=None, **rules):
        """Checks a case that differs from a right one in these fields, errors and rules."""
        context = TODAY | (settings or {})
        all_rules = dict(PL_RULES)
        for name, (outcome, read) in rules.items():
            name = name.replace("__", ".")
            all_rules[name] = (outcome, all_rules[name][1] | read)
        canonical = json.dumps(context, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        self.check(changed(changes), receipt(changed(changes), canonical, "pl", errors, all_rules), context)

    def unreadable(self, text, code, settings=None):
        context = TODAY | (settings or {})
        canonical = json.dumps(context, sort_keys=True, separators=(",", ":"))
        self.check(text, receipt(text, canonical, None, [(code, "")], {}), context)

    def carriers(self, company, refused, outcome, found):
        """Checks the rule about refused carriers, with `found` the class of `insurance_company`."""
        given = {"insurance_company": "given", "insurance_company_name": "missing"}
        changes, read, errors = {"insurance_company": company}, {"insurance_company": found}, []
        if outcome == BAD:
            errors = [("refused_carrier", "/insurance_company")]
        self.case(
            changes,
            errors,
            {"carriers": {"refused": refused}},
            pl__carrier_accepted=(outcome, read),
            pl__specialty_carrier_fee=("not_checked", given),
        )

    def test_carriers(self):
        example = [{"name": "The \u00c9xample Mutual, Inc."}]
        for company in ("the example", "THE EXAMPLE mut", "The E.xample' Mutual Inc & Co", "THE-EXAMPLE"):
            self.carriers(company, example, BAD, "refused")
        for company in ("Example", "The Example of Ohio", "Mutual", "&"):
            self.carriers(company, example, OK, "other")
        self.carriers("Gro\xdf & S\xf8n", [{"name": "Other", "spellings": ["gross and son"]}], BAD, "refused")
        self.carriers("Acme Fire", [{"name": "Other", "patterns": ["acme*"]}], BAD, "refused")
        self.carriers("Acme Fire", [{"name": "Acme*"}], OK, "other")
        self.carriers("Acme Fire", [{"name": "Other", "patterns": ["a*m*e f*"]}], BAD, "refused")
        self.carriers("Ins Co", [{"name": "Other", "patterns": ["insurance company"]}], BAD, "refused")
        self.carriers("\u0130z", [{"name": "iz"}], BAD, "refused")
        self.carriers("a\u0301b", [{"name": "\u00e1B"}], BAD, "refused")
        self.carriers("a\u093eb", [{"name": "a b"}], OK, "other")  # U+093E is a mark and alphabetic.
        self.carriers("a\u094db", [{"name": "a b"}], OK, "other")  # U+094D is a mark of an alphabet.
        self.carriers("a\u20ddb", [{"name": "a b"}], BAD, "refused")  # U+20DD is a mark of none.
        self.carriers("a\u24d0b", [{"name": "a b"}], OK, "other")  # U+24D0 is a symbol and alphabetic.

    def test_whole_numbers(self):
        for number, is_whole in (
            ("9007199254740991", True),
            ("-9007199254740991.0", True),
            ("9007199254740992", False),  # D61: 2^53 and more.
            ("1e300", False),
            ("2.02e3", True),
            ("-0.0", True),
            ("0e-999999999999999999999", True),
            ("1e999999999", False),
            ("1" * 5000, False),
            ("2020.50e1", True),
            ("1e-999999999999999999999", False),
            ("2020.5", False),
            ("2020e-1", True),
            ("2020e-2", False),
        ):
            text = changed({"vehicle_information": {"vehicle_year": "@"}}).replace('"@"', number)
            errors = [] if is_whole else [("wrong_type", "/vehicle_information/vehicle_year")]
            self.check(text, receipt(text, '{"today":"2026-03-01"}', "pl", errors, PL_RULES))

    def test_unreadable(self):
        deep = "[" * 65
        for text, code in (
            ("", "not_json"),
            ("{", "not_json"),
            ("{}x", "not_json"),
            ('{"a":01}', "not_json"),
            ('{"a":1.}', "not_json"),
            ('{"a":NaN}', "not_json"),
            ('{"a":-Infinity}', "not_json"),
            ("\ufeff{}", "not_json"),
            ('{"a":"\t"}', "not_json"),
            ("{}\x0b", "not_json"),
            ("{}\u00a0", "not_json"),
            ("[]", "not_an_object"),
            ("null", "not_an_object"),
            (" 1e5\r\n", "not_an_object"),
            ("[" * 64 + "]" * 64, "not_an_object"),
            (deep, "too_deep"),
            ('{"a":' * 65, "too_deep"),
            ("[1 " + deep, "not_json"),
            ('{"\\ud800":1}', "lone_surrogate"),
            ('{"a":"\\udc00', "lone_surrogate"),
            ('["\\ud800\\ud800\\udc00"]', "lone_surrogate"),
            ('["\\ud800\\u00"]', "not_json"),
            ('["\\ud83d\\ude00"]', "not_an_object"),
            ('["\\\\ud800"]', "not_an_object"),
            ('["\x01\\ud800"]', "not_json"),
            ('["\\ud800\x01"]', "lone_surrogate"),
            ('["\\x\\ud800"]', "not_json"),
            ('{1:"\\ud800"}', "not_json"),
            ('{"a" "\\ud800"}', "not_json"),
            ('{}"\\ud800"', "not_json"),
            ('["[", "\\ud800"' + deep, "lone_surrogate"),
            (deep + '"\\ud800"', "too_deep"),
            ("[" * 64 + '"\\ud800"' + deep, "lone_surrogate"),
        ):
            with self.subTest(text=text[:20]):
                self.unreadable(text, code)

    def test_limits(self):
        limits = {"depth": 1, "findings": 1000, "text_bytes": 20}
        self.unreadable('{"a":"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"}', "too_large", {"limits": limits})
        self.unreadable("[" + " " * 18 + "]", "not_an_object", {"limits": limits})
        self.unreadable('{"a":[]}', "too_deep", {"limits": limits})
        limits = {"depth": 64, "findings": 1, "text_bytes": 1048576}
        self.case({"summary": 1, "crash_city": 2}, [("wrong_type", "/summary")], {"limits": limits})

    def test_invalid_utf8(self):
        for data in (b'{"a":"\xe2\x82', b"\xff" * 30, b"[]\xff12", b"[]\xff34", b"\xff" * 20):
            limits = {"depth": 64, "findings": 1000, "text_bytes": 20}
            code = "too_large" if len(data) > 20 else "not_json"
            canonical = json.dumps({"limits": limits} | TODAY, separators=(",", ":"))
            wanted = receipt(data, canonical, None, [(code, "")], {})
            context = {"limits": {"text_bytes": 20}} | TODAY
            self.assertIsNone(verify.verify(data, context, wanted, str(RULES)))

    def test_canonical_context(self):
        for context, canonical in (
            ({}, "{}"),
            ({"surface": "create", "credential": "user", "financing_enrolled": False}, "{}"),
            (
                {"words": {"search_reason": [], "add_on_services": ["\U0001f600", "\ue000", "A", "A"]}},
                '{"words":{"add_on_services":["A","A","\ue000","\U0001f600"]}}',
            ),
            (
                {"language": "es", "limits": {"findings": 5}},
                '{"limits":{"depth":64,"findings":5,"text_bytes":1048576}}',
            ),
            ({"limits": {"depth": 64}, "carriers": {"refused": []}}, "{}"),
            (
                {"carriers": {"specialty": [{"spellings": [], "patterns": ["a\x7f\x1f/"], "name": '\u00e9"'}]}},
                '{"carriers":{"specialty":[{"name":"\u00e9\\"","patterns":["a\x7f\\u001f/"]}]}}',
            ),
            ({"as_of": "2.0.0"}, '{"as_of":"2.0.0"}'),
        ):
            wanted = (canonical[:-1] + ',"today":"2026-03-01"}').replace("{,", "{")
            if '"words"' in canonical:
                wanted = '{"today":"2026-03-01",' + canonical[1:]
            self.assertEqual(wanted, verify.tables_at(str(RULES)).canonical(TODAY | context))

    def test_contexts_of_the_kit(self):
        """The library gives the same answers to these contexts (crates/core/tests/all/receipts.rs)."""
        for line in (PROGRAM.parent / "contexts.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            try:
                found = verify.tables_at(str(RULES)).canonical(verify.read_context(case["context"]))
            except verify.FAILURES:
                found = None
            self.assertEqual(case["canonical"], found, case["context"])

    def test_words_of_the_context(self):
        words = {"add_on_services": ["new"]}
        self.case({"add_on_services": ["new"]}, settings={"words": words})

    def test_tampered(self):
        text = changed({"insurance_company": "Secret Name"})
        right = receipt(text, '{"today":"2026-03-01"}', "pl", [], PL_RULES)
        self.check(text, right)
        self.check(text, right + "\n")
        for old, new, words in (
            ('"receipt":1', '"receipt":2', "`receipt`"),
            ('"receipt":1', '"receipt":true', "`receipt`"),
            ('"receipt":1,', "", "`receipt`"),
            ('"user"', '"Secret"', "`credential`"),
            ('"errors":[]', '"errors":[{"code":"required","at":"/Secret"}]', "`errors`"),
            ('"personal"', '"commercial"', "`pl.one_family`"),
            ('{"id":"pl.one_family","outcome":"satisfied","read":{"base_product":"personal"}},', "", "`pl.one_family`"),
            ('{"receipt"', '{"Secret":1,"receipt"', "form"),
            ('"receipt":1', '"receipt": 1', "form"),
            ("pl.one", "pl\\u002eone", "form"),
            ('"today":"2026-03-01","surface":"create"', '"surface":"create","today":"2026-03-01"', "form"),
            ('{"receipt"', '["receipt"', "JSON object"),
        ):
            why = verify.verify(text.encode(), TODAY, right.replace(old, new, 1), str(RULES))
            self.assertIn(words, why)
            self.assertNotIn("Secret", why)
        for end in ("\n\n", "\r\n", " "):
            self.assertIn("form", verify.verify(text.encode(), TODAY, right + end, str(RULES)))
        self.assertIn("`payload`", verify.verify(text.encode() + b" ", TODAY, right, str(RULES)))
        self.assertIn("`context`", verify.verify(text.encode(), {"today": "2026-03-02"}, right, str(RULES)))

    def test_unusable_contexts(self):
        """Receipts that fit a context which the library refuses, such as one without its last error."""
        text = changed({"summary": 1})
        error = ("wrong_type", "/summary")
        limits = {"depth": 64, "findings": 1000, "text_bytes": 1048576}
        for settings, errors in (
            ({"limits": limits | {"findings": -1}}, []),
            ({"limits": limits | {"depth": True}}, [error]),
            ({"limits": limits | {"text_bytes": 1e9}}, [error]),
            ({"limits": limits | {"bytes": 1}}, [error]),
            ({"credential": "root"}, [error]),
            ({"credential": "\ufffd"}, [error]),
            ({"financing_enrolled": 1}, [error]),
            ({"financing_enrolled": "no"}, [error]),
            ({"product": "px"}, [error]),
            ({"as_of": "soon"}, [error]),
            ({"as_of": ""}, [error]),
            ({"today": "2026-02-30"}, [error]),
        ):
            context = TODAY | settings
            canonical = json.dumps(context, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            header = {name: settings[name] for name in ("credential", "today") if name in settings}
            forged = receipt(text, canonical, "pl", errors, PL_RULES, **header)
            request = {"payload": text, "context": context, "receipt": forged}
            with self.subTest(settings=settings):
                self.assertEqual(2, verify.answer(lambda: request, str(RULES))[0])
        # The day counts without a date in the payload as well.
        unread = receipt("", '{"today":"2026-02-30"}', None, [("not_json", "")], {}, today="2026-02-30")
        request = {"payload": "", "context": {"today": "2026-02-30"}, "receipt": unread}
        self.assertEqual(2, verify.answer(lambda: request, str(RULES))[0])

    def run_program(self, *arguments, stdin=""):
        command = [sys.executable, str(PROGRAM), *arguments, "--tables", str(RULES)]
        return subprocess.run(command, input=stdin.encode(), capture_output=True)

    def test_command_line(self):
        text = changed({})
        right = receipt(text, '{"today":"2026-03-01"}', "pl", [], PL_RULES)
        with tempfile.TemporaryDirectory() as folder:
            paths = {name: pathlib.Path(folder) / name for name in ("payload", "context", "receipt")}
            for name, content in (("payload", text), ("context", json.dumps(TODAY)), ("receipt", right + "\n")):
                paths[name].write_bytes(content.encode())
            arguments = [word for name, path in paths.items() for word in ("--" + name, str(path))]
            done = self.run_program(*arguments)
            self.assertEqual((0, b"The receipt is right.\n"), (done.returncode, done.stdout))
            paths["receipt"].write_bytes(right.replace("satisfied", "violated", 1).encode())
            self.assertEqual(1, self.run_program(*arguments).returncode)
            paths["receipt"].write_bytes(b"\xff")
            self.assertEqual(1, self.run_program(*arguments).returncode)
            self.assertEqual(2, self.run_program(*arguments[:4]).returncode)
            self.assertEqual(2, self.run_program("--lines", *arguments).returncode)
            for content in ('{"today":"2026-02-30"}', "[]", "{", '{"today":"2026-03-01","surface":"old"}'):
                paths["context"].write_text(content)
                self.assertEqual(2, self.run_program(*arguments).returncode)
            paths["payload"].unlink()
            self.assertEqual(2, self.run_program(*arguments).returncode)

    def test_lines(self):
        text = changed({})
        right = receipt(text, '{"today":"2026-03-01"}', "pl", [], PL_RULES)
        line = {"payload": text, "context": TODAY, "receipt": right}
        lines = [line, line | {"receipt": "{}"}, line | {"payload": "\ud800"}, line | {"tables": "/none"}, {}, line]
        done = self.run_program("--lines", stdin="".join(json.dumps(line) + "\n" for line in lines))
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([True, False, False, False, False, True], [answer["ok"] for answer in answers])
        self.assertTrue(done.stdout.startswith(b'{"ok": true}\n{"ok": false, "why": "'))


if __name__ == "__main__":
    unittest.main()
