"""Tests of verify.py with receipts that were computed by hand from docs/receipts.md."""

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
ABSENT = object()
PL = {
    "case_type": "pl",
    "cc_emails": "a@example.com",
    "plaintiff_name": "P",
    "date_of_loss": "2026-02-28",
    "is_incident_report_provided": False,
    "base_product": ["personal_auto_policy_limits"],
    "insurance_company": "Acme",
}
PE = {
    "case_type": "pe",
    "cc_emails": "a@example.com",
    "plaintiff_name": "P",
    "date_of_loss": "2026-02-28",
    "is_incident_report_provided": False,
    "base_product": ["personal_auto_policy_existence"],
    "should_exclude_other_insurance_from_search": False,
    "search_reason": ["minor_at_fault"],
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
AUTO, HOME = "commercial_auto_policy_existence", "personal_homeowners_policy_existence"
PE_RULES = COMMON_RULES | {
    "pe.loss_within_365_days": (OK, {"date_of_loss": "within"}),
    "pe.defendant_business_named": (NOT, {"base_product": "other", "defendant_business_name": "missing"}),
    "pe.transportation_company_declared": (
        NOT,
        {"base_product": "other", "is_defendant_transportation_company": "missing"},
    ),
    "pe.usdot_number_given": (
        NOT,
        {"base_product": "other", "is_defendant_transportation_company": "missing", "usdot_number": "missing"},
    ),
    "pe.usdot_number_used": (
        OK,
        {"base_product": "other", "usdot_number": "missing", "is_defendant_transportation_company": "missing"},
    ),
    "pe.transportation_only_for_commercial_auto": (
        OK,
        {"base_product": "other", "is_defendant_transportation_company": "missing"},
    ),
    "pe.property_owner_occupied": (
        NOT,
        {
            "base_product": "other",
            "insured_property_information": "missing",
            "is_defendant_property_owner_and_occupant": "missing",
        },
    ),
    "pe.excluded_insurance_described": (
        NOT,
        {"should_exclude_other_insurance_from_search": "false", "excluded_insurance_policy_information": "missing"},
    ),
    "pe.other_reason_chosen": (OK, {"search_reason": "other", "other_search_reason": "missing"}),
}
BASES = {"pl": (PL, PL_RULES), "pe": (PE, PE_RULES)}


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


def changed(product, changes):
    payload = BASES[product][0] | changes
    return json.dumps({name: value for name, value in payload.items() if value is not ABSENT}, ensure_ascii=False)


class Receipts(unittest.TestCase):
    maxDiff = None

    def check(self, text, wanted, context=TODAY):
        why = verify.verify(text.encode(), context, wanted, str(RULES))
        if why:
            tables = verify.tables_at(str(RULES))
            self.assertEqual(json.loads(wanted), tables.receipt(text.encode(), context), why)
        self.assertIsNone(why)

    def case(self, product, changes, errors=(), settings=None, order=None, **rules):
        """Checks a case that differs from a right one in these fields, errors and rules."""
        settings = settings or {}
        context = TODAY | settings
        text = changed(product, changes)
        all_rules = dict(BASES[product][1])
        if settings.get("surface") == "legacy":
            legacy = {
                "legacy.sunset": (OK, {}),
                "legacy.product_agrees": (OK, {"case_type": product}),
                "legacy.files_declared": (NOT, {"is_incident_report_provided": "false", "files_to_upload": "missing"}),
            }
            all_rules = COMMON_RULES | legacy | {k: v for k, v in all_rules.items() if k not in COMMON_RULES}
        for name, (outcome, read) in rules.items():
            name = name.replace("__", ".")
            self.assertIn(name, all_rules)
            all_rules[name] = (outcome, all_rules[name][1] | read)
        canonical = json.dumps(context, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        header = {name: settings[name] for name in ("surface", "credential", "today") if name in settings}
        self.check(text, receipt(text, canonical, product, errors, all_rules, **header), context)

    def unreadable(self, text, code, settings=None):
        context = TODAY | (settings or {})
        canonical = json.dumps(context, sort_keys=True, separators=(",", ":"))
        self.check(text, receipt(text, canonical, None, [(code, "")], {}), context)

    def test_right_cases(self):
        self.case("pl", {})
        self.case("pe", {})
        self.case("pl", {"unknown_field": 1, "usdot_number": 5, "is_black_card": "x", "files_to_upload": 7})

    def test_requester(self):
        self.case(
            "pl",
            {},
            [("required", "/requester_name")],
            {"credential": "master"},
            case__requester_named=(BAD, {}),
        )
        self.case(
            "pl",
            {"requester_name": "R"},
            settings={"credential": "master"},
            case__requester_named=(OK, {"requester_name": "given"}),
        )
        self.case(
            "pl",
            {"requester_name": 5},
            [("wrong_type", "/requester_name")],
            {"credential": "master"},
            case__requester_named=(WAIT, {"requester_name": "malformed"}),
        )
        self.case("pl", {"requester_name": "R"}, case__requester_named=(NOT, {"requester_name": "given"}))

    def test_financing(self):
        name, field = "case__financing_enrolled", "is_payment_via_financing"
        self.case("pe", {field: True}, **{name: (BAD, {field: "true"})})
        self.case("pe", {field: True}, settings={"financing_enrolled": True}, **{name: (OK, {field: "true"})})
        self.case("pe", {field: False}, **{name: (NOT, {field: "false"})})
        self.case("pe", {field: ""}, [("wrong_type", "/" + field)], **{name: (WAIT, {field: "malformed"})})

    def test_sunset(self):
        legacy = {"surface": "legacy"}
        self.case("pl", {}, settings=legacy)
        for day, outcome in (("2026-11-10", OK), ("2026-11-11", BAD)):
            errors = [("legacy_sunset", "")] if outcome == BAD else []
            self.case("pl", {}, errors, legacy | {"today": day}, legacy__sunset=(outcome, {}))
            self.case("pl", {}, errors, legacy | {"as_of": day}, legacy__sunset=(outcome, {}))
        self.case("pl", {}, [], legacy | {"as_of": "2.0.0"})
        self.case("pl", {}, [], legacy | {"today": "2026-12-01", "as_of": "2026-03-01"})

    def test_legacy_product(self):
        rule = "legacy__product_agrees"
        legacy = {"surface": "legacy", "product": "pl"}
        self.case("pl", {}, settings=legacy)
        self.case("pl", {"case_type": "pe"}, [], legacy, **{rule: (BAD, {"case_type": "pe"})})
        self.case("pl", {"case_type": ABSENT}, [], legacy, **{rule: (OK, {"case_type": "missing"})})
        self.case(
            "pl",
            {"case_type": "px"},
            [("unknown_word", "/case_type")],
            legacy,
            **{rule: (OK, {"case_type": "other"})},
        )
        self.case(
            "pl",
            {"case_type": 1},
            [("wrong_type", "/case_type")],
            legacy,
            **{rule: (WAIT, {"case_type": "malformed"})},
        )
        self.case("pl", {}, [], {"product": "pe"})

    def test_legacy_files(self):
        legacy, rule, field = {"surface": "legacy"}, "legacy__files_declared", "files_to_upload"
        read = {"is_incident_report_provided": "true"}
        yes = {"is_incident_report_provided": True}
        self.case("pe", yes, [("required", "/files_to_upload")], legacy, **{rule: (BAD, read)})
        self.case("pe", yes | {field: ["any"]}, [], legacy, **{rule: (OK, read | {field: "given"})})
        self.case(
            "pe",
            yes | {field: [True, "x"]},
            [("wrong_type", "/files_to_upload/0")],
            legacy,
            **{rule: (OK, read | {field: "given"})},
        )
        self.case(
            "pe",
            {"is_incident_report_provided": ABSENT},
            [("required", "/is_incident_report_provided")],
            legacy,
            **{rule: (WAIT, {"is_incident_report_provided": "missing"})},
        )

    def test_loss_of_policy_limit(self):
        future, old = "pl__loss_not_in_future", "pl__loss_not_long_ago"
        for day, first, second in (
            ("2026-03-01", (OK, "past"), (OK, "within")),
            ("2026-03-02", (BAD, "future"), (OK, "future")),
            ("1901-03-01", (OK, "past"), (OK, "last_day")),
            ("1901-02-28", (OK, "past"), (BAD, "long_ago")),
        ):
            self.case(
                "pl",
                {"date_of_loss": day},
                **{future: (first[0], {"date_of_loss": first[1]}), old: (second[0], {"date_of_loss": second[1]})},
            )
        for value, code, found in (
            ("2026-02-29", "not_a_date", "malformed"),
            ("0000-01-01", "not_a_date", "malformed"),
            ("2026-W09-1", "not_a_date", "malformed"),
            ("2026-02-2\u0668", "not_a_date", "malformed"),
            (" 2026-02-28", "not_a_date", "malformed"),
            (20260228, "wrong_type", "malformed"),
            ("\u2003\x85", "required", "missing"),
            (None, "required", "missing"),
        ):
            read = {"date_of_loss": found}
            self.case(
                "pl", {"date_of_loss": value}, [(code, "/date_of_loss")], **{future: (WAIT, read), old: (WAIT, read)}
            )

    def test_one_family(self):
        rule, field = "pl__one_family", "base_product"
        commercial = {
            "pl__defendant_business_named": (OK, {field: "commercial", "defendant_business_name": "given"}),
            "pl__driver_of_commercial_vehicle": (NOT, {field: "commercial"}),
        }
        named = {"defendant_business_name": "B"}
        self.case(
            "pl",
            named | {field: ["commercial_auto_policy_limits", "personal_x"]},
            [("mixed_families", "/base_product")],
            **commercial,
            **{rule: (BAD, {field: "mixed"})},
        )
        self.case("pl", named | {field: ["commercial"]}, **commercial, **{rule: (OK, {field: "commercial"})})
        self.case("pl", {field: ["else"]}, **{rule: (OK, {field: "other"})})

    def test_malformed_and_missing_product_words(self):
        rules = ("pl__one_family", "pl__defendant_business_named", "pl__driver_of_commercial_vehicle")
        for value, code, found in (("personal", "wrong_type", "malformed"), ([], "required", "missing")):
            read = {"base_product": found}
            self.case("pl", {"base_product": value}, [(code, "/base_product")], **{r: (WAIT, read) for r in rules})
        # The first element has no word, but its family does not block the rule about families.
        self.case(
            "pl",
            {"base_product": [1, "personal_x"]},
            [("wrong_type", "/base_product/0")],
            pl__defendant_business_named=(WAIT, {"base_product": "malformed"}),
            pl__driver_of_commercial_vehicle=(WAIT, {"base_product": "malformed"}),
        )

    def test_alias(self):
        rule, old, new = "pl__company_named_once", "insurance_company_name", "insurance_company"
        lists = ("pl__carrier_accepted", "pl__specialty_carrier_fee")

        def both(current, alias):
            read = {new: current, old: alias}
            return {name: ("not_checked", read) for name in lists}, read

        same, read = both("given", "given")
        self.case("pl", {old: "B"}, **same, **{rule: (BAD, read)})
        same, read = both("missing", "given")
        self.case("pl", {old: "B", new: ABSENT}, **same, **{rule: (BAD, read)})
        same, read = both("missing", "malformed")
        self.case("pl", {old: 1, new: ABSENT}, [("wrong_type", "/" + old)], **same, **{rule: (WAIT, read)})
        same, read = both("missing", "missing")
        self.case("pl", {old: " ", new: ABSENT}, [("required", "/" + new)], **same, **{rule: (OK, read)})
        same, read = both("malformed", "given")
        self.case("pl", {old: "B", new: 1}, [("wrong_type", "/" + new)], **same, **{rule: (WAIT, read)})
        same, read = both("malformed", "missing")
        self.case("pl", {new: 1}, [("wrong_type", "/" + new)], **same, **{rule: (OK, read)})

    def test_business_and_driver(self):
        business, driver = "pl__defendant_business_named", "pl__driver_of_commercial_vehicle"
        for word in ("commercial_auto_policy_limits", "international_commercial_policy_limits"):
            prefix = "commercial" if word.startswith("c") else "international_commercial"
            self.case(
                "pl",
                {"base_product": [word]},
                [("required", "/defendant_business_name")],
                pl__one_family=(OK, {"base_product": "commercial"}),
                **{business: (BAD, {"base_product": prefix}), driver: (NOT, {"base_product": prefix})},
            )
        self.case(
            "pl",
            {"commercial_driver_information": {"id": "x", "license_state": "??"}},
            [("forbidden", "/commercial_driver_information")],
            **{driver: (BAD, {"commercial_driver_information": "given"})},
        )
        self.case(
            "pl",
            {"commercial_driver_information": ""},
            [("wrong_type", "/commercial_driver_information")],
            **{driver: (WAIT, {"commercial_driver_information": "malformed"})},
        )

    def test_policyholder(self):
        rule, field = "pl__policyholder_named", "are_policyholder_and_defendant_the_same"
        self.case(
            "pl",
            {field: False, "policyholder_relationship": 1},
            [("required", "/policyholder_name"), ("wrong_type", "/policyholder_relationship")],
            **{rule: (BAD, {field: "false", "policyholder_relationship": "malformed"})},
        )
        self.case("pl", {field: True}, **{rule: (NOT, {field: "true"})})

    def carriers(self, company, refused, outcome, found, alias=ABSENT):
        """Checks the rule about refused carriers, with `found` the class of `insurance_company`."""
        given = {"insurance_company": "given", "insurance_company_name": "missing"}
        changes, read, errors = {"insurance_company": company}, {"insurance_company": found}, []
        if outcome == BAD:
            errors = [("refused_carrier", "/insurance_company")]
        self.case(
            "pl",
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
        self.carriers("Acme Fire", [{"name": "", "patterns": ["a*m*e f*"]}], BAD, "refused")
        self.carriers("Ins Co", [{"name": "insurance company"}], BAD, "refused")
        self.carriers("\u0130z", [{"name": "iz"}], BAD, "refused")
        self.carriers("a\u0301b", [{"name": "\u00e1B"}], BAD, "refused")
        self.carriers("a\u093eb", [{"name": "a b"}], OK, "other")  # U+093E is a mark and alphabetic.
        self.carriers("a\u094db", [{"name": "a b"}], BAD, "refused")  # U+094D is a mark and not alphabetic.
        self.carriers("a\u24d0b", [{"name": "a b"}], OK, "other")  # U+24D0 is a symbol and alphabetic.

    def test_carriers_of_both_names(self):
        settings = {"carriers": {"refused": [{"name": "Bad"}], "specialty": [{"name": "Acme"}]}}
        new, old, rule = "insurance_company", "insurance_company_name", "pl__company_named_once"
        self.case(
            "pl",
            {old: "Bad"},
            [],
            settings,
            pl__carrier_accepted=(OK, {new: "other", old: "refused"}),
            pl__specialty_carrier_fee=(OK, {new: "specialty", old: "other"}),
            **{rule: (BAD, {old: "given"})},
        )
        self.case(
            "pl",
            {new: None, old: "Bad"},
            [("refused_carrier", "/" + old)],
            settings,
            pl__carrier_accepted=(BAD, {new: "missing", old: "refused"}),
            pl__specialty_carrier_fee=(OK, {new: "missing", old: "other"}),
            **{rule: (BAD, {new: "missing", old: "given"})},
        )
        self.case(
            "pl",
            {new: 1, old: "Bad"},
            [("wrong_type", "/" + new)],
            settings,
            pl__carrier_accepted=(WAIT, {new: "malformed", old: "refused"}),
            pl__specialty_carrier_fee=(WAIT, {new: "malformed", old: "other"}),
            **{rule: (WAIT, {new: "malformed", old: "given"})},
        )
        self.case(
            "pl",
            {new: ABSENT},
            [("required", "/" + new)],
            settings,
            pl__carrier_accepted=(WAIT, {new: "missing"}),
            pl__specialty_carrier_fee=(WAIT, {new: "missing"}),
            **{rule: (OK, {new: "missing"})},
        )

    def test_loss_of_policy_existence(self):
        for day, outcome, found, code in (
            ("2026-03-01", OK, "within", None),
            ("2025-03-01", OK, "last_day", None),
            ("2025-02-28", BAD, "too_old", "date_too_old"),
            ("2026-03-02", BAD, "future", "date_after_today"),
            ("yesterday", WAIT, "malformed", "not_a_date"),
        ):
            errors = [(code, "/date_of_loss")] if code else []
            rules = {"pe__loss_within_365_days": (outcome, {"date_of_loss": found})}
            self.case("pe", {"date_of_loss": day}, errors, **rules)

    def auto(self, changes, errors, flag, number, outcomes):
        name = "is_defendant_transportation_company"
        given = {name: "given" if flag in ("true", "false") else flag}
        flag = {name: flag}
        auto, both = {"base_product": AUTO}, flag | {"usdot_number": number}
        self.case(
            "pe",
            {"base_product": [AUTO], "defendant_business_name": "B"} | changes,
            errors,
            pe__defendant_business_named=(OK, {"base_product": "commercial", "defendant_business_name": "given"}),
            pe__transportation_company_declared=(outcomes[0], auto | flag),
            pe__usdot_number_given=(outcomes[1], auto | both),
            pe__usdot_number_used=(
                outcomes[2],
                auto | flag | {"usdot_number": "missing" if number == "missing" else "given"},
            ),
            pe__transportation_only_for_commercial_auto=(NOT, auto | given),
        )

    def test_commercial_auto(self):
        flag, at = "is_defendant_transportation_company", "/is_defendant_transportation_company"
        self.auto({}, [("required", at)], "missing", "missing", (BAD, WAIT, WAIT))
        self.auto({flag: False}, [("must_be_true", at)], "false", "missing", (BAD, NOT, OK))
        self.auto({flag: False, "usdot_number": "7"}, [("must_be_true", at)], "false", "number", (BAD, NOT, BAD))
        self.auto({flag: 1}, [("wrong_type", at)], "malformed", "missing", (WAIT, WAIT, WAIT))
        self.auto({flag: True}, [("required", "/usdot_number")], "true", "missing", (OK, BAD, NOT))
        self.auto({flag: True, "usdot_number": "0012"}, [], "true", "number", (OK, OK, NOT))
        for number in ("000", "12 ", "\u0661", "1\n"):
            errors = [("not_a_usdot_number", "/usdot_number")]
            self.auto({flag: True, "usdot_number": number}, errors, "true", "no_number", (OK, BAD, NOT))

    def test_number_and_flag_elsewhere(self):
        flag = "is_defendant_transportation_company"
        self.case(
            "pe",
            {"usdot_number": "12", flag: False},
            [("forbidden", "/" + flag)],
            pe__transportation_company_declared=(NOT, {flag: "false"}),
            pe__usdot_number_given=(NOT, {flag: "false", "usdot_number": "number"}),
            pe__usdot_number_used=(BAD, {flag: "false", "usdot_number": "given"}),
            pe__transportation_only_for_commercial_auto=(BAD, {flag: "given"}),
        )

    def test_product_of_policy_existence(self):
        rules = (
            "pe__defendant_business_named",
            "pe__transportation_company_declared",
            "pe__usdot_number_given",
            "pe__usdot_number_used",
            "pe__transportation_only_for_commercial_auto",
            "pe__property_owner_occupied",
        )
        for value, error, found in (
            ([], ("required", "/base_product"), "missing"),
            (" ", ("required", "/base_product"), "missing"),
            ([5], ("wrong_type", "/base_product/0"), "malformed"),
            ([5, "x"], ("wrong_length", "/base_product"), "malformed"),
            ({}, ("wrong_type", "/base_product"), "malformed"),
        ):
            changed_rules = {rule: (WAIT, {"base_product": found}) for rule in rules}
            # A condition on a missing flag that nothing requires is not met, which decides the clause.
            changed_rules["pe__usdot_number_given"] = (NOT, {"base_product": found})
            self.case("pe", {"base_product": value}, [error], **changed_rules)
        self.case("pe", {"base_product": "international_commercial_x"})
        self.case("pe", {"base_product": [""]})
        self.case(
            "pe",
            {"base_product": "commercial_x"},
            [("required", "/defendant_business_name")],
            pe__defendant_business_named=(BAD, {"base_product": "commercial"}),
        )

    def test_homeowners(self):
        rule, flag, record = (
            "pe__property_owner_occupied",
            "is_defendant_property_owner_and_occupant",
            "insured_property_information",
        )
        home = {"base_product": HOME}
        self.case(
            "pe",
            {"base_product": HOME},
            [("required", "/" + record), ("required", "/" + flag)],
            **{rule: (BAD, home)},
        )
        self.case(
            "pe",
            {"base_product": [HOME], flag: False, record: {"address": " ", "state_or_province": "ca", "city": 1}},
            [
                ("required", f"/{record}/address"),
                ("wrong_type", f"/{record}/city"),
                ("required", f"/{record}/postal_or_zip_code"),
                ("must_be_true", "/" + flag),
            ],
            **{rule: (BAD, home | {record: "given", flag: "false"})},
        )
        self.case(
            "pe",
            {"base_product": [HOME], flag: True, record: 0},
            [("wrong_type", "/" + record)],
            **{rule: (WAIT, home | {record: "malformed", flag: "true"})},
        )

    def test_excluded_insurance(self):
        rule, flag, text = (
            "pe__excluded_insurance_described",
            "should_exclude_other_insurance_from_search",
            "excluded_insurance_policy_information",
        )
        self.case("pe", {flag: True}, [("required", "/" + text)], **{rule: (BAD, {flag: "true"})})
        self.case("pe", {flag: True, text: "x"}, **{rule: (OK, {flag: "true", text: "given"})})
        self.case("pe", {flag: None}, [("required", "/" + flag)], **{rule: (WAIT, {flag: "missing"})})

    def test_other_reason(self):
        rule, field, text = "pe__other_reason_chosen", "search_reason", "other_search_reason"
        self.case("pe", {text: "x"}, [("forbidden", "/" + text)], **{rule: (BAD, {text: "given"})})
        chosen = {field: ["a", 1, "other_reason"], text: "x"}
        errors = [("wrong_type", "/search_reason/1")]
        self.case("pe", chosen, errors, **{rule: (NOT, {field: "other_reason", text: "given"})})
        self.case("pe", {field: [1]}, [("wrong_type", "/search_reason/0")], **{rule: (WAIT, {field: "malformed"})})
        self.case("pe", {field: []}, [("required", "/search_reason")], **{rule: (WAIT, {field: "missing"})})

    def test_values(self):
        for name, value, errors in (
            ("crash_state", "CA", []),
            ("crash_state", "PR", []),
            ("crash_state", "cA", [("state_not_upper_case", "")]),
            ("crash_state", "XX", [("unknown_state", "")]),
            ("crash_state", "\u0131L", [("unknown_state", "")]),
            ("expedited_request", "three_hour_rush_request", []),
            ("expedited_request", "soon", [("unknown_word", "")]),
            (
                "add_on_services",
                ["skip_trace", "Skip_trace", "", 5],
                [("unknown_word", "/1"), ("unknown_word", "/2"), ("wrong_type", "/3")],
            ),
            ("add_on_services", "skip_trace", [("wrong_type", "")]),
            ("ml_prediction_ids", {"a": [{}]}, []),
            ("ml_prediction_ids", [], [("wrong_type", "")]),
            ("vehicle_information", {"vehicle_year": 2020.0}, []),
            ("vehicle_information", {"vehicle_year": True}, [("wrong_type", "/vehicle_year")]),
            (
                "vehicle_information",
                {"vehicle_year": 2020.5, "vin": 1},
                [("wrong_type", "/vehicle_year"), ("wrong_type", "/vin")],
            ),
            (
                "defendant_information",
                {},
                [("required", "/first_name"), ("required", "/last_name"), ("required", "/address")],
            ),
            (
                "defendant_information",
                {
                    "first_name": "a",
                    "last_name": "b",
                    "address": "c",
                    "date_of_birth": "x",
                    "license_state": "ny",
                    "state_or_province": "?",
                },
                [("not_a_date", "/date_of_birth"), ("unknown_state", "/state_or_province")],
            ),
        ):
            with self.subTest(name=name, value=value):
                self.case("pl", {name: value}, [(code, f"/{name}{at}") for code, at in errors])

    def test_whole_numbers(self):
        for number, is_whole in (
            ("1e300", True),
            ("2.02e3", True),
            ("-0.0", True),
            ("0e-999999999999999999999", True),
            ("1e999999999", True),
            ("1" * 5000, True),
            ("2020.50e1", True),
            ("1e-999999999999999999999", False),
            ("2020.5", False),
            ("2020e-1", True),
            ("2020e-2", False),
        ):
            text = changed("pl", {"vehicle_information": {"vehicle_year": "@"}}).replace('"@"', number)
            errors = [] if is_whole else [("wrong_type", "/vehicle_information/vehicle_year")]
            self.check(text, receipt(text, '{"today":"2026-03-01"}', "pl", errors, PL_RULES))

    def test_no_product(self):
        errors = [(code, at) for code, at in (("required", "/case_type"), ("required", "/cc_emails"))]
        errors += [("required", "/" + n) for n in ("plaintiff_name", "date_of_loss", "is_incident_report_provided")]
        text = '{"expedited_request":"three_hour_rush_request"}'
        self.check(text, receipt(text, '{"today":"2026-03-01"}', None, errors, COMMON_RULES))
        errors[0] = ("unknown_word", "/case_type")
        text = '{"case_type":"PL","base_product":[]}'
        self.check(text, receipt(text, '{"today":"2026-03-01"}', None, errors, COMMON_RULES))
        text = '{"case_type":1,"case_type":"PL"}'
        self.check(text, receipt(text, '{"today":"2026-03-01"}', None, errors, COMMON_RULES))

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
        self.unreadable("{}", "too_deep", {"limits": limits | {"depth": 0}})
        limits = {"depth": 64, "findings": 1, "text_bytes": 1048576}
        self.case("pl", {"summary": 1, "crash_city": 2}, [("wrong_type", "/summary")], {"limits": limits})

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
            ({"surface": "create", "credential": "user", "product": None, "financing_enrolled": False}, "{}"),
            (
                {"words": {"b": [], "a": ["\U0001f600", "\ue000", "A", "A"]}},
                '{"words":{"a":["A","A","\ue000","\U0001f600"]}}',
            ),
            (
                {"language": "de", "limits": {"findings": 5}},
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
            self.assertEqual(wanted, verify.canonical_context(TODAY | context))

    def test_words_of_the_context(self):
        words = {"add_on_services": ["new"], "case_type": ["px"]}
        self.case("pl", {"add_on_services": ["new"]}, settings={"words": words})

    def test_tampered(self):
        text = changed("pl", {"insurance_company": "Secret Name"})
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
        text = changed("pl", {"summary": 1})
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
        text = changed("pl", {})
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
        text = changed("pl", {})
        right = receipt(text, '{"today":"2026-03-01"}', "pl", [], PL_RULES)
        line = {"payload": text, "context": TODAY, "receipt": right}
        lines = [line, line | {"receipt": "{}"}, line | {"payload": "\ud800"}, line | {"tables": "/none"}, {}, line]
        done = self.run_program("--lines", stdin="".join(json.dumps(line) + "\n" for line in lines))
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([True, False, False, False, False, True], [answer["ok"] for answer in answers])
        self.assertTrue(done.stdout.startswith(b'{"ok": true}\n{"ok": false, "why": "'))


if __name__ == "__main__":
    unittest.main()
