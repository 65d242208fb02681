"""A firm's own tables: the answers of the core, byte for byte, and the tables of Python."""

import datetime
import decimal
import json
import unittest
from typing import get_type_hints

import casegate
import polars as pl
import pyarrow as pa
from support import ROOT, lines
from test_vectors import RAW
from typeguard import CollectionCheckStrategy, check_type

CONTEXT = {"today": "2026-03-10"}
MAP = {
    "name": "M",
    "row_id": "Id",
    "fields": {
        "/case_type": {"value": "pl"},
        "/cc_emails": {"value": "office@firm.example"},
        "/plaintiff_name": {"column": "Client"},
        "/date_of_loss": {"column": "Day", "format": "YMD"},
        "/is_incident_report_provided": {"column": "Report", "values": {"true": True, "false": False}},
        "/base_product": {"value": ["personal_auto_policy_limits"]},
        "/insurance_company": {"column": "Carrier"},
        "/claim_number": {"column": "Claim"},
    },
}
COLUMNS = {
    "Id": [1.0, float("nan"), 3.0, 3.0, 5.0],
    "Client": ["Ada Example", "Ben Example", "Zoë Example", "Zoë Example", None],
    "Day": [datetime.date(2026, 2, day) for day in (13, 14, 15, 15, 16)],
    "Report": [True, False, False, False, True],
    "Carrier": ["Example Mutual"] * 5,
    "Unused": [{"At": [datetime.timedelta(day)], "On": datetime.date(2026, 3, 1)} for day in range(5)],
    "Claim": [decimal.Decimal(claim) for claim in ("120.50", "1.00", "2.00", "2.00", "3.00")],
}
ROWS = [dict(zip(COLUMNS, cells, strict=True)) for cells in zip(*COLUMNS.values(), strict=True)]


def read(vector):
    return casegate.read_csv(bytes(vector["csv"]), vector["map"])


CALLS = {
    "check_map": lambda vector, given: casegate.check_map(vector["map"], given.get("headers"), vector["context"]),
    "cases_of": lambda vector, given: casegate.cases_of(
        vector["map"], read(vector) if vector["csv"] else given["table"], vector["context"]
    ),
    "rows_of": lambda vector, given: casegate.rows_of(vector["map"], given["results"]),
    "read_csv": lambda vector, given: read(vector),
}


class Maps(unittest.TestCase):
    def test_every_vector_gives_the_bytes_of_the_core_in_the_declared_type(self):
        shown = set()
        for vector in lines("maps.ndjson"):
            name, reply = vector["call"], vector["reply"]
            shown.add(name)
            with self.subTest(vector["name"]):
                self.assertEqual(casegate.call(name, vector["input"], vector["context"]), reply)
                answer = CALLS[name](vector, json.loads(vector["input"]))
                self.assertEqual(json.dumps(answer, **RAW), reply)
                hint = get_type_hints(getattr(casegate, name))["return"]
                check_type(answer, hint, collection_check_strategy=CollectionCheckStrategy.ALL_ITEMS)
        self.assertEqual(shown, CALLS.keys())

    def test_every_table_of_the_same_rows_has_the_same_report(self):
        report = casegate.cases_of(MAP, ROWS, CONTEXT)
        self.assertEqual([(row["row"], row["id"], row["key"], row["ok"]) for row in report["rows"]],
                         [(1, "1", "M/1", True), (3, "3", "M/3", True), (5, "5", "M/5", False)])
        self.assertEqual(report["rows"][2]["findings"][0]["columns"], ["Client"])
        self.assertEqual([report["accepted"], report["refused"]], [2, 1])
        left_out = [{"row": 2, "left_out": "no_id"}, {"row": 4, "left_out": "repeated_id"}]
        self.assertEqual(report["left_out"], left_out)
        case = report["rows"][0]["case"]
        self.assertEqual((case["date_of_loss"], case["claim_number"]), ("2026-02-13", "120.50"))
        arrow = pa.table(COLUMNS)
        for table in (ROWS, iter(ROWS), arrow, arrow.to_batches()[0], pa.concat_tables([arrow[:2], arrow[2:]]), pl.DataFrame(COLUMNS)):
            with self.subTest(type(table)):
                self.assertEqual(casegate.check_batch(table, CONTEXT, map=json.dumps(MAP)), report)

    def test_a_frame_has_its_headers_without_rows_and_twice(self):
        for table in (pa.table(COLUMNS)[:0], pl.DataFrame(COLUMNS)[:0]):
            report = casegate.check_batch(table, CONTEXT, map=MAP)
            self.assertEqual((report["ok"], report["rows"]), (True, []))
        twice = pa.table([*COLUMNS.values(), ["Ada"] * 5], names=[*COLUMNS, "Client"])
        findings = casegate.check_batch(twice, CONTEXT, map=MAP)["findings"]
        self.assertEqual([(finding["code"], finding["columns"]) for finding in findings], [("column_twice", ["Client"])])

    def test_cells_are_those_of_javascript_and_large_numbers_are_refused(self):
        row = ROWS[0] | {"Client": ["Ada", "Ben"], "Claim": 2.0**60}
        report = casegate.cases_of(MAP, [row, "Ada", ROWS[2]], CONTEXT)
        self.assertEqual(report["rows"][0]["case"]["plaintiff_name"], "Ada; Ben")
        self.assertEqual([finding["code"] for finding in report["rows"][0]["findings"]], ["number_rounded"])
        self.assertEqual(report["left_out"], [{"row": 2, "left_out": "not_an_object"}])

    def test_other_values_are_type_errors_without_the_value(self):
        cycle = []
        cycle.append(cycle)
        for wrong in ([{"Client": cycle}], b"Secret", pa.array(["Secret"]), pl.Series(["Secret"]), [{"Client": b"Secret"}], [{"Client": float("inf")}], 7):
            with self.subTest(type(wrong)), self.assertRaises(TypeError) as raised:
                casegate.cases_of(MAP, wrong, CONTEXT)
            self.assertNotIn("Secret", str(raised.exception))
        with self.assertRaisesRegex(TypeError, "the column 'Client' .* bytes"):
            casegate.cases_of(MAP, pa.table({"Id": [1], "Client": [b"Secret"]}), CONTEXT)
        with self.assertRaisesRegex(TypeError, "the bytes of a file"):
            casegate.read_csv("Client\n", MAP)
        with self.assertRaises(casegate.ContextError):
            casegate.check_batch(ROWS, {}, map=MAP)

    def test_a_map_is_an_object_or_its_text(self):
        text = (ROOT / "examples/maps/litify.json").read_text(encoding="utf-8")
        self.assertEqual(casegate.check_map(json.loads(text)), casegate.check_map(text))


if __name__ == "__main__":
    unittest.main()
