//! The data folder in use: full, read-only, deleted, or with a missing file. Tests that mount a
//! file system are ignored by default; `scripts/test` runs them where it may mount.

use crate::service::support::{Answer, Service};
use crate::service::uploads::{CREATE, create, policy_limit};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A small file system at a folder, unmounted on drop.
struct Mounted(PathBuf);

impl Mounted {
    fn at(folder: &Path, options: &str) -> Mounted {
        fs::create_dir_all(folder).unwrap();
        mount(&["-t", "tmpfs", "-o", options, "casegate-test"], folder);
        Mounted(folder.to_owned())
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
        let _ = self.0.parent().map(fs::remove_dir_all);
    }
}

fn mount(words: &[&str], folder: &Path) {
    assert!(Command::new("mount").args(words).arg(folder).status().expect("mount runs").success(), "mount {words:?}");
}

/// A stand-in whose data is on a file system of its own.
fn on_a_small_disk() -> (Mounted, Service) {
    let mut mounted = None;
    let service = Service::start_in("{}", &[], |folder| mounted = Some(Mounted::at(&folder.join("data"), "size=4m")));
    (mounted.unwrap(), service)
}

/// Checks that the answer is a problem that says what happened, and that the log has a line about
/// it.
#[track_caller]
fn answers_with(service: &Service, answer: &Answer, status: u16, code: &str, words: &str) {
    let reply = answer.json();
    assert_eq!((answer.status, &reply["code"]), (status, &Value::from(code)), "{reply}");
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));
    assert!(reply["detail"].as_str().unwrap().contains(words), "{reply}");
    let log = service.log();
    assert!(log.lines().any(|line| line.contains("ERROR") && line.contains(words)), "{log}");
}

fn is_well(service: &Service) -> bool {
    service.get("", "/healthz").status == 200
}

fn cases(service: &Service, user: &str) -> usize {
    service.get(user, "/api/v1/partner/cases/").json()["results"].as_array().unwrap().len()
}

#[test]
#[ignore = "mounts a file system"]
fn mounted_a_full_disk_is_reported() {
    let (_mounted, mut service) = on_a_small_disk();
    let user = service.login("a");
    assert_eq!(create(&service, &user, &policy_limit(), &[]).status, 201);
    let filler = service.folder().join("data/filler");
    let _ = fs::write(&filler, vec![0; 8 << 20]);
    // The database may still have some free pages.
    let mut answered = 1;
    let refused = loop {
        let answer = create(&service, &user, &policy_limit(), &[]);
        if answer.status != 201 {
            break answer;
        }
        answered += 1;
        assert!(answered < 5000, "the disk is never full");
    };
    answers_with(&service, &refused, 507, "disk_full", "is full");
    answers_with(&service, &service.get("", "/healthz"), 507, "disk_full", "is full");
    let append =
        service.post_parts(&user, "/api/v1/partner/cases/CASE-1/files/", &[("file", Some("a.pdf"), &[7; 9000])]);
    answers_with(&service, &append, 507, "disk_full", "is full");
    // What was answered is stored, also after a kill; what was refused is not.
    service.kill();
    fs::remove_file(&filler).unwrap();
    service.restart();
    let listed = service.operate("GET", "/cases?page_size=1000", &Value::Null);
    assert_eq!(listed["cases"].as_array().unwrap().len().min(1000), answered.min(1000));
    assert!(is_well(&service));
    assert_eq!(create(&service, &user, &policy_limit(), &[]).status, 201);
}

#[test]
#[ignore = "mounts a file system"]
fn mounted_a_full_disk_that_gets_room_again_is_used() {
    let (_mounted, service) = on_a_small_disk();
    let user = service.login("a");
    let filler = service.folder().join("data/filler");
    let _ = fs::write(&filler, vec![0; 8 << 20]);
    let bytes = vec![7; 100_000];
    let large = ("files", Some("a.pdf"), &bytes[..]);
    let answer = create(&service, &user, &policy_limit(), &[large]);
    // The case may fit where its file does not.
    match answer.status {
        201 => assert_eq!(answer.json()["attachments"][0]["error_code"], "internal_error"),
        status => assert_eq!(status, 507, "{}", answer.json()),
    }
    assert!(!is_well(&service));
    fs::remove_file(&filler).unwrap();
    assert!(is_well(&service));
    let answer = create(&service, &user, &policy_limit(), &[large]);
    assert_eq!(answer.json()["attachments"][0]["status"], "accepted", "{}", answer.json());
}

#[test]
#[ignore = "mounts a file system"]
fn mounted_read_only_is_reported() {
    let (mounted, service) = on_a_small_disk();
    let user = service.login("a");
    // The database holds its file open to write, so that only a second mount can be made read-only.
    mount(&["--bind", "--", mounted.0.join("files").to_str().unwrap()], &mounted.0.join("files"));
    mount(&["-o", "remount,bind,ro"], &mounted.0.join("files"));
    let path = "/api/v1/partner/cases/CASE-1/files/";
    assert_eq!(create(&service, &user, &policy_limit(), &[]).status, 201);
    let append = service.post_parts(&user, path, &[("file", Some("a.pdf"), b"x")]);
    answers_with(&service, &append, 503, "data_read_only", "cannot be written");
    answers_with(&service, &service.get("", "/healthz"), 503, "data_read_only", "cannot be written");
    assert!(Command::new("umount").arg(mounted.0.join("files")).status().unwrap().success());
    assert!(is_well(&service));
    assert_eq!(service.post_parts(&user, path, &[("file", Some("a.pdf"), b"x")]).status, 201);
}

#[test]
fn a_folder_that_is_deleted_while_it_runs_is_reported() {
    let service = Service::start("{}");
    let user = service.login("a");
    assert_eq!(create(&service, &user, &policy_limit(), &[]).status, 201);
    assert!(is_well(&service));
    fs::rename(service.folder().join("data"), service.folder().join("elsewhere")).unwrap();
    for files in [&[][..], &[("files", Some("a.pdf"), &b"x"[..])]] {
        answers_with(
            &service,
            &create(&service, &user, &policy_limit(), files),
            503,
            "data_gone",
            "was deleted, moved",
        );
    }
    let operator = service.operator();
    answers_with(
        &service,
        &service.post_json(&operator, "/operator/api/cases/1/pick_up", "{}"),
        503,
        "data_gone",
        "deleted",
    );
    answers_with(&service, &service.get("", "/healthz"), 503, "data_gone", "deleted");
    let cancel = service.post_json(&user, "/api/v1/partner/cases/CASE-1/cancel/", "{}");
    assert_eq!(cancel.status, 503, "{}", cancel.json());
    assert_eq!(cases(&service, &user), 1);
    // A new folder in its place is a different one.
    fs::create_dir_all(service.folder().join("data/files")).unwrap();
    fs::write(service.folder().join("data/casegate.sqlite3"), "").unwrap();
    assert_eq!(create(&service, &user, &policy_limit(), &[]).status, 503);
    assert!(!is_well(&service));
    fs::remove_dir_all(service.folder().join("data")).unwrap();
    fs::rename(service.folder().join("elsewhere"), service.folder().join("data")).unwrap();
    assert!(is_well(&service));
    assert_eq!((create(&service, &user, &policy_limit(), &[]).status, cases(&service, &user)), (201, 2));
}

#[test]
fn a_folder_of_files_that_is_deleted_while_it_runs_is_reported() {
    let service = Service::start("{}");
    let user = service.login("a");
    assert_eq!(create(&service, &user, &policy_limit(), &[]).status, 201);
    fs::remove_dir_all(service.folder().join("data/files")).unwrap();
    answers_with(&service, &service.get("", "/healthz"), 503, "data_gone", "deleted");
    let append = service.post_parts(&user, "/api/v1/partner/cases/CASE-1/files/", &[("file", Some("a.pdf"), b"x")]);
    answers_with(&service, &append, 503, "data_gone", "deleted");
    fs::create_dir(service.folder().join("data/files")).unwrap();
    assert!(is_well(&service));
}

#[test]
fn a_stored_file_that_is_missing_is_reported_until_it_is_back() {
    let mut service = Service::start("{}");
    let user = service.login("a");
    let (content_type, body) = crate::service::support::multipart(&[
        ("case", None, policy_limit().to_string().as_bytes()),
        ("files", Some("a.pdf"), b"evidence"),
    ]);
    let created = service.send("POST", &user, CREATE, &content_type, &body).json();
    let id = created["attachments"][0]["file_id"].as_str().unwrap().to_owned();
    let path = service.folder().join("data/files").join(&id);
    let fetch = |service: &Service| service.get(&service.operator(), &format!("/operator/api/files/{id}"));
    fs::remove_file(&path).unwrap();
    answers_with(&service, &fetch(&service), 503, "file_missing", "not in the data folder");
    answers_with(&service, &service.get("", "/healthz"), 503, "file_missing", "not in the data folder");
    // A start repairs it by itself.
    service.kill();
    service.restart();
    assert!(!is_well(&service));
    fs::write(&path, "evidence").unwrap();
    assert!(is_well(&service));
    assert_eq!((fetch(&service).status, fetch(&service).body), (200, b"evidence".to_vec()));
}
