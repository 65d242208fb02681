//! A full disk and a kill lose no line of a recording.

use crate::support::program;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LINE: &str = r#"{"at": "2026-03-01", "method": "GET", "path": "/api/v1/partner/cases/CASE-7/offers/", "status": 404, "answer": {}}"#;

fn folder(name: &str, lines: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("log.ndjson"), format!("{LINE}\n").repeat(lines)).expect("a log");
    folder
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(program()).args(words).current_dir(folder).output().expect("the program runs")
}

fn record(folder: &Path) -> Output {
    run(folder, &["record", "--from", "log.ndjson", "--into", "r.ndjson"])
}

fn recording(folder: &Path) -> String {
    fs::read_to_string(folder.join("r.ndjson")).expect("a recording")
}

#[test]
fn a_torn_last_line_is_cut_off() {
    let folder = folder("torn", 2);
    assert!(record(&folder).status.success());
    let whole = recording(&folder);
    let line = whole.lines().next().expect("a line");
    for end in [1, line.len() / 2, line.len() - 1] {
        fs::write(folder.join("r.ndjson"), [&whole, &line[..end]].concat()).expect("a recording");
        let output = record(&folder);
        assert!(String::from_utf8_lossy(&output.stderr).contains("the last line was torn"), "{output:?}");
        assert!(output.status.success() && recording(&folder).starts_with(&whole), "{output:?}");
        assert_eq!(recording(&folder).lines().count(), 4);
        assert!(run(&folder, &["drift", "r.ndjson"]).status.success());
    }
    // A file that is no recording stays as it is.
    fs::write(folder.join("r.ndjson"), "notes").expect("a file");
    assert_eq!((record(&folder).status.code(), recording(&folder)), (Some(2), "notes".to_owned()));
}

/// A limit on the size of files is the nearest to a full disk that needs no rights.
#[test]
fn a_full_disk_loses_no_line() {
    let folder = folder("full", 1);
    let case = r#"{"at": "2026-03-01", "method": "GET", "path": "/api/v1/partner/cases/?source=some", "status": 400, "answer": {}}"#;
    fs::write(folder.join("log.ndjson"), format!("{case}\n")).expect("a log");
    assert!(record(&folder).status.success());
    let whole = recording(&folder);
    fs::write(folder.join("log.ndjson"), format!("{LINE}\n").repeat(100)).expect("a log");
    let limited = |blocks: &str, words: &str| {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {words}", program().display());
        Command::new("bash").args(["-c", &script]).current_dir(&folder).output().expect("bash")
    };
    let output = limited("1", "record --from log.ndjson --into r.ndjson");
    assert_eq!((output.status.code(), recording(&folder)), (Some(2), whole.clone()), "{output:?}");
    let output = limited("0", "record reveal r.ndjson --word some");
    assert_eq!((output.status.code(), recording(&folder)), (Some(2), whole), "{output:?}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
    assert!(run(&folder, &["record", "reveal", "r.ndjson", "--word", "some"]).status.success());
    assert!(recording(&folder).contains(r#""word":"some""#));
}
