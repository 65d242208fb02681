"""What the package adds to the core: values of Python, errors, sessions, threads, batches."""

import json
import threading
import unittest

import casegate
import polars as pl
import pyarrow as pa
from support import CONTEXT, vectors

ACCEPTED = {
    "case_type": "pl",
    "cc_emails": "office@example.com",
    "plaintiff_name": "Test Persön",
    "date_of_loss": "2026-02-14",
    "is_incident_report_provided": True,
    "base_product": ["personal_auto_policy_limits"],
    "insurance_company": "Example Mutual",
}


def codes(report):
    return [issue["code"] for issue in report["issues"]]


def checks():
    """Payloads of the vectors, and the replies to them in one context."""
    payloads = [vector["payload"] for vector in vectors() if vector["call"] == "check_case"]
    return payloads, [casegate.call("check_case", payload, CONTEXT) for payload in payloads]


class Payloads(unittest.TestCase):
    def test_all_forms_of_a_payload_agree(self):
        report = casegate.check_case(ACCEPTED, CONTEXT)
        self.assertTrue(report["ok"])
        for spaces in ({}, {"indent": 1}, {"ensure_ascii": False}):
            text = json.dumps(ACCEPTED, **spaces)
            for payload in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
                self.assertEqual(casegate.check_case(payload, CONTEXT), report)

    def test_the_limit_counts_the_bytes_of_utf_8(self):
        payload = {**ACCEPTED, "summary": "ö" * 40}
        size = len(json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode())
        limited = {**CONTEXT, "limits": {"text_bytes": size}}
        self.assertTrue(casegate.check_case(payload, limited)["ok"])
        self.assertEqual(codes(casegate.check_case({**payload, "summary": "ö" * 41}, limited)), ["too_large"])

    def test_a_bad_payload_raises_nothing(self):
        for payload, code in [
            (None, "not_an_object"),
            ([], "not_an_object"),
            (12, "not_an_object"),
            ("", "not_json"),
            (b"\xff", "not_json"),
            ("\ud800", "not_json"),
            (b"[" * 100_000, "too_deep"),
            ({"plaintiff_name": "\ud800"}, "lone_surrogate"),
        ]:
            with self.subTest(code):
                self.assertIn(code, codes(casegate.check_case(payload, CONTEXT)))

    def test_a_prepared_number_may_have_any_length(self):
        prepared = casegate.prepare_case('{"case_type":"pl","x":' + "9" * 5000 + "}", CONTEXT)["prepared"]
        self.assertEqual(prepared["x"], float("inf"))

    def test_values_that_json_cannot_express_are_type_errors_without_the_value(self):
        cycle = {}
        cycle["cycle"] = cycle
        deep = []
        for _ in range(100_000):
            deep = [deep]
        for payload in [
            {"summary": float("nan")},
            {"summary": float("inf")},
            {"summary": {"Secret": {"Secret"}}},
            {"Secret": {7: "Secret"}},
            {"Secret": [({None: "Secret"},)]},
            {("Secret",): 1},
            cycle,
            deep,
        ]:
            with self.assertRaises(TypeError) as raised:
                casegate.check_case(payload, CONTEXT)
            self.assertNotIn("Secret", str(raised.exception))
            self.assertEqual(getattr(raised.exception, "__notes__", []), [])

    def test_an_invalid_context_is_an_error_of_its_own(self):
        for context in [{}, {"today": "soon"}, {"today": "2026-03-01", "languge": "en"}, "not json", {"today": float("nan")}]:
            with self.subTest(context), self.assertRaises((casegate.ContextError, TypeError)):
                casegate.check_case(ACCEPTED, context)
        with self.assertRaisesRegex(casegate.ContextError, "today"):
            casegate.check_case(ACCEPTED, {})
        self.assertTrue(issubclass(casegate.ContextError, ValueError))
        with self.assertRaises(ValueError):
            casegate.explain("no.such_rule")
        self.assertIn("operation_unknown", casegate.call("guess", "{}"))


class Sessions(unittest.TestCase):
    def test_the_day_may_be_a_function_and_has_a_time_zone(self):
        self.assertRegex(casegate.today("Pacific/Kiritimati"), r"^\d{4}-\d\d-\d\d$")
        days = iter(["2026-03-01", "soon"])
        context = {"today": lambda: next(days)}
        self.assertFalse(casegate.check_case({}, context)["ok"])
        with self.assertRaises(casegate.ContextError):
            casegate.check_case({}, context)

    def test_the_values_of_a_form_become_a_case(self):
        form = {"case_type": ["pl"], "is_test": ["on"], "summary": [""], "vehicle_information.vehicle_year": ["2019"]}
        case = {"case_type": "pl", "is_test": True, "vehicle_information": {"vehicle_year": 2019}}
        omitted = [{"at": "/summary", "reason": "not_set"}]
        self.assertEqual(casegate.case_from_form(form), {"case": case, "omitted": omitted})
        self.assertIsNone(casegate.case_from_form("case_type=pl")["case"])

        class LastOfEach(dict):  # as Django's QueryDict: a dictionary of lists whose items are the last texts
            def getlist(self, name):
                return super().__getitem__(name)

            def items(self):
                return [(name, self.getlist(name)[-1]) for name in self]

        form = LastOfEach(case_type=["pl"], add_on_services=["skip_trace", "policy_number"])
        case = {"case_type": "pl", "add_on_services": ["skip_trace", "policy_number"]}
        self.assertEqual(casegate.case_from_form(form)["case"], case)

    def test_a_session_equals_the_check(self):
        session = casegate.Session({"case_type": "pl"}, CONTEXT)
        self.assertEqual(codes({"issues": session.touch("/plaintiff_name")["shown"]}), ["required"])
        self.assertTrue(session.set("/plaintiff_name", "Test\nPerson")["hidden"])
        session.set("/are_policyholder_and_defendant_the_same", False)
        self.assertGreater(len(session.what_if([{"set": "/case_type", "value": "pe"}])["states"]), 3)
        session.clear("/plaintiff_name")
        payload = session.payload()
        self.assertEqual(payload, {"case_type": "pl", "are_policyholder_and_defendant_the_same": False})
        self.assertEqual(session.report(), casegate.check_case(payload, CONTEXT))
        self.assertEqual(session.states(), casegate.field_states(payload, CONTEXT))

    def test_impossible_steps_are_value_errors(self):
        with self.assertRaises(ValueError):
            casegate.Session([], CONTEXT)
        with self.assertRaises(casegate.ContextError):
            casegate.Session({}, {})
        session = casegate.Session({}, CONTEXT)
        with self.assertRaises(ValueError):
            session.set("/no/such/field\n{", 1)
        self.assertEqual(session.payload(), {})


class Batches(unittest.TestCase):
    def test_an_iterator_gives_the_serial_answer(self):
        payloads, replies = checks()
        self.assertEqual(list(casegate.check_batch(iter(payloads), CONTEXT)), [json.loads(reply) for reply in replies])
        seen = []
        reports = casegate.check_batch((seen.append(payload) or payload for payload in [{}, b"", None]), CONTEXT)
        self.assertEqual(seen, [])
        next(reports)
        self.assertEqual(seen, [{}], "a case is read when its report is requested")
        self.assertEqual(len(list(reports)), 2)

    def test_a_case_that_json_cannot_express_leaves_the_others(self):
        cycle = {}
        cycle["Secret"] = cycle
        for wrong in ({"summary": float("nan")}, {"Secret": {"Secret"}}, {7: "Secret"}, cycle):
            reports = list(casegate.check_batch(iter([{}, wrong, ACCEPTED]), CONTEXT))
            self.assertEqual([reports[0], reports[2]], [casegate.check_case(case, CONTEXT) for case in ({}, ACCEPTED)])
            self.assertEqual((reports[1]["ok"], codes(reports[1])), (False, ["not_json"]))
            self.assertRegex(reports[1]["issues"][0]["message"], "^Case 1, counted from 0, cannot be JSON: ")
            self.assertNotIn("Secret", str(reports[1]))

    def test_the_reports_of_an_array_can_be_iterated(self):
        rows = ["{}", json.dumps(ACCEPTED), None]
        reports = casegate.check_batch(pa.array(rows), CONTEXT)
        for _ in range(2):
            self.assertEqual(list(reports), [casegate.check_case(row, CONTEXT) for row in rows])

    def test_each_type_of_arrow_array_gives_the_serial_answer(self):
        payloads, replies = checks()
        for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()):
            with self.subTest(kind):
                array = pa.array([payload.encode() for payload in payloads]).cast(kind)
                reports = casegate.check_batch(array, CONTEXT)
                self.assertEqual(len(reports), len(payloads))
                self.assertEqual(pa.array(reports).type, pa.large_string())
                self.assertEqual(pa.array(reports).to_pylist(), replies)
                self.assertEqual(pa.array(casegate.check_batch(array[7:11], CONTEXT)).to_pylist(), replies[7:11])
                chunks = pa.chunked_array([array[:5], array[5:5], array[5:]])
                self.assertEqual(pa.chunked_array(casegate.check_batch(chunks, CONTEXT)).to_pylist(), replies)
        self.assertEqual(len(casegate.check_batch(pa.array([], pa.string()), CONTEXT)), 0)
        self.assertEqual(len(casegate.check_batch(pa.chunked_array([], pa.string()), CONTEXT)), 0)

    def test_every_row_has_a_report(self):
        rows = [b"{}", None, b"", b"\xff", b'{"case_type":'] * 2
        reports = [json.loads(report) for report in pa.array(casegate.check_batch(pa.array(rows), CONTEXT)).to_pylist()]
        self.assertEqual(reports, [casegate.check_case(row, CONTEXT) for row in rows])
        self.assertEqual(codes(reports[1]), ["not_an_object"])

    def test_a_string_array_may_be_invalid_utf_8(self):
        binary = pa.array([b'{"case_type":"\xff"}', b"\xc3"])
        string = pa.StringArray.from_buffers(2, *binary.buffers()[1:])
        reports = [pa.array(casegate.check_batch(array, CONTEXT)) for array in (binary, string)]
        self.assertEqual(*reports)
        self.assertEqual(codes(json.loads(reports[1][0].as_py())), ["not_json"])

    def test_polars_gives_the_serial_answer(self):
        payloads, replies = checks()
        frame = pl.DataFrame({"id": range(len(payloads)), "case": payloads})

        def check(series):
            return pl.Series(casegate.check_batch(series, CONTEXT))

        mapped = frame.with_columns(report=pl.col("case").map_batches(check, pl.String))
        self.assertEqual(mapped["report"].to_list(), replies)
        lazy = pl.concat([frame[:9], frame[9:]], rechunk=False).lazy()
        streamed = lazy.with_columns(report=pl.col("case").map_batches(check, pl.String)).collect(engine="streaming")
        self.assertEqual(streamed.sort("id")["report"].to_list(), replies)

    def test_other_arrays_are_type_errors(self):
        for wrong in (
            pa.array([1]),
            pa.array(["{}"]).dictionary_encode(),
            pa.array([{"case": "{}"}]),
            pa.table({"case": ["{}"]}),
            pl.Series([1.5]),
            "{}",
            b"{}",
            {},
            7,
        ):
            with self.subTest(type(wrong)), self.assertRaises(TypeError):
                casegate.check_batch(wrong, CONTEXT)
        for payloads in ([], pa.array([], pa.string())):
            with self.assertRaises(casegate.ContextError):
                casegate.check_batch(payloads, {})

    def test_other_threads_run_during_a_batch(self):
        text = json.dumps(ACCEPTED)
        array = pa.array([text] * 200_000)
        worker = threading.Thread(target=lambda: casegate.check_batch(array, CONTEXT))
        turns = 0
        worker.start()
        while worker.is_alive():
            worker.join(0.001)
            turns += 1
        self.assertGreater(turns, 20, "the interpreter was held")

    def test_threads_give_the_serial_answer(self):
        payloads, replies = checks()
        wrong = []

        def work(language):
            context = {**CONTEXT, "language": language, "audience": "form" if language == "es" else "developer"}
            for payload, reply in zip(payloads, replies, strict=True):
                if (casegate.call("check_case", payload, context) == reply) != (language == "en" or '"issues":[]' in reply):
                    wrong.append(payload)

        workers = [threading.Thread(target=work, args=[language]) for language in ("en", "es", "en", "es")]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
