#!/usr/bin/env python3
"""Generates clients from the OpenAPI documents, compiles them, and lets each create a case with files on the stand-in and
read results of every type. Lints the documents, too.

    python tests/clients/run.py PROGRAM [--java]     --java: the clients of openapi-generator, in place of the quick ones

`scripts/setup clients` installs the generators, and `scripts/setup openapi-generator` the one in Java.
"""

import importlib.machinery
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
stand_in = importlib.machinery.SourceFileLoader("stand_in", str(HERE.parent / "openapi" / "run")).load_module()
CREATE, CASES = "/api/v1/partner/cases/create/", "/api/v1/partner/cases"
FILES = [["a.pdf", "incident_report", 3], ["b.txt", "insurance_letter", 9], ["c.csv", "other", 5]]
LIMIT = {
    **{name: stand_in.CASE[name] for name in ("cc_emails", "plaintiff_name", "date_of_loss", "is_incident_report_provided")},
    "case_type": "pl",
    "base_product": ["personal_auto_policy_limits"],
    "insurance_company": "Example Mutual",
}
SHARED = ["defendant", "date_of_loss", "insurance", "policy_number", "claim_number", "liability_limits", "other_commercial_policy"]
UNKNOWN = {"case_type": "unknown", "results": [{**dict.fromkeys([*SHARED, "notes", "add_on_services"]), "defendant": "A Person"}]}


def run(what, *words, **options):
    """Runs a program, and shows its output only if it fails."""
    started = time.monotonic()
    words = [str(word) for word in words]
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode:
        sys.exit(f"{what}: exit {done.returncode}\n{done.stdout}")
    print(f"{what}: {time.monotonic() - started:.1f} s", flush=True)
    return done.stdout


def documents(program, folder, base_url):
    """Writes the documents; those of the partner service and of `casegate api` get clients that are run."""
    for name, exported in (("service", "openapi"), ("api", "http-openapi")):
        (folder / f"{name}.json").write_bytes(subprocess.run([program, "export", exported], check=True, stdout=subprocess.PIPE).stdout)
    with urllib.request.urlopen(f"{base_url}/openapi.json", timeout=30) as answer:
        (folder / "standin.json").write_bytes(answer.read())
    return ["service", "api", "standin"]


def typescript(folder, source):
    """Compiles a program with the client beside it."""
    options = "--strict --skipLibCheck --target es2022 --module nodenext --lib es2022,dom --types node"
    (folder / "package.json").write_text('{ "type": "module" }')
    (folder / "node_modules").symlink_to(HERE / "node_modules")
    (folder / source).write_text((HERE / source).read_text())
    run(f"{source}: tsc", HERE / "node_modules/.bin/tsc", *options.split(), folder / source, *folder.glob("*.ts"), cwd=folder)
    return ["node", folder / Path(source).with_suffix(".js")]


def quick(folder, names):
    ts, py = folder / "openapi_fetch", folder / "python_client"
    ts.mkdir()
    py.mkdir()
    for name in names:
        run(f"openapi-typescript {name}", "node", HERE / "types.mjs", folder / f"{name}.json", ts / f"{name}.ts")
        words = ["generate", "--meta", "none", "--path", folder / f"{name}.json", "--output-path", py / name]
        # It reads no PDF, which the stand-in answers at the address of its results.
        words += ["--fail-on-warning"] if name != "standin" else []
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # it formats with ruff
        run(f"openapi-python-client {name}", Path(sys.executable).with_name("openapi-python-client"), *words, env={**os.environ, "PATH": path})
    yield "openapi_fetch", typescript(ts, "openapi_fetch.ts"), {}
    yield "python_client", [sys.executable, HERE / "python_client.py"], {"PYTHONPATH": py}


def java(folder, names):
    ts, py = folder / "typescript_fetch", folder / "python_generator"
    for name in names:
        # Without `webhooks`, whose calls it writes with a fault in Python.
        words = ["generate", "-i", folder / f"{name}.json", "--global-property", "models,apis,supportingFiles"]
        for kind, to, more in (("typescript-fetch", ts, "importFileExtension=.js"), ("python", py, f"packageName={name}")):
            target = to / name if to == ts else to
            run(f"openapi-generator {kind} {name}", Path(sys.executable).with_name("openapi-generator-cli"), *words, "-g", kind, "-o", target, f"--additional-properties={more}")
    yield "typescript_fetch", typescript(ts, "typescript_fetch.ts"), {}
    yield "python_generator", [sys.executable, HERE / "python_generator.py"], {"PYTHONPATH": py}


def prepare(base_url, user, operator):
    """A case with results of each type; the first has an offer, which each client accepts."""
    cases = {}
    for name, payload in (("limit", LIMIT), ("existence", stand_in.CASE), ("unknown", LIMIT), ("cancelled", LIMIT)):
        edge = "boundary"
        part = f'--{edge}\r\nContent-Disposition: form-data; name="case"\r\n\r\n{json.dumps(payload)}\r\n--{edge}--\r\n'
        made = stand_in.send(base_url, "POST", CREATE, user, part.encode(), f"multipart/form-data; boundary={edge}")
        cases[name] = made["case_ref"]
        operate = f"/operator/api/cases/{made['case_id']}"
        if name == "cancelled":
            stand_in.send(base_url, "POST", f"{CASES}/{made['case_ref']}/cancel/", user, {"reason": "Settled."})
            continue
        stand_in.send(base_url, "POST", f"{operate}/pick_up", operator, {})
        if name == "limit":
            stand_in.send(base_url, "POST", f"{operate}/find_policies", operator, {})
        stand_in.send(base_url, "POST", f"{operate}/publish_results", operator, {"results_data": UNKNOWN} if name == "unknown" else {})
    return cases


def expected(base_url, api, user, cases):
    """What a client has to read, from the answers themselves."""
    results = {}
    for name, ref in cases.items():
        data = stand_in.send(base_url, "GET", f"{CASES}/{ref}/results/?result_format=json", user)["results_data"]
        own = {"limit": "policyholder", "existence": "result_type"}.get(name, "defendant")
        policies = [[one["status"], one["liability_limits"] if one["status"] == "accepted" else one["price_usd"]] for one in data["additional_policies"]]
        reason = data.get("cancellation", {}).get("reason")
        results[name] = [data["case_type"], data["results"][0][own] if data["results"] else None, reason, policies]
    assert {one[0] for one in results["limit"][3]} == {"offered", "accepted", "included"}, results
    assert results["existence"][1] and results["unknown"][0] == "unknown" and results["cancelled"][2], results

    def ask(operation, body):
        request = urllib.request.Request(f"{api}/v1/{operation}", json.dumps(body).encode(), {"Casegate-Context": '{"today":"2026-03-01"}'})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    report = ask("check_case", {"case_type": "pl"})
    return {
        "attachments": [[name, label, "accepted"] for name, label, _ in FILES[:2]],
        "appended": FILES[2][:2],
        "results": results,
        "pdf": True,
        "report": [False, [[issue["code"], issue["at"]] for issue in report["issues"]]],
        "states": len(ask("field_states", {"case_type": "pl"})),
        "actions": len(ask("actions", {"case": None})["actions"]),
        "problem": ["context_unreadable", True],
    }


def main(program, *options):
    program = Path(program).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        service, base_url, master, operator = stand_in.start(program, folder)
        rules = subprocess.Popen([program, "api", "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            api = re.search(r"http://[\w.:]+", rules.stdout.readline())[0]
            names = documents(program, folder, base_url)
            if not options:
                files = [folder / f"{name}.json" for name in names]
                run("spectral", HERE / "node_modules/.bin/spectral", "lint", "--ruleset", HERE / "spectral.yaml", "--fail-severity", "error", "--display-only-failures", *files)
            user = stand_in.send(base_url, "POST", "/api/auth/login/", master, {"token_name": "me@example.com"})["token"]
            stand_in.send(base_url, "PUT", "/operator/api/clock", operator, {"now": stand_in.TODAY})
            cases = prepare(base_url, user, operator)
            given = {"service": base_url, "api": api, "token": user, "cases": cases, "payload": LIMIT}
            for name, words, environment in (java if "--java" in options else quick)(folder, names):
                said = run(name, *words, json.dumps(given), env={**os.environ, **environment})
                read = json.loads(said.splitlines()[-1])
                ref = read.pop("ref")
                right = expected(base_url, api, user, cases)
                for part, value in right.items():
                    if read[part] != value:
                        sys.exit(f"{name} read {part} as {read[part]}, which is {value}")
                number = stand_in.send(base_url, "GET", f"{CASES}/{ref}/", user)["id"]
                stored = stand_in.send(base_url, "GET", f"/operator/api/cases/{number}", operator)["files"]
                stored = [[file["filename"], file["label"], file["size"]] for file in stored]
                if sorted(stored) != FILES:
                    sys.exit(f"{name} sent the files {stored}, which are {FILES}")
        finally:
            for one in (service, rules):
                one.terminate()
                one.wait()
    print("Every client created a case with its files, and read results of every type.")


if __name__ == "__main__":
    main(*sys.argv[1:])
