//! `casegate batch`: one case per line in, one report per line out.

use crate::support::{Run, arg, casegate, command, scratch};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};

const GOOD: &str = r#"{"case_type":"pl","cc_emails":"office@example.com","plaintiff_name":"Test Person","date_of_loss":"2026-02-14","is_incident_report_provided":true,"base_product":["personal_auto_policy_limits"],"insurance_company":"Example Mutual"}"#;

fn batch(args: &[&str], input: &[u8]) -> Run {
    casegate(&[&["batch", "--today", "2026-03-01"], args].concat(), input)
}

fn report(payload: &str) -> String {
    casegate::wire::CHECK_CASE.call(payload, r#"{"today":"2026-03-01"}"#)
}

fn codes(line: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(line).expect("a report is JSON");
    let issues = report["issues"].as_array().expect("it has issues");
    issues.iter().map(|issue| issue["code"].as_str().unwrap_or_default().to_owned()).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Lines of all sizes and kinds; each is recognized by its number.
fn mixed(lines: usize) -> Vec<String> {
    (0..lines)
        .map(|at| match at % 7 {
            0 => GOOD.replacen('{', &format!(r#"{{"office_case_number":"{at}","#), 1),
            1 => format!(r#"{{"office_case_number":"{at}","case_type":"pe"}}"#),
            2 => String::new(),
            3 => format!(r#"{{"office_case_number":"{at}","#),
            4 => format!("[{at}]"),
            5 => format!(r#"{{"summary":"{}","office_case_number":{at}}}"#, "long ".repeat(at % 1500)),
            _ => format!(r#"{{"office_case_number":"{at}","é{at}":"日本"}}"#),
        })
        .collect()
}

#[test]
fn a_case_on_several_lines_is_recognized_once() {
    let run = batch(&[], b"{\n  \"case_type\": \"pl\"\n}\n");
    assert_eq!((run.code, run.lines().len()), (0, 3));
    assert!(run.lines().iter().all(|line| codes(line) == ["not_json"]), "{}", run.text());
    let hint = "casegate: standard input looks like one case on several lines, but each line is read as a case; \
                `casegate check` reads a whole file, and `jq -c .` writes it as one line\n";
    assert_eq!(run.err, hint);
    let list = batch(&[], b"\xEF\xBB\xBF [\r\n{},\r\n{}\r\n]");
    assert!(list.err.contains("looks like one list on several lines") && list.err.contains("`jq -c '.[]'`"));

    let pretty = scratch("batch-pretty.json", b"{\n}\n");
    let fine = scratch("batch-fine.ndjson", b"{}\n{\n[\n{\"a\":\n");
    let run = batch(&[arg(&fine), arg(&pretty), arg(&pretty)], b"");
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with(&format!("casegate: {} looks like", arg(&pretty))), "{}", run.err);
    assert_eq!(batch(&[arg(&fine)], b"").err, "");
}

#[test]
fn many_jobs_give_what_one_gives() {
    let lines = mixed(10_000);
    let input = lines.join("\n");
    let serial = batch(&["--jobs", "1", "--id", "/office_case_number"], input.as_bytes());
    assert_eq!((serial.code, serial.err.as_str()), (0, "casegate: 1429 blank lines have no case and no report\n"));
    let answers = serial.lines();
    assert_eq!(answers.len(), lines.len() - 1429);
    let cases = lines.iter().enumerate().filter(|(_, line)| !line.is_empty());
    for ((at, line), answer) in cases.zip(&answers) {
        let id = match at % 7 {
            4 => "null".to_owned(),
            5 => at.to_string(),
            _ => format!("\"{at}\""),
        };
        let report = report(line);
        assert_eq!(*answer, format!("{{\"id\":{id},{}", report.strip_prefix('{').unwrap()), "line {at}");
    }
    for jobs in ["2", "3", "16"] {
        let many = batch(&["--jobs", jobs, "--id", "/office_case_number"], input.as_bytes());
        assert!(many.out == serial.out, "{jobs} jobs give other bytes");
    }
}

#[test]
fn every_line_has_an_answer() {
    let run = batch(&[], b"");
    assert_eq!((run.code, run.out.len()), (0, 0));
    let input = [GOOD.as_bytes(), b"\r\n\r\n\n{\"a\":\"\xFF\"}\nnot json\n \n\xFF\n", GOOD.as_bytes()].concat();
    let run = batch(&[], &input);
    let lines = run.lines();
    assert_eq!((lines.len(), run.err.as_str()), (5, "casegate: 3 blank lines have no case and no report\n"));
    assert_eq!((lines[0].as_str(), lines[4].as_str()), (report(GOOD).as_str(), report(GOOD).as_str()));
    for line in &lines[1..4] {
        assert_eq!(codes(line), ["not_json"]);
    }
    // The place of the bytes that are not UTF-8.
    let report: Value = serde_json::from_str(&lines[1]).expect("a report is JSON");
    assert_eq!(report["issues"][0]["params"], serde_json::json!({ "line": 1, "column": 7 }));
    assert_eq!(run.code, 0);
    let blank = batch(&["--fail-on-invalid"], &b" \t\r\n".repeat(25_000));
    assert_eq!((blank.code, blank.out.len()), (0, 0));
    assert_eq!(blank.err, "casegate: 25000 blank lines have no case and no report\n");
    assert_eq!(batch(&[], b"\n").err, "casegate: 1 blank line has no case and no report\n");
}

#[test]
fn long_lines_are_refused_and_not_kept() {
    let context = scratch("batch-small.json", br#"{"today":"2026-03-01","limits":{"text_bytes":1000}}"#);
    let exactly = format!("{{\"summary\":\"{}\"}}", "s".repeat(1000 - 14));
    assert_eq!(exactly.len(), 1000);
    let longer = exactly.replace('}', " }");
    let long = format!("{{\"id\":7,\"summary\":\"{}\"}}", "é".repeat(2_000_000));
    let input = [exactly.as_str(), &longer, &long, "{}"].join("\r\n");
    let run = casegate(&["batch", "--context", arg(&context), "--id", "/id"], input.as_bytes());
    let lines = run.lines();
    assert_eq!(lines.len(), 4);
    assert_ne!(codes(&lines[0]), ["too_large"]);
    assert_eq!((codes(&lines[1]), codes(&lines[2])), (vec!["too_large".to_owned()], vec!["too_large".to_owned()]));
    assert!(lines[2].starts_with("{\"id\":7,"), "what is kept of a long line may name it");
    assert_ne!(codes(&lines[3]), ["too_large"]);
}

#[test]
fn gzip_is_known_by_its_first_bytes() {
    let plain = mixed(300).join("\n") + "\n";
    let expected = batch(&[], plain.as_bytes());
    // Two gzip members, split inside a line, as `cat a.gz b.gz` makes them.
    let (one, other) = plain.as_bytes().split_at(plain.len() / 2);
    let members = [gzip(one), gzip(other)].concat();
    assert!(batch(&[], &members).out == expected.out);
    let path = scratch("members.ndjson", &members);
    assert!(batch(&[arg(&path)], b"").out == expected.out);

    let cut = &members[..members.len() - 20];
    let run = batch(&[], cut);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("standard input cannot be read") && run.err.contains("lines were answered"),
        "{}",
        run.err
    );
    assert!(!run.out.is_empty() && expected.out.starts_with(&run.out));
}

#[test]
fn zeros_after_gzip_are_padding() {
    let plain = mixed(300).join("\n") + "\n";
    let expected = batch(&[], plain.as_bytes());
    let packed = [gzip(plain.as_bytes()), gzip(b"")].concat();
    for zeros in [1, 511, 10_240, 1 << 20] {
        let run = batch(&[], &[packed.as_slice(), &vec![0; zeros]].concat());
        assert_eq!((run.code, &run.err), (0, &expected.err), "{zeros} zeros");
        assert!(run.out == expected.out, "{zeros} zeros");
    }
    for (tail, why) in [(b"\0\0x".as_slice(), "follows the zero padding"), (b"x", "cannot be read")] {
        let run = batch(&[], &[packed.as_slice(), tail].concat());
        assert_eq!(run.code, 2);
        assert!(run.err.contains(why) && run.err.contains("lines were answered"), "{}", run.err);
    }
}

#[test]
fn an_identifier_that_the_line_breaks_off_in_is_null() {
    let ids = |args: &[&str], input: &[u8]| {
        let lines = casegate(&[&["batch", "--id", "/n"], args].concat(), input).lines();
        let ids = lines.iter().map(|line| line.split(",\"format\"").next().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    let input = b"{\"n\":12\n{\"n\":12\xff34}\n{\"n\":12}\n{\"n\":12,\xff}\n{\"n\":\"a\xff\"}\n{\"n\":12";
    let [null, twelve] = ["{\"id\":null", "{\"id\":12"];
    assert_eq!(ids(&["--today", "2026-03-01"], input), [null, null, twelve, twelve, null, null]);

    let context = scratch("batch-20.json", br#"{"today":"2026-03-01","limits":{"text_bytes":20}}"#);
    let number = r#"{"n":1234567890123456789,"a":1}"#;
    for cut in 0..number.len() {
        // A number is kept whole or not at all.
        let line = format!("{{{}{}", " ".repeat(cut), number.strip_prefix('{').unwrap());
        let id = ids(&["--context", arg(&context)], line.as_bytes());
        assert!(id == [null] || id == ["{\"id\":1234567890123456789"], "{line}: {id:?}");
    }
    // A long line is not misread as a different value.
    let long = [b"{\"n\":\"a\xff\",".as_slice(), &[b' '; 30]].concat();
    assert_eq!(ids(&["--context", arg(&context)], &long), [null]);
}

#[test]
fn threads_are_as_many_as_a_system_may_have() {
    for jobs in ["0", "1025", "100000", "18446744073709551615", "18446744073709551616", "-1", "many", ""] {
        let run = batch(&[&format!("--jobs={jobs}")], b"{}");
        assert_eq!((run.code, run.out.len()), (2, 0), "{jobs}");
        assert!(run.err.contains("give a whole number from 1 to 1024"), "{}", run.err);
    }
    for jobs in ["1", "1024"] {
        assert_eq!(batch(&["--jobs", jobs], b"{}").lines(), [report("{}")]);
    }
}

/// No system can give a thread a stack of this size.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_start_are_reported() {
    let mut child = command(&["batch", "--today", "2026-03-01", "--jobs", "3"]);
    let child = child.env("RUST_MIN_STACK", (1_u64 << 60).to_string()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
    assert!(message.starts_with("casegate: the system does not give 3 threads: "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn files_follow_each_other_and_do_not_flow_together() {
    let one = scratch("one.ndjson", b"{}\n[1]");
    let two = scratch("two.ndjson", b"[2]\n");
    let run = batch(&[arg(&one), "-", arg(&two)], b"[3]");
    let expected = ["{}", "[1]", "[3]", "[2]"].map(report);
    assert_eq!(run.lines(), expected);
    let run = batch(&[arg(&one), "no-such-file"], b"");
    assert_eq!((run.code, run.out.len()), (2, 0));
    let run = batch(&[env!("CARGO_TARGET_TMPDIR")], b"");
    assert_eq!((run.code, run.out.len()), (2, 0));
    assert!(run.err.contains("is a folder"), "{}", run.err);
}

#[test]
fn refused_records_are_a_failure_only_when_asked() {
    assert_eq!(batch(&[], b"{}").code, 0);
    assert_eq!(batch(&["--fail-on-invalid"], b"{}").code, 1);
    assert_eq!(batch(&["--fail-on-invalid"], GOOD.as_bytes()).code, 0);
    assert_eq!(casegate(&["batch"], b"{}").code, 2);
    assert_eq!(batch(&["--jobs", "0"], b"{}").code, 2);
    assert_eq!(batch(&["--id", "no-slash"], b"{}").code, 2);
    assert_eq!(batch(&["--credential", "master", "--today", "soon"], b"{}").code, 2);
}

#[test]
fn identifiers_are_copied_on_one_line() {
    let run = batch(&["--id", "/ref/0"], b"{\"ref\":[{\"a\":\r1}]}\n{\"ref\":[1.0]}\n{\"ref\":1}\n");
    let lines = run.lines();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("{\"id\":{\"a\": 1},\"format\":1,"), "{}", lines[0]);
    assert!(lines[1].starts_with("{\"id\":1.0,") && lines[2].starts_with("{\"id\":null,"));
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = command(&["batch", "--today", "2026-03-01", "--jobs", "3"]).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let writing = std::thread::spawn(move || {
        let mut lines = 0;
        while lines < 1_000_000 && to.write_all(b"{}\n").is_ok() {
            lines += 1;
        }
        lines
    });
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first.trim_end(), report("{}"));
    let mut output = String::new();
    child.stderr.take().unwrap().read_to_string(&mut output).unwrap();
    assert_eq!((child.wait().unwrap().code(), output.as_str()), (Some(0), ""));
    assert!(writing.join().unwrap() < 1_000_000, "it stops reading too");
}

#[test]
fn a_line_is_answered_before_the_next_is_written() {
    let mut child = command(&["batch", "--today", "2026-03-01"]).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    for payload in ["{}", "[]", "x"] {
        to.write_all(format!("{payload}\n{{\"half").as_bytes()).unwrap();
        let mut answer = String::new();
        from.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), report(payload));
        to.write_all(b"\":1}\n").unwrap();
        answer.clear();
        from.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), report("{\"half\":1}"));
    }
    drop(to);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// The output is hundreds of times larger than the input, and one line exceeds the memory limit.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_flat() {
    let line = format!("{{\"case_type\":\"pl\",\"base_product\":[{}\"\"]}}\n", "\"\",".repeat(990));
    let mut child = command(&["batch", "--today", "2026-03-01", "--jobs", "4"]).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let writing = std::thread::spawn(move || {
        let long = vec![b' '; 1 << 20];
        (0..100).all(|_| to.write_all(&long).is_ok())
            && to.write_all(format!("\n{}", line.repeat(120)).as_bytes()).is_ok()
    });
    let mut from = child.stdout.take().unwrap();
    let mut part = vec![0; 1 << 20];
    let (mut bytes, mut peak) = (0, 0);
    loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        peak = peak.max(held.trim().trim_end_matches(" kB").parse::<usize>().unwrap_or_default());
        match from.read(&mut part).unwrap() {
            0 => break,
            read => bytes += read,
        }
    }
    assert!(writing.join().unwrap() && child.wait().unwrap().success());
    assert!(bytes > 40_000_000, "only {bytes} bytes of reports");
    assert!((1_000..40_000).contains(&peak), "{peak} kB at most");
}
