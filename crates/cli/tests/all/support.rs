//! Runs the built binary.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// The result of a run.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.out.clone()).expect("the output is UTF-8")
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.text().lines().map(str::to_owned).collect()
    }
}

/// Runs `casegate` with arguments and standard input.
pub(crate) fn casegate(args: &[&str], input: &[u8]) -> Run {
    let mut child = command(args).spawn().expect("the binary starts");
    let mut to = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // A run that ends early does not read everything.
    let writing = thread::spawn(move || to.write_all(&input).is_ok());
    let output = child.wait_with_output().expect("the binary ends");
    let _ = writing.join();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    Run { code: output.status.code().unwrap_or(-1), out: output.stdout, err }
}

/// The program under test: the binary, or the program that `CASEGATE_PROGRAM` names, such as the
/// command of the npm package casegate-cli.
pub(crate) fn program() -> PathBuf {
    std::env::var_os("CASEGATE_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_casegate").into(), PathBuf::from)
}

/// The program with pipes for input and output.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// A file that a test may write.
pub(crate) fn scratch(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("the file is written");
    path
}

/// A path as an argument.
pub(crate) fn arg(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// Returns the report in a line of `check --format json` for standard input: the bytes of the
/// library, without the file and the places.
pub(crate) fn report_of(line: &str) -> String {
    let parsed: Value = serde_json::from_str(line).expect("a line is JSON");
    let report = line.strip_prefix("{\"file\":\"-\",").expect("the file is first");
    let issues = parsed["issues"].as_array().expect("a report has issues");
    issues.iter().filter(|issue| issue.get("line").is_some()).fold(format!("{{{report}"), |report, issue| {
        let place = format!(",\"line\":{},\"column\":{}}}", issue["line"], issue["column"]);
        assert!(report.contains(&place), "{place} ends an issue: {report}");
        report.replacen(&place, "}", 1)
    })
}
