//! `casegate check --fix`: what is preserved of a file, and what is refused.

use crate::support::{Run, arg, casegate, command};
use std::fs;
use std::path::{Path, PathBuf};

const GOOD: &str = r#"{"case_type":"pl","cc_emails":"office@example.com","plaintiff_name":"Test Person",
    "date_of_loss":"2026-02-14","is_incident_report_provided":true,
    "base_product":["personal_auto_policy_limits"],"insurance_company":"Example Mutual"}"#;

/// A case that is valid after the repair.
fn odd() -> String {
    GOOD.replace("\"pl\"", "\"PL\"")
}

/// A folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fix").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn fix(args: &[&str], input: &str) -> Run {
    casegate(&[&["check", "--today", "2026-03-01", "--fix"], args].concat(), input.as_bytes())
}

fn is_fixed(file: &Path) {
    let run = fix(&[arg(file)], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(fs::read_to_string(file).unwrap(), GOOD);
}

fn names(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_byte_order_mark_is_taken_out() {
    let file = folder("mark").join("case.json");
    let text = format!("\u{feff}{}", odd());
    fs::write(&file, &text).unwrap();
    let run = fix(&["--color", "never", arg(&file)], "");
    let repaired = fix(&["-"], &odd()).text();
    assert_eq!((run.code, fs::read_to_string(&file).unwrap()), (0, repaired.clone()));
    assert!(run.err.contains(": removed the byte order mark, "), "{}", run.err);
    let run = fix(&["-"], &text);
    assert_eq!((run.code, run.text()), (0, repaired));
    // Also where nothing else can be repaired.
    for (rest, code) in [(GOOD, 0), ("{}", 1), ("{", 1), ("", 1)] {
        fs::write(&file, format!("\u{feff}{rest}")).unwrap();
        let run = fix(&[arg(&file)], "");
        assert_eq!((run.code, fs::read_to_string(&file).unwrap().as_str()), (code, rest));
    }
}

#[test]
fn leftovers_of_other_runs_do_not_matter() {
    let folder = folder("leftovers");
    let file = folder.join("case.json");
    fs::write(&file, odd()).unwrap();
    for at in 0..120 {
        fs::write(folder.join(format!("case.json.casegate-new{at}")), "somebody's").unwrap();
    }
    is_fixed(&file);
    assert_eq!(names(&folder), 121);
    for at in 0..120 {
        assert_eq!(fs::read_to_string(folder.join(format!("case.json.casegate-new{at}"))).unwrap(), "somebody's");
    }
}

#[test]
fn a_name_of_any_length_is_repaired() {
    let folder = folder("names");
    for length in [1, 100, 240, 250, 255] {
        let file = folder.join("n".repeat(length));
        fs::write(&file, odd()).unwrap();
        is_fixed(&file);
    }
    assert_eq!(names(&folder), 5);
}

#[test]
fn findings_beside_a_repaired_case_have_colour_only_where_it_is_wanted() {
    const ESCAPE: char = '\u{1b}';
    let case = r#"{"case_type":"pl","base_product":"personal_auto_policy_limits"}"#;
    let repaired = r#"{"case_type":"pl","base_product":["personal_auto_policy_limits"]}"#;
    for (color, is_colored) in [("auto", false), ("never", false), ("always", true)] {
        let run = fix(&["--color", color, "-"], case);
        assert_eq!((run.code, run.text().as_str()), (1, repaired), "{}", run.err);
        assert!(
            run.err.contains("error") && run.err.contains("[required]") && !run.err.contains('\u{fffd}'),
            "{}",
            run.err
        );
        assert_eq!(run.err.contains(ESCAPE), is_colored, "{}", run.err);
    }
    let mut child = command(&["check", "--today", "2026-03-01", "--fix", "-"]).env("NO_COLOR", "1").spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), case.as_bytes()).unwrap();
    let answer = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(answer.contains("error[required]") && !answer.contains([ESCAPE, '\u{fffd}']), "{answer}");
}

#[cfg(unix)]
mod unix {
    use super::{GOOD, folder, is_fixed, names, odd};
    use crate::support::{arg, command};
    use std::fs::{self, Permissions};
    use std::io::Read;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
    use std::process::Command;

    #[test]
    fn owner_permissions_and_attributes_stay() {
        let folder = folder("metadata");
        let file = folder.join("case.json");
        fs::write(&file, odd()).unwrap();
        // Only root may change an owner; for others the owner is the same anyway.
        let _ = chown(&file, Some(4321), Some(8765));
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        // user_obj rw, user 77 r, group_obj r, mask rw, other none: an access control list as Linux keeps it.
        let list: Vec<u8> = [(1, 6, u32::MAX), (2, 4, 77), (4, 4, u32::MAX), (16, 6, u32::MAX), (32, 0, u32::MAX)]
            .iter()
            .fold(vec![2, 0, 0, 0], |list, (tag, right, id)| {
                [&list[..], &u16::to_le_bytes(*tag), &u16::to_le_bytes(*right), &u32::to_le_bytes(*id)].concat()
            });
        if cfg!(target_os = "linux") {
            xattr::set(&file, "system.posix_acl_access", &list).unwrap();
        }
        xattr::set(&file, "user.office", b"42").unwrap();
        let before = fs::metadata(&file).unwrap();
        is_fixed(&file);
        let after = fs::metadata(&file).unwrap();
        assert_eq!((after.uid(), after.gid(), after.mode()), (before.uid(), before.gid(), before.mode()));
        assert_eq!(xattr::get(&file, "user.office").unwrap().unwrap(), b"42");
        if cfg!(target_os = "linux") {
            assert_eq!(xattr::get(&file, "system.posix_acl_access").unwrap().unwrap(), list);
        }
        assert_eq!(names(&folder), 1);
    }

    #[test]
    fn a_folder_gives_a_repaired_file_nothing_of_its_own() {
        if !cfg!(target_os = "linux") {
            return;
        }
        let folder = folder("default-list");
        let file = folder.join("case.json");
        fs::write(&file, odd()).unwrap();
        let before = fs::metadata(&file).unwrap().mode();
        // A default list: everybody may read the files created here.
        let list: Vec<u8> = [(1, 7, u32::MAX), (2, 7, 77), (4, 7, u32::MAX), (16, 7, u32::MAX), (32, 7, u32::MAX)]
            .iter()
            .fold(vec![2, 0, 0, 0], |list, (tag, right, id)| {
                [&list[..], &u16::to_le_bytes(*tag), &u16::to_le_bytes(*right), &u32::to_le_bytes(*id)].concat()
            });
        xattr::set(&folder, "system.posix_acl_default", &list).unwrap();
        is_fixed(&file);
        assert_eq!(xattr::get(&file, "system.posix_acl_access").unwrap(), None);
        assert_eq!(fs::metadata(&file).unwrap().mode(), before);
    }

    #[test]
    fn each_name_of_a_file_has_the_repaired_case() {
        let folder = folder("links");
        let (file, other, link) = (folder.join("case.json"), folder.join("other.json"), folder.join("inner/link.json"));
        fs::create_dir(folder.join("inner")).unwrap();
        fs::write(&file, odd()).unwrap();
        fs::hard_link(&file, &other).unwrap();
        symlink("../other.json", &link).unwrap();
        let number = fs::metadata(&file).unwrap().ino();
        is_fixed(&link);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        for name in [&file, &other] {
            assert_eq!(fs::read_to_string(name).unwrap(), GOOD);
            assert_eq!(fs::metadata(name).unwrap().ino(), number);
        }
        // A shorter text leaves no rest of the longer one.
        fs::write(&file, odd().replace("\"PL\"", "\"     PL     \"")).unwrap();
        is_fixed(&other);
        fs::remove_file(&other).unwrap();
        fs::write(&file, odd()).unwrap();
        symlink("case.json", &other).unwrap();
        is_fixed(&other);
        assert_eq!((names(&folder), names(&folder.join("inner"))), (3, 1));
    }

    #[test]
    fn a_folder_that_takes_no_new_file_is_no_hindrance() {
        let folder = folder("closed");
        let file = folder.join("case.json");
        fs::write(&file, odd()).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o555)).unwrap();
        is_fixed(&file);
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    }

    /// The case is read from a pipe behind a link, which leads to a file when the repair is
    /// written.
    fn meanwhile(name: &str, links: usize) {
        let folder = folder(name);
        let (pipe, file, link) = (folder.join("pipe"), folder.join("edited.json"), folder.join("case.json"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        symlink(&pipe, &link).unwrap();
        let edited = odd().replace("Test Person", "Somebody Else");
        fs::write(&file, &edited).unwrap();
        for at in 1..links {
            fs::hard_link(&file, folder.join(format!("{at}.json"))).unwrap();
        }
        let before = names(&folder);
        let mut child = command(&["check", "--today", "2026-03-01", "--fix", arg(&link)]).spawn().unwrap();
        // Waits until the pipe is read.
        let writer = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
        fs::remove_file(&link).unwrap();
        symlink(&file, &link).unwrap();
        std::io::Write::write_all(&mut { writer }, odd().as_bytes()).unwrap();
        let mut answer = String::new();
        child.stderr.take().unwrap().read_to_string(&mut answer).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{answer}");
        assert!(
            answer.ends_with("case.json changed meanwhile; nothing is written, run the command again\n"),
            "{answer}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), edited);
        assert_eq!(names(&folder), before);
    }

    #[test]
    fn an_edit_made_meanwhile_is_kept() {
        meanwhile("meanwhile", 1);
        meanwhile("meanwhile-linked", 2);
    }

    #[test]
    fn what_is_no_regular_file_is_not_written() {
        let folder = folder("pipe");
        let pipe = folder.join("case.json");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut child = command(&["check", "--today", "2026-03-01", "--fix", arg(&pipe)]).spawn().unwrap();
        fs::write(&pipe, odd()).unwrap();
        let mut answer = String::new();
        child.stderr.take().unwrap().read_to_string(&mut answer).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{answer}");
        assert!(answer.contains("is not a regular file; nothing is changed"), "{answer}");
    }
}
