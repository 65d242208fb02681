//! `casegate check`, `prepare`, `states` and `export` as programs see them.

use crate::support::{Run, arg, casegate, command, report_of, scratch};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

const TODAY: [&str; 2] = ["--today", "2026-03-01"];
const GOOD: &str = r#"{"case_type":"pl","cc_emails":"office@example.com","plaintiff_name":"Test Person",
    "date_of_loss":"2026-02-14","is_incident_report_provided":true,
    "base_product":["personal_auto_policy_limits"],"insurance_company":"Example Mutual"}"#;

fn check(args: &[&str], input: &str) -> Run {
    casegate(&[&["check"], &TODAY[..], args].concat(), input.as_bytes())
}

#[test]
fn standard_input_is_read_with_and_without_a_dash() {
    for args in [&["-"][..], &[]] {
        let run = check(args, GOOD);
        assert_eq!((run.code, run.out.is_empty()), (0, true), "{}", run.err);
        let unchecked =
            "`pl.carrier_accepted` and `pl.specialty_carrier_fee` were not checked: the context lists no carriers\n";
        assert_eq!(run.err, [unchecked, "no findings in standard input; the case may be sent\n"].concat());
    }
    let run = check(&[], "{");
    assert_eq!(run.code, 1);
    assert!(run.text().contains("<stdin>:1:"), "{}", run.text());
}

#[test]
fn reports_are_the_library_s_own() {
    let context = r#"{"today":"2026-03-01"}"#;
    for text in [GOOD, "{}", "", "[", "{\"a\":1}\n\n"] {
        let run = check(&["--format", "json"], text);
        assert_eq!(report_of(&run.text()), casegate::wire::CHECK_CASE.call(text, context) + "\n");
        assert_eq!(run.err, "");
    }
}

#[test]
fn receipts_are_the_library_s_own() {
    let context = r#"{"today":"2026-03-01","credential":"master","limits":{"text_bytes":500}}"#;
    let settings = scratch("receipt-context.json", context.as_bytes());
    let good = scratch("receipt-good.json", GOOD.as_bytes());
    let broken = scratch("receipt-broken.json", b"{");
    let long = scratch("receipt-long.json", &[b' '; 501]);
    let latin = scratch("receipt-latin.json", b"{\"a\":\"\xe9\"}");
    let receipts = scratch("receipts.txt", b"before");
    let files = [&good, &long, &latin, &broken].map(|file| arg(file));
    let run =
        casegate(&[&["check", "--context", arg(&settings), "--receipt", arg(&receipts)], &files[..]].concat(), b"");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("receipt-long.json is longer than the limit and has no receipt\n"), "{}", run.err);
    let expected = [GOOD, "{"].map(|text| casegate::wire::RECEIPT.call(text, context) + "\n").concat();
    assert_eq!(fs::read_to_string(&receipts).unwrap(), expected);

    let without = casegate(&[&["check", "--context", arg(&settings)], &files[..]].concat(), b"");
    assert_eq!(without.text(), run.text(), "the report is the same");
    let called = casegate(&["call", "receipt", "--context", arg(&settings)], b"{\n");
    assert_eq!(called.text(), casegate::wire::RECEIPT.call("{", context) + "\n");

    // Bytes that are not UTF-8 have a digest of their own, which Settings::call has, too.
    let called = casegate(&["call", "receipt", "--context", arg(&settings)], b"{\"a\":\"\xe9\"}\n\xff\n\xfe");
    let library = casegate::Settings::from_json(context).unwrap();
    let expected =
        [&b"{\"a\":\"\xe9\"}"[..], b"\xff", b"\xfe"].map(|line| library.call(&casegate::wire::RECEIPT, line));
    assert_eq!(called.lines(), expected);

    let run = check(&["--receipt", "-"], GOOD);
    assert_eq!((run.code, run.text()), (2, String::new()));
    assert!(run.err.contains("--receipt takes a file"), "{}", run.err);
    let folder = format!("{}/none/receipt.json", env!("CARGO_TARGET_TMPDIR"));
    let run = check(&["--receipt", &folder], GOOD);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("receipt.json cannot be written: "), "{}", run.err);
}

#[test]
fn receipts_never_replace_an_input() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("receipt-inputs");
    fs::create_dir_all(&folder).unwrap();
    let case = scratch("receipt-inputs/case.json", GOOD.as_bytes());
    let settings = scratch("receipt-inputs/settings.txt", br#"{"today":"2026-03-01"}"#);
    let refused = |args: &[&str], named: &str| {
        let run = casegate(&[&["check"], args].concat(), b"");
        assert_eq!((run.code, run.text()), (2, String::new()), "{}", run.err);
        assert!(run.err.contains(&format!("--receipt would replace {named}, which is an input")), "{}", run.err);
        assert_eq!(fs::read_to_string(&case).unwrap(), GOOD);
    };
    let context = ["--context", arg(&settings)];
    refused(&[&context[..], &["--receipt", arg(&case), arg(&case)]].concat(), arg(&case));
    refused(&[&context[..], &["--fix", "--receipt", arg(&case), arg(&case)]].concat(), arg(&case));
    refused(&[&context[..], &["--receipt", arg(&case), arg(&folder)]].concat(), arg(&case));
    refused(&[&context[..], &["--receipt", arg(&settings), arg(&case)]].concat(), arg(&settings));
    assert_eq!(fs::read_to_string(&settings).unwrap(), r#"{"today":"2026-03-01"}"#);
}

#[cfg(unix)]
#[test]
fn receipts_replace_no_input_under_another_path() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("receipt-paths");
    fs::create_dir_all(&folder).unwrap();
    let case = scratch("receipt-paths/case.json", GOOD.as_bytes());
    let (around, link) = (folder.join("../receipt-paths/case.json"), folder.join("link.txt"));
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(&case, &link).unwrap();
    for path in [&around, &link] {
        let run = check(&["--receipt", arg(path), arg(&case)], "");
        assert_eq!((run.code, run.text()), (2, String::new()), "{}", run.err);
        assert_eq!(fs::read_to_string(&case).unwrap(), GOOD);
    }
}

#[test]
fn a_line_of_json_has_the_file_and_the_places_that_people_see() {
    let refused =
        scratch("json-refused.json", "{\n  \"case_type\": \"pl\",\n  \"é\": 1, \"cc_emails\": 7\n}".as_bytes());
    let broken = scratch("json-broken.json", b"{\n  \"a\": }");
    let good = scratch("json-good.json", GOOD.as_bytes());
    let absent = format!("{}.absent", arg(&good));
    let files = [arg(&refused), arg(&broken), &absent, arg(&good)];
    let run = check(&[&["--format", "json"], &files[..]].concat(), "");
    assert_eq!(run.code, 2);
    let lines: Vec<Value> = run.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| line["file"].as_str().unwrap()).collect::<Vec<_>>(), files);

    // Every place is one that people see.
    for line in &lines {
        let path = line["file"].as_str().unwrap();
        let text = check(&["--color", "never", path], "").text();
        for issue in line["issues"].as_array().into_iter().flatten() {
            let (number, column) = (&issue["line"], &issue["column"]);
            assert!(text.contains(&format!("--> {path}:{number}:{column}\n")), "{issue} {text}");
        }
    }
    let at = |line: &Value, at: &str| {
        let issue = line["issues"].as_array().unwrap().iter().find(|issue| issue["at"] == at).unwrap().clone();
        (issue["line"].clone(), issue["column"].clone())
    };
    assert_eq!(at(&lines[0], "/cc_emails"), (json!(3), json!(24)));
    assert_eq!(at(&lines[0], "/plaintiff_name"), (json!(1), json!(1)));
    assert_eq!(at(&lines[1], ""), (json!(2), json!(8)));
    let message = format!("{absent} cannot be read: no such file or directory");
    assert_eq!(lines[2], json!({ "file": absent, "error": { "code": "unreadable", "message": message } }));
    assert_eq!((&lines[3]["ok"], &lines[3]["issues"]), (&json!(true), &json!([])));

    // One file has the same line as among others, and a finding about a whole text has no place.
    assert_eq!(check(&["--format", "json", arg(&broken)], "").lines(), run.lines()[1..2]);
    let context = scratch("json-small.json", br#"{"today":"2026-03-01","limits":{"text_bytes":1}}"#);
    let run = casegate(&["check", "--format", "json", "--context", arg(&context)], b"{}");
    let line: Value = serde_json::from_str(&run.text()).unwrap();
    assert_eq!((&line["issues"][0]["code"], line["issues"][0].get("line")), (&json!("too_large"), None));
}

/// A folder with cases, a hidden one, a file of another kind and a link in a circle.
fn folder_of_cases(name: &str) -> PathBuf {
    let folder = scratch(name, b"").with_extension("folder");
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in [
        ("b.json", "{}"),
        ("a.json", GOOD),
        ("a/z.json", GOOD),
        ("a/deep/er.json", GOOD),
        ("a.txt", "{}"),
        (".hidden.json", "{}"),
        (".git/c.json", "{}"),
        ("node_modules/d/package.json", "{}"),
        ("[x].json", GOOD),
    ] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(".", folder.join("a/circle")).unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    folder
}

/// Returns the files that `check` reads in a folder, by the lines of its output, and its exit code.
fn read_by(folder: &PathBuf, arguments: &[&str]) -> (Vec<String>, i32) {
    let mut check = command(&[&["check", "--today", "2026-03-01", "--format", "json"], arguments].concat());
    let output = check.current_dir(folder).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let file = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let file = line["file"].as_str().unwrap().replace('\\', "/");
        if line.get("error").is_some() {
            format!("{file}: {}", line["error"]["message"].as_str().unwrap())
        } else {
            file
        }
    };
    (lines.lines().map(file).collect(), output.status.code().unwrap())
}

#[test]
fn a_folder_means_the_cases_below_it() {
    let folder = folder_of_cases("cases-in-a-folder");
    let all = ["./[x].json", "./a/deep/er.json", "./a/z.json", "./a.json", "./b.json"];
    let (mut read, code) = read_by(&folder, &["."]);
    // Files and folders are in one order of names, whatever the order of the disk.
    assert_eq!((read.clone(), code), (all.map(str::to_owned).to_vec(), 1));
    read.sort();
    assert_eq!(
        read_by(&folder, &["a", "a.json"]),
        (["a/deep/er.json", "a/z.json", "a.json"].map(str::to_owned).to_vec(), 0)
    );
    // A folder that is given is read, though it is hidden.
    assert_eq!(read_by(&folder, &[".git"]), (vec![".git/c.json".to_owned()], 1));
    for args in [&["empty"][..], &["empty", "a.json"]] {
        let (read, code) = read_by(&folder, args);
        assert_eq!((read[0].as_str(), code), ("empty: empty contains no file *.json", 2));
        assert_eq!(read.len(), args.len());
    }
}

#[test]
fn a_folder_passes_over_what_is_no_case() {
    let folder = scratch("other-files", b"").with_extension("folder");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("others")).unwrap();
    for (name, text) in [
        ("case.json", GOOD),
        ("package.json", r#"{"name":"intake","version":"1.0.0"}"#),
        ("broken.json", r#"{"name":"intake""#),
        ("list.json", "[]"),
        ("null.json", r#"{"summary":null}"#),
        ("others/tsconfig.json", r#"{"compilerOptions":{"case_type":"pl"}}"#),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let cases = ["broken.json", "case.json", "list.json", "null.json"].map(|name| format!("./{name}")).to_vec();
    assert_eq!(read_by(&folder, &["."]), (cases, 1));
    // A file that is named is checked.
    assert_eq!(read_by(&folder, &["package.json"]), (vec!["package.json".to_owned()], 1));
    assert_eq!(read_by(&folder, &["others"]), (vec!["others: others contains no case".to_owned()], 2));
    let run = check(&[arg(&folder)], "");
    let passed_over = run.err.lines().filter(|line| line.ends_with(" is passed over: it has no field of a case"));
    assert_eq!(passed_over.count(), 2, "{}", run.err);
}

#[test]
fn git_and_check_ignore_the_same_files() {
    let folder = scratch("ignored-files", b"").with_extension("folder");
    let _ = fs::remove_dir_all(&folder);
    let git = |args: &[&str]| {
        let output = std::process::Command::new("git").args(args).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    for (path, text) in [
        (
            ".gitignore",
            "# drafts\nbuild/\n*.tmp.json\n/top.json\nsub/deep/*.json\n!kept.tmp.json\n**/old\n\\!a.json\n[^a-y].json \n",
        ),
        ("sub/.gitignore", "!top.json\nown.json\n!x.tmp.json\n"),
        ("a.json", GOOD),
        ("!a.json", GOOD),
        ("top.json", GOOD),
        ("z.json", GOOD),
        ("x.tmp.json", GOOD),
        ("kept.tmp.json", GOOD),
        ("build/a.json", GOOD),
        ("build/kept.tmp.json", GOOD),
        ("sub/build", GOOD),
        ("sub/top.json", GOOD),
        ("sub/own.json", GOOD),
        ("sub/x.tmp.json", GOOD),
        ("sub/deep/a.json", GOOD),
        ("sub/deep/er/a.json", GOOD),
        ("other/own.json", GOOD),
        ("other/old/a.json", GOOD),
        ("other/older/a.json", GOOD),
    ] {
        fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        fs::write(folder.join(path), text).unwrap();
    }
    git(&["init", "--quiet"]);
    let listed = |below: &str| {
        let all = git(&["ls-files", "-z", "--others", "--exclude-standard", below]);
        let cases = all.split('\0').filter(|path| Path::new(path).extension().is_some_and(|kind| kind == "json"));
        let mut cases: Vec<String> = cases.map(str::to_owned).collect();
        cases.sort();
        cases
    };
    for below in [".", "sub"] {
        let (mut read, code) = read_by(&folder, &[below]);
        for path in &mut read {
            *path = path.trim_start_matches("./").to_owned();
        }
        read.sort();
        assert_eq!((read, code), (listed(below), 0));
    }
    assert_eq!(listed(".").len(), 7);
}

#[test]
fn a_pattern_is_expanded_where_the_shell_did_not() {
    let folder = folder_of_cases("cases-by-a-pattern");
    for (pattern, files, code) in [
        ("*.json", &["[x].json", "a.json", "b.json"][..], 1),
        ("a/*.json", &["a/z.json"], 0),
        ("a/**/*.json", &["a/deep/er.json", "a/z.json"], 0),
        ("**/*r.json", &["a/deep/er.json"], 0),
        ("./[ab].json", &["./a.json", "./b.json"], 1),
        ("?.json", &["a.json", "b.json"], 1),
        // A file whose name only looks like a pattern.
        ("[x].json", &["[x].json"], 0),
        ("*.toml", &["*.toml: no file matches *.toml"], 2),
        ("absent/*.json", &["absent/*.json: no file matches absent/*.json"], 2),
    ] {
        let expected = files.iter().map(|file| (*file).to_owned()).collect();
        assert_eq!(read_by(&folder, &[pattern]), (expected, code), "{pattern}");
    }
    let absolute = format!("{}/a/*.json", arg(&folder));
    assert_eq!(read_by(&folder, &[&absolute]), (vec![absolute.replace('*', "z")], 0));

    let mut batch = command(&["batch", "--today", "2026-03-01", "?.json"]);
    let output = batch.current_dir(&folder).output().unwrap();
    let lines = GOOD.lines().count() + 1;
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), lines);
    let mut batch = command(&["batch", "--today", "2026-03-01", "*.toml"]);
    let output = batch.current_dir(&folder).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(2), b"casegate: no file matches *.toml\n".to_vec()));
}

/// Systems other than Linux refuse such names.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_found() {
    use std::os::unix::ffi::OsStrExt;

    let folder = scratch("cases-of-bytes", b"").with_extension("folder");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(std::ffi::OsStr::from_bytes(b"\xFF.json")), GOOD).unwrap();
    assert_eq!(read_by(&folder, &["."]), (vec!["./\u{fffd}.json".to_owned()], 0));
    assert_eq!(read_by(&folder, &["*.json"]).1, 2, "a pattern matches text");
}

/// Windows has no time zone in a variable.
#[cfg(not(windows))]
#[test]
fn the_day_is_that_of_the_variable_tz() {
    // Twenty-six hours apart, so that the days always differ.
    let day = |zone: &str| {
        let mut child = command(&["check"]).env("TZ", zone).spawn().unwrap();
        child.stdin.take().unwrap().write_all(GOOD.as_bytes()).unwrap();
        let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
        let day = said.strip_prefix("casegate: today is ").and_then(|said| said.get(..10));
        day.expect("the day is reported").to_owned()
    };
    assert!(day("Pacific/Kiritimati") > day("Etc/GMT+12"));
}

#[test]
fn a_report_is_one_line_though_the_payload_is_not() {
    let context = scratch("include.json", br#"{"today":"2026-03-01","include":["prepared"]}"#);
    let pretty = "{\r\n \"extra\": [1,\r\n 2],\n \"summary\": \"a\\nb\"\n}";
    let run = casegate(&["check", "--format", "json", "--context", arg(&context)], pretty.as_bytes());
    assert_eq!(run.lines().len(), 1);
    let report: serde_json::Value = serde_json::from_str(&run.text()).expect("a report is JSON");
    assert_eq!(report["prepared"]["extra"], serde_json::json!([1, 2]));
    assert!(!run.text().contains('\r'));
}

#[test]
fn the_day_is_this_computer_s_unless_it_is_given() {
    let run = casegate(&["check"], GOOD.as_bytes());
    assert!(run.err.starts_with("casegate: today is 2"), "{}", run.err);
    assert!(!check(&[], GOOD).err.contains("today"));
}

#[test]
fn colour_goes_where_it_is_wanted() {
    const ESCAPE: u8 = 0x1B;
    let colored = |args: &[&str]| check(args, "{}").out.contains(&ESCAPE);
    assert!(!colored(&[]) && !colored(&["--color", "never"]) && colored(&["--color", "always"]));
    // An option of the command line overrides the environment.
    let mut child = command(&["check", "--today", "2026-03-01", "--color", "always"]);
    let mut child = child.env("NO_COLOR", "1").spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"{}").unwrap();
    assert!(child.wait_with_output().unwrap().stdout.contains(&ESCAPE));
}

#[test]
fn denied_warnings_are_errors_in_every_format() {
    let noted = GOOD.replace('{', r#"{"is_black_card":true,"#);
    assert_eq!(check(&[], &noted).code, 0);
    for format in ["human", "json", "github"] {
        assert_eq!(check(&["--deny", "warnings", "--format", format], &noted).code, 1);
    }
    let run = check(&["--deny", "warnings", "--format", "json"], &noted);
    assert!(run.text().contains(r#""ok":false,"issues":[{"code":"ignored","severity":"error""#));
}

#[test]
fn what_is_too_large_is_not_read_to_its_end() {
    let context = scratch("small.json", br#"{"today":"2026-03-01","limits":{"text_bytes":20}}"#);
    let args = ["check", "--format", "json", "--context", arg(&context)];
    let is_too_large = |bytes: &[u8]| casegate(&args, bytes).text().contains("too_large");
    assert!(!is_too_large(b"{                  }"));
    assert!(is_too_large(b"{                   }"));
    // The limit is inside a character, and inside bytes that are not text.
    assert!(is_too_large("{\"summary\":\"aaaaaaa\u{1F600}\"}".as_bytes()));
    assert!(is_too_large(&[0xFF; 21]));
    assert_eq!(casegate(&args, &[0xFF; 20]).code, 2);
}

#[test]
fn text_that_is_not_utf8_is_told_apart_from_a_refused_case() {
    let run = casegate(&["check", "--today", "2026-03-01"], b"{\n \"summary\": \"caf\xE9\" }");
    assert_eq!((run.code, run.out.len()), (2, 0));
    assert_eq!(run.err, "casegate: standard input:2:17 is not UTF-8 text; save the file as UTF-8\n");
    let run = casegate(&["check", "--today", "2026-03-01"], b"\xFF\xFE{\0}\0");
    assert_eq!(run.err, "casegate: standard input is UTF-16 text; save it as UTF-8\n");
}

#[test]
fn a_byte_order_mark_is_refused_alike_by_every_command_that_reads_cases() {
    let marked = format!("\u{feff}{GOOD}");
    let files = ["json", "ndjson"].map(|kind| scratch(&format!("bom.{kind}"), marked.as_bytes()));
    let [case, lines] = files.each_ref().map(|file| arg(file));
    let today = ["--today", "2026-03-01"];
    for (command, file) in [
        (&["check", "--format", "json"][..], Some(case)),
        (&["prepare"], Some(case)),
        (&["states"], Some(case)),
        (&["forecast", "--on", "2026-12-01"], Some(case)),
        (&["forecast", "--on", "2026-12-01"], Some(lines)),
        (&["batch"], Some(lines)),
        (&["call", "check_case"], Some(lines)),
        (&["replay"], Some(lines)),
        (&["results"], Some(lines)),
        (&["files"], Some(lines)),
        (&["files", "--case", case, "--paths", lines], None),
    ] {
        let command = [command, &today].concat();
        let with = casegate(&[&command[..], file.as_slice()].concat(), b"");
        let piped = file.map(|_| casegate(&command, marked.as_bytes()));
        for run in std::iter::once(with).chain(piped) {
            let said = run.text() + &run.err;
            assert_eq!(
                run.err.matches("starts with a byte order mark, which JSON does not allow").count(),
                1,
                "{said}"
            );
            // The states of a form that is not filled in are an answer, too.
            let refused = [
                "\"state\":",
                "not_json",
                "is not JSON",
                "begins a JSON text",
                "holds no case",
                "cannot be read: ",
                "\"notes\":[{",
            ];
            assert!(refused.iter().any(|words| said.contains(words)), "{command:?}: {said}");
        }
    }
}

#[test]
fn gzip_is_reported_with_the_right_command() {
    let packed = b"\x1F\x8B\x08\0\0\0\0\0\0\x03\xAB\xAE\x05\0C\xBF\xA6\xA3\x02\0\0\0";
    let path = scratch("packed.json.gz", packed);
    let expected =
        "packed.json.gz is gzip, not JSON; unpack it, or where it holds a case a line, give it to `casegate batch`\n";
    for command in ["check", "prepare", "states"] {
        let run = casegate(&[&[command], &TODAY[..], &[arg(&path)]].concat(), b"");
        assert_eq!((run.code, run.out.len()), (2, 0));
        assert!(run.err.ends_with(expected), "{}", run.err);
    }
    assert!(check(&[], "").err.starts_with("1 error"));
}

/// Not every system allows such names.
#[cfg(target_os = "linux")]
#[test]
fn names_of_files_are_no_commands_to_the_terminal() {
    const OBEYED: [char; 5] = ['\u{1b}', '\u{7}', '\r', '\u{202e}', '\u{2028}'];
    let path = scratch("a\u{1b}[31m\u{7}\r\u{202e}\u{2028}\nb.json", b"{");
    let absent = format!("{}.absent", arg(&path));
    let shown = "a\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}b.json";
    let run = check(&["--color", "never", arg(&path)], "");
    assert!(run.text().contains(&format!("{shown}:1:")) && !run.text().contains(OBEYED), "{:?}", run.text());
    assert!(run.err.contains(shown), "{:?}", run.err);
    let commands: [&[&str]; 6] = [
        &["check", "--today", "2026-03-01", arg(&path)],
        &["check", "--today", "2026-03-01", &absent],
        &["check", "--context", arg(&path)],
        &["prepare", "--today", "2026-03-01", arg(&path)],
        &["batch", "--today", "2026-03-01", &absent],
        &["export", "report-schema", "--check", arg(&path)],
    ];
    for args in commands {
        let run = casegate(args, b"{}");
        assert!(run.err.contains(shown) && !run.err.contains(OBEYED), "{args:?}: {:?}", run.err);
    }
    // The content of a payload is no command either.
    let run = casegate(&[&["prepare"], &TODAY[..]].concat(), b"{\"\\u001b[31m\":1,\"\\u001b[31m\":2}");
    assert!(!run.err.contains(OBEYED), "{:?}", run.err);
}

#[test]
fn what_nobody_sees_in_a_line_is_shown() {
    let run = check(&["--color", "never"], "{\"case\u{200b}_type\":\"pl\u{2028}\u{2066}\u{feff}\"}");
    assert!(run.text().contains("\"case\u{fffd}_type\":\"pl\u{fffd}\u{fffd}\u{fffd}\""), "{}", run.text());
    assert!(!run.text().contains(['\u{200b}', '\u{2028}', '\u{2066}', '\u{feff}']));
}

#[test]
fn settings_are_read_with_a_byte_order_mark_and_only_as_utf8() {
    let settings = r#"{"today":"2026-03-01","limits":{"text_bytes":20}}"#;
    let with = scratch("bom-context.json", format!("\u{feff}{settings}").as_bytes());
    let without = scratch("no-bom-context.json", settings.as_bytes());
    for payload in ["{}", "{\"summary\":\"too long\"}"] {
        let run = |context| casegate(&["check", "--format", "json", "--context", arg(context)], payload.as_bytes());
        let (with, without) = (run(&with), run(&without));
        assert_eq!((with.code, with.text(), with.err), (without.code, without.text(), without.err));
    }
    let wide = scratch("utf16-context.json", b"\xFF\xFE{\0}\0");
    let run = casegate(&["check", "--context", arg(&wide)], b"{}");
    assert_eq!((run.code, run.out.len()), (2, 0));
    assert!(run.err.ends_with("utf16-context.json is UTF-16 text; save it as UTF-8\n"), "{}", run.err);
}

#[test]
fn a_product_without_the_legacy_path_is_reported() {
    const TOLD: &str = "casegate: --product has no effect without --surface legacy\n";
    let product = ["--product", "pe"];
    let run = check(&product, GOOD);
    assert!(run.code == 0 && run.err.starts_with(TOLD), "{}", run.err);
    assert!(check(&["--product", "pe", "--surface", "create"], GOOD).err.starts_with(TOLD));
    assert!(!check(&["--product", "pe", "--surface", "legacy"], GOOD).err.contains(TOLD));
    let context = scratch("legacy-context.json", br#"{"surface":"legacy"}"#);
    assert!(!check(&["--product", "pe", "--context", arg(&context)], GOOD).err.contains(TOLD));
    let run = casegate(&[&["batch"], &TODAY[..], &product].concat(), b"{}");
    assert_eq!((run.code, run.err.as_str()), (0, TOLD));
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let many = format!("{{{}}}", (0..900).map(|at| format!("\"x{at}\":1")).collect::<Vec<_>>().join(","));
    let mut child = command(&["check", "--today", "2026-03-01"]).spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(many.as_bytes()).unwrap();
    let mut answer = String::new();
    child.stderr.take().unwrap().read_to_string(&mut answer).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(!answer.contains("panic") && !answer.contains("written"), "{answer}");
}

#[test]
fn strange_texts_never_break_it() {
    let deep = "[".repeat(100_000);
    let nested = format!("{{\"defendant_information\":{}", "{\"a\":".repeat(70));
    let texts = [
        "",
        " ",
        "\u{feff}{}",
        "\0",
        "{\"\\ud800\":1}",
        "{\"a\":\"\\ud800\"}",
        "{\"a\":1e999}",
        "{\"summary\":\"\u{9b}31m\",}",
        "{\"\u{202e}evil\":1,\"a\\u0000b\":2,\"\":3,\"a/b~c\":4}",
        "{\"base_product\":[[],{},null,\"\",1]}",
        "[1,\n2,\n3]",
        "\r\n{\r\n\"case_type\":\r\n\"x\"}\r\n",
        "{\"case_type\":[\n\n]}",
        "nul",
        "{\"a\":}",
        &deep,
        &nested,
        "{\"defendant_information\":{\n\"id\":1,\"id\":2},\"defendant_information\":{\"zzz\":\n{}}}",
    ];
    for text in texts {
        for format in ["human", "json", "github"] {
            let run = check(&["--format", format, "--color", "never"], text);
            assert!(run.code == 0 || run.code == 1, "{format} {text:?}: {} {}", run.code, run.err);
            assert!(!run.err.contains("panicked"), "{format} {text:?}: {}", run.err);
            assert!(!run.text().contains(['\u{1b}', '\u{9b}', '\u{202e}']) || format == "json", "{text:?}");
        }
        let run = casegate(&[&["prepare"], &TODAY[..]].concat(), text.as_bytes());
        assert!(run.code < 2 && !run.err.contains("panicked"), "{text:?}: {}", run.err);
        assert_eq!(casegate(&[&["states"], &TODAY[..]].concat(), text.as_bytes()).code, 0);
    }
}

#[test]
fn options_take_the_place_of_the_file_s_settings() {
    let context = scratch("master.json", br#"{"today":"2020-01-01","credential":"master"}"#);
    let with = |args: &[&str]| {
        casegate(&[&["check", "--format", "json", "--context", arg(&context)], args].concat(), GOOD.as_bytes())
    };
    assert!(with(&[]).text().contains("future_date") && with(&[]).text().contains("/requester_name"));
    let run = with(&["--today", "2026-03-01", "--credential", "user"]);
    assert_eq!(report_of(&run.text()), casegate::wire::CHECK_CASE.call(GOOD, r#"{"today":"2026-03-01"}"#) + "\n");
    let run = with(&[
        "--today",
        "2026-03-01",
        "--credential",
        "user",
        "--surface",
        "legacy",
        "--product",
        "pe",
        "--token-name",
        "Intake",
        "--financing-enrolled",
        "true",
    ]);
    let context =
        r#"{"today":"2026-03-01","surface":"legacy","product":"pe","token_name":"Intake","financing_enrolled":true}"#;
    assert_eq!(report_of(&run.text()), casegate::wire::CHECK_CASE.call(GOOD, context) + "\n");
}

#[test]
fn exports_can_be_compared() {
    let schema = casegate(&["export", "report-schema"], b"");
    assert_eq!(schema.text(), casegate::export::report_schema_json());
    let path = scratch("report.json", &schema.out);
    assert_eq!(casegate(&["export", "report-schema", "--check", arg(&path)], b"").code, 0);
    let run = casegate(&["export", "openapi", "--check", arg(&path)], b"");
    assert_eq!((run.code, run.out.len()), (1, 0));
    assert!(run.err.contains(&format!("write it with: casegate export openapi > {}", arg(&path))), "{}", run.err);
    assert_eq!(casegate(&["export", "openapi", "--check", "no/such/file"], b"").code, 1);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(casegate(&["export", "completions", shell], b"").text().contains("fail-on-invalid"), "{shell}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(casegate(&["export", "completions", shell], b"").text().contains("pl.policyholder_named"), "{shell}");
        #[cfg(feature = "service")]
        assert!(casegate(&["export", "completions", shell], b"").text().contains("create-answer-lost"), "{shell}");
    }
    assert!(casegate(&["export", "man"], b"").text().contains(".TH casegate 1"));
    assert!(casegate(&["export", "man", "batch"], b"").text().contains("fail\\-on\\-invalid"));
}

#[test]
fn tables_are_json_as_well() {
    let rules = casegate(&["rules", "--format", "json"], b"");
    assert_eq!(rules.text(), casegate::wire::rules() + "\n");
    let of = |product: &str| {
        let run = casegate(&["rules", "--format", "json", "--product", product], b"");
        let rules: Vec<Value> = serde_json::from_str(&run.text()).expect("the rules are JSON");
        let table = casegate(&["rules", "--product", product], b"").lines();
        assert_eq!(rules.len() + 1, table.len());
        rules.iter().filter(|rule| rule["product"] == product).count()
    };
    let all: Vec<Value> = serde_json::from_str(&rules.text()).expect("the rules are JSON");
    assert_eq!(of("pl") + of("pe"), all.iter().filter(|rule| !rule["product"].is_null()).count());
    let rows = |args: &[&str]| {
        let run = casegate(&[&["fields", "--format", "json"], args].concat(), b"");
        let table: serde_json::Value = serde_json::from_str(&run.text()).expect("the table is JSON");
        table["fields"].as_array().expect("it has rows").len()
    };
    let (all, limit, existence) = (rows(&[]), rows(&["--product", "pl"]), rows(&["--product", "pe"]));
    assert!(limit < all && existence < all && limit + existence > all);
}

#[test]
fn a_repair_touches_no_file_beside_it() {
    let case = GOOD.replace("\"pl\"", "\"PL\"");
    let file = scratch("beside.json", case.as_bytes());
    let beside = file.with_file_name("beside.json.casegate-new0");
    std::fs::write(&beside, "somebody's").unwrap();
    let run = check(&["--fix", arg(&file)], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(std::fs::read_to_string(&beside).unwrap(), "somebody's");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), GOOD);
}

#[test]
fn a_protected_file_is_not_repaired() {
    let case = GOOD.replace("\"pl\"", "\"PL\"");
    let file = scratch("protected.json", case.as_bytes());
    let before = std::fs::metadata(&file).unwrap().permissions();
    let mut protected = before.clone();
    protected.set_readonly(true);
    std::fs::set_permissions(&file, protected).unwrap();
    let run = check(&["--fix", arg(&file)], "");
    std::fs::set_permissions(&file, before).unwrap();
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("protected against writing"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), case);
}
