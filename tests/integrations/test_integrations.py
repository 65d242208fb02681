"""The GitHub Action, the pre-commit hooks and the container: their files parse, and their commands are those of the
built program. The continuous integration of users runs them; here the program on PATH is that of this checkout."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CASEGATE_TARGET") or ROOT / "target")
PROGRAM = TARGET / "debug" / "casegate"
GOOD = (ROOT / "crates/cli/tests/cmd/check.in/good.json").read_text()
BAD = '{\n  "case_type": "pl"\n}\n'


def run(args, folder, **variables):
    """Runs a command with the built program as `casegate`."""
    env = {**os.environ, "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}", **variables}
    return subprocess.run(args, cwd=folder, env=env, capture_output=True, text=True, check=False)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "cases/deep").mkdir(parents=True)
        (self.folder / "cases/good one.json").write_text(GOOD)
        (self.folder / "cases/deep/bad.json").write_text(BAD)


class TheAction(Folder):
    action = yaml.safe_load((ROOT / "action.yml").read_text())

    def check(self, **inputs):
        """Runs the step as the runner does: inputs become variables, and `bash` runs the script."""
        declared = self.action["inputs"]
        given = {name: str(inputs.get(name.replace("-", "_"), row.get("default", ""))) for name, row in declared.items()}
        step = self.action["runs"]["steps"][1]
        variables = {
            name: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda found: given[found[1]], value)
            for name, value in step["env"].items()
        }
        self.assertNotIn("${{", "".join(variables.values()))
        script = self.folder / "step.sh"
        script.write_text(step["run"])
        return run(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], self.folder, **variables)

    def test_every_input_is_described_and_used(self):
        self.assertEqual(self.action["runs"]["using"], "composite")
        text = (ROOT / "action.yml").read_text()
        for name, row in self.action["inputs"].items():
            self.assertTrue(row["description"], name)
            self.assertIn(f"inputs.{name}", text)
        for name in re.findall(r"inputs\.([a-z-]+)", text):
            self.assertIn(name, self.action["inputs"])

    def test_findings_are_annotations(self):
        done = self.check(paths="cases/**/*.json", today="2026-03-01")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("::error file=cases/deep/bad.json,line=1,col=1,", done.stdout)
        self.assertEqual(self.check(paths="cases/good*.json", today="2026-03-01").returncode, 0)

    def test_findings_go_to_a_file_in_the_format_of_code_scanning(self):
        done = self.check(paths="cases/*.json\ncases/deep/*.json", format="sarif", output="out.sarif", today="2026-03-01")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        log = json.loads((self.folder / "out.sarif").read_text())
        places = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in log["runs"][0]["results"]}
        self.assertEqual(places, {"cases/deep/bad.json"})

    def test_settings_reach_the_program(self):
        (self.folder / "context.json").write_text('{ "today": "2026-03-01", "severity": { "alias": "error" } }')
        noted = (ROOT / "crates/cli/tests/cmd/check.in/noted.json").read_text()
        (self.folder / "noted.json").write_text(noted)
        self.assertEqual(self.check(paths="noted.json", today="2026-03-01").returncode, 0)
        self.assertEqual(self.check(paths="noted.json", context="context.json").returncode, 1)
        denied = self.check(paths="noted.json", today="2026-03-01", deny_warnings="true", format="human")
        self.assertEqual(denied.returncode, 1)

    def test_no_file_is_an_error(self):
        done = self.check(paths="nothing/*.json")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("::error::", done.stderr)

    def test_the_program_comes_from_the_release_of_the_action(self):
        step = self.action["runs"]["steps"][0]
        script = re.search(r"\$GITHUB_ACTION_PATH/(\S+?)\"", step["run"])[1]
        installer = ROOT / script
        self.assertTrue(installer.is_file(), script)
        for option in re.findall(r"--[a-z]+", step["run"]):
            self.assertIn(option, installer.read_text())


class TheHooks(Folder):
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())

    def test_their_commands_are_those_of_the_program(self):
        for hook in self.hooks:
            self.assertEqual((hook["language"], hook["types"]), ("script", ["json"]))
            script, *args = hook["entry"].split()
            self.assertTrue(os.access(ROOT / script, os.X_OK), script)
            files = ["cases/good one.json", "cases/deep/bad.json"]
            self.assertTrue(all(re.search(hook["files"], file) for file in files))
            done = run([ROOT / script, *args, *files], self.folder)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("cases/deep/bad.json:1:1", done.stdout)
            self.assertNotIn("good one.json:", done.stdout)

    def test_without_the_program_the_npm_package_runs(self):
        script = ROOT / self.hooks[0]["entry"].split()[0]
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "npx").write_text('#!/bin/sh\necho npx "$@"\n')
        (tools / "npx").chmod(0o755)
        here = {"PATH": str(tools)}
        done = subprocess.run(["/bin/sh", script, "check", "a.json"], env=here, capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, "npx --yes casegate-cli check a.json\n")
        (tools / "npx").unlink()
        done = subprocess.run(["/bin/sh", script, "check", "a.json"], env=here, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)


class TheContainer(unittest.TestCase):
    def test_its_file_has_no_lint(self):
        hadolint = Path(sys.executable).with_name("hadolint")
        self.assertTrue(hadolint.is_file(), "scripts/setup python installs hadolint")
        done = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        damaged = subprocess.run([hadolint, "-"], input="FROM rust\nRUN cd /src && make\n", capture_output=True, text=True, check=False)
        self.assertNotEqual(damaged.returncode, 0)

    def test_its_command_is_one_of_the_program(self):
        text = (ROOT / "Dockerfile").read_text()
        entry, command = (json.loads(re.search(rf"^{name} (.*)$", text, re.MULTILINE)[1]) for name in ("ENTRYPOINT", "CMD"))
        self.assertEqual(entry, ["/casegate"])
        done = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        port = re.search(r"^EXPOSE (\d+)$", text, re.MULTILINE)[1]
        self.assertIn(f"[default: {port}]", done.stdout)
        self.assertRegex(text, r"(?m)^USER [1-9]\d*:[1-9]\d*$")
        features = re.search(r"--features (\S+)", text)[1]
        self.assertRegex((ROOT / "crates/cli/Cargo.toml").read_text(), rf"(?m)^{features} = ")


if __name__ == "__main__":
    unittest.main()
