//! What is the same in every command: color, `--quiet`, errors, days, texts on several lines, and waiting.

use crate::support::{arg, casegate, program, scratch};
use std::process::Command;
use std::thread;

const ESCAPE: u8 = 0x1b;

fn is_colored(args: &[&str]) -> bool {
    casegate(args, b"{}").out.contains(&ESCAPE)
}

#[test]
fn every_report_for_people_has_color_where_it_is_wanted() {
    #[cfg(feature = "service")]
    let service = {
        let (recording, key) = (scratch("color.ndjson", b""), scratch("color.ndjson.key", b""));
        std::fs::remove_file(&key).expect("it was written");
        let exchanges = "tests/cmd/service/drift.in/session.har";
        let run = casegate(&["-q", "record", "--from", exchanges, "--into", arg(&recording)], b"");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        vec![vec!["drift".to_owned(), arg(&recording).to_owned()], vec!["certify".to_owned(), "--list".to_owned()]]
    };
    #[cfg(not(feature = "service"))]
    let service: Vec<Vec<String>> = Vec::new();
    let drafts = "tests/cmd/forecast.in/cases";
    for args in [
        &["check"][..],
        &["rules"],
        &["fields", "--product", "pl"],
        &["explain", "date_of_loss"],
        &["explain", "pl.policyholder_named"],
        &["forecast", drafts, "--today", "2026-10-10", "--on", "2027-10-10"],
        &["analyze"],
        &["rules", "--help"],
    ] {
        let colored = |color: &str| is_colored(&[args, &["--color", color]].concat());
        assert_eq!(["auto", "never", "always"].map(colored), [false, false, true], "{args:?}");
    }
    for args in &service {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        assert!(is_colored(&[&["--color", "always"], &args[..]].concat()) && !is_colored(&args), "{args:?}");
    }
    // Programs read the other forms.
    for args in [&["rules", "--format", "json"][..], &["fields", "--format", "json"], &["check", "--format", "json"]] {
        assert!(!is_colored(&[&["--color", "always"], args].concat()), "{args:?}");
    }
    let run = casegate(&["--color", "always", "chek"], b"");
    assert!(run.err.starts_with("\u{1b}["), "{}", run.err);
}

#[test]
fn quiet_leaves_out_notes_and_no_errors() {
    for (args, code) in [
        (&["check", "-q"][..], 1),
        (&["-q", "batch", "--today", "2026-03-01"], 0),
        (&["prepare", "--quiet"], 0),
        (&["forecast", "-q", "--today", "2026-10-10", "--on", "2026-10-11"], 0),
        (&["files", "-q"], 0),
    ] {
        let run = casegate(args, b"{}\n\n");
        assert_eq!((run.code, run.err.as_str()), (code, ""), "{args:?}");
    }
    assert!(casegate(&["-q", "check", "absent.json"], b"").err.contains("absent.json cannot be read"));
}

#[test]
fn every_error_begins_with_the_name_of_the_program() {
    for args in [
        &["chek"][..],
        &["check", "--frobnicate"],
        &["check", "--today", "03/01/2026"],
        &["check", "--context", "absent.json"],
        &["explain", "nothing"],
        &["export", "man", "chek"],
        &["export", "report-schema", "--check", "absent.json"],
        &["call", "nothing"],
        &["-q", "prepare", "tests/cmd/files.in/list.json"],
    ] {
        let run = casegate(args, b"");
        assert!(run.code > 0 && run.err.contains("casegate: ") && !run.err.contains("error:"), "{args:?} {}", run.err);
    }
}

#[test]
fn a_day_in_another_form_is_refused_with_the_right_one() {
    for day in ["03/01/2026", "1.3.2026", "2026-3-1", "2026-02-30", "today", ""] {
        for args in [
            &["check", "--today", day][..],
            &["batch", "--today", day],
            &["forecast", "--on", day],
            &["export", "schema", "--product", "pl", "--today", day],
        ] {
            let run = casegate(args, b"{}");
            assert!(run.code == 2 && run.err.contains("YYYY-MM-DD, such as 2026-03-01"), "{args:?} {}", run.err);
        }
    }
}

#[test]
fn a_text_on_several_lines_is_read_whole_or_refused() {
    let pretty = "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}\n";
    let twice = pretty.repeat(2);
    let marked = format!("\u{feff}{pretty}");
    let after = format!("{{}}\n{pretty}");
    let broken = pretty.replace("],", "]");
    let open = pretty.replace("{}\n}", "{}");
    for command in ["files", "results", "replay"] {
        for (text, lines, code) in [
            (pretty, 1, 0),
            (&pretty.replace('\n', "\r\n"), 1, 0),
            ("[\n  {},\n  {}\n]", 1, 0),
            // Lines, of which each has an answer: a line that was cut off as well.
            ("{}\n{}\n", 2, 0),
            ("{\"a\":[1\n{}\n", 2, 0),
            ("nothing\n\n{}", 3, 0),
            ("{\n", 1, 0),
            ("{}\n{", 2, 0),
            (&twice, 0, 2),
            (&marked, 0, 2),
            (&broken, 0, 2),
            (&open, 0, 2),
            (&after, 1, 2),
        ] {
            let run = casegate(&[command, "--today", "2026-03-01"], text.as_bytes());
            assert_eq!((run.lines().len(), run.code), (lines, code), "{command} {text:?} {}", run.err);
        }
    }
    let run = casegate(&["replay"], broken.as_bytes());
    assert!(run.err.starts_with("casegate: standard input:5:3 is not JSON"), "{}", run.err);
}

/// `script` gives a program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_long_wait_is_explained_once_and_on_a_terminal() {
    let wait = |args: &'static str, terminal: bool| {
        thread::spawn(move || {
            let line = format!("(sleep 3.6; echo '{{}}') | '{}' {args} 2>&1 >/dev/null", arg(&program()));
            let (shell, args) =
                if terminal { ("script", vec!["-qec", &line, "/dev/null"]) } else { ("sh", vec!["-c", &line]) };
            let run = Command::new(shell).args(args).output().expect("the shell starts");
            String::from_utf8(run.stdout).expect("a text")
        })
    };
    let note = "casegate: waiting for standard input";
    let runs = [
        ("replay", true, note),
        ("batch --today 2026-03-01", true, note),
        ("states --today 2026-03-01", true, note),
        ("-q replay", true, ""),
        ("replay", false, ""),
    ];
    for (run, expected) in runs.map(|(args, terminal, expected)| (wait(args, terminal), expected)) {
        let notes = run.join().expect("the run ends");
        assert_eq!(notes.lines().next().unwrap_or_default(), expected);
        assert_eq!(notes.matches("waiting").count(), expected.matches("waiting").count());
    }
}
