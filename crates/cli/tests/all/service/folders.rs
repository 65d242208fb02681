//! Ownership of a data folder: nothing in it is deleted unless its database wrote it.

use crate::service::starts::refused;
use crate::service::support::Service;
use crate::service::uploads::{Part, create, policy_limit, stored};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const ID: &str = "0a5c6d1e-94a6-4f3b-a5d4-0f7d2f6f1c11";

/// Creates a case with this many files, and returns their ids.
fn case_with(service: &Service, files: usize) -> Vec<String> {
    let parts: Vec<Part<'_>> = vec![("files", Some("a.pdf"), &b"evidence"[..]); files];
    let created = create(service, &service.login("a"), &policy_limit(), &parts).json();
    let attachments = created["attachments"].as_array().unwrap().iter();
    attachments.map(|answer| answer["file_id"].as_str().unwrap().to_owned()).collect()
}

/// The folders that a start moved files into.
fn moved_aside(data: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(data).unwrap().map(|entry| entry.unwrap());
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("lost-")).map(|entry| entry.path()).collect()
}

#[test]
fn what_its_database_did_not_write_stays() {
    let mut service = Service::start("{}");
    let own = case_with(&service, 1);
    service.kill();
    let files = service.folder().join("data/files");
    let database = fs::read_to_string(service.folder().join("data/casegate.id")).unwrap().trim().to_owned();
    fs::create_dir(files.join("photos")).unwrap();
    // Also files that look like the stand-in's own.
    for name in ["diary.txt", ID, &format!("{ID}.{ID}.upload")] {
        fs::write(files.join(name), "mine").unwrap();
    }
    let left = files.join(format!("{ID}.{database}.upload"));
    fs::write(&left, "from before a kill").unwrap();
    service.restart();
    assert!(!left.exists() && files.join("photos").is_dir() && files.join(&own[0]).is_file());
    for name in ["diary.txt", ID, &format!("{ID}.{ID}.upload")] {
        assert_eq!(fs::read_to_string(files.join(name)).unwrap(), "mine");
    }
}

#[test]
fn a_kill_between_the_commit_and_the_name_loses_no_file() {
    let mut service = Service::start("{}");
    let own = case_with(&service, 1);
    service.kill();
    let files = service.folder().join("data/files");
    let database = fs::read_to_string(service.folder().join("data/casegate.id")).unwrap().trim().to_owned();
    fs::rename(files.join(&own[0]), files.join(format!("{}.{database}.upload", own[0]))).unwrap();
    service.restart();
    let bytes = service.get(&service.operator(), &format!("/operator/api/files/{}", own[0]));
    assert_eq!((bytes.status, &bytes.body[..], stored(&service)), (200, &b"evidence"[..], 1));
}

#[test]
fn a_folder_of_files_without_a_database_is_refused() {
    let mut service = Service::start("{}");
    service.kill();
    let data = service.folder().join("other");
    fs::create_dir_all(data.join("files")).unwrap();
    for number in 0..6 {
        fs::write(data.join(format!("files/{number}{}", &ID[1..])), "mine").unwrap();
    }
    let (code, said) = refused(&data, None, &[]);
    assert!(code == 2 && said.lines().count() == 1, "{code} {said}");
    for words in ["no database", "`files`, which holds 6 entries", "another folder with --data"] {
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(fs::read_dir(data.join("files")).unwrap().count(), 6);
    assert_eq!(fs::read_dir(&data).unwrap().count(), 1, "nothing was made in it");
}

#[test]
fn files_of_a_lost_database_are_moved_aside() {
    let mut service = Service::start("{}");
    let own = case_with(&service, 3);
    service.kill();
    let data = service.folder().join("data");
    fs::remove_file(data.join("casegate.sqlite3")).unwrap();
    service.restart();
    assert_eq!((stored(&service), case_with(&service, 1).len()), (0, 1));
    let aside = moved_aside(&data);
    assert_eq!(aside.len(), 1);
    for id in &own {
        assert_eq!(fs::read_to_string(aside[0].join("files").join(id)).unwrap(), "evidence");
    }
    // Data that was not yet in the main database file is moved with it.
    assert!(aside[0].join("casegate.sqlite3-wal").exists());
    let name = aside[0].file_name().unwrap().to_str().unwrap();
    assert!(service.log().lines().any(|line| line.contains("WARN") && line.contains(name)), "{}", service.log());
    // The next start has nothing to do.
    service.kill();
    service.restart();
    assert_eq!((moved_aside(&data), stored(&service)), (aside, 1));
}

#[test]
fn the_files_of_another_database_are_refused() {
    let (mut one, mut other) = (Service::start("{}"), Service::start("{}"));
    case_with(&one, 2);
    case_with(&other, 2);
    one.kill();
    other.kill();
    let data = one.folder().join("data");
    for name in ["casegate.sqlite3", "casegate.sqlite3-wal"] {
        fs::copy(other.folder().join("data").join(name), data.join(name)).unwrap();
    }
    let (code, said) = refused(&data, None, &[]);
    assert!(code == 2 && said.contains("does not belong to the database") && said.contains("--data"), "{code} {said}");
    assert_eq!(stored(&one), 2);
}

#[test]
fn a_folder_of_the_first_version_starts() {
    let mut service = Service::start("{}");
    let own = case_with(&service, 2);
    service.kill();
    let data = service.folder().join("data");
    // As the first version left it: without a mark, and without the tables of this version.
    fs::remove_file(data.join("casegate.id")).unwrap();
    let database = rusqlite::Connection::open(data.join("casegate.sqlite3")).unwrap();
    database
        .execute_batch("DROP TABLE replaced; DROP TABLE draws; DROP INDEX cases_of_source; ALTER TABLE deliveries DROP COLUMN dropped_until;
             ALTER TABLE deliveries DROP COLUMN wrongly_signed_until; DELETE FROM settings WHERE name = 'database_id'; PRAGMA user_version = 1;")
        .unwrap();
    drop(database);
    service.restart();
    for id in own {
        let bytes = service.get(&service.operator(), &format!("/operator/api/files/{id}"));
        assert_eq!((bytes.status, &bytes.body[..]), (200, &b"evidence"[..]));
    }
    assert_eq!(service.operate("GET", "/cases", &Value::Null)["cases"].as_array().unwrap().len(), 1);
    assert!(data.join("casegate.id").is_file());
}
