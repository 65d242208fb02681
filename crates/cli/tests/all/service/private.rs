//! Permissions: only the user of a stand-in can read its data.

use crate::service::support::Service;
use crate::service::uploads::{create, policy_limit};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The paths in a folder, with the folder itself, and their permissions.
fn all(folder: &Path) -> Vec<(PathBuf, u32)> {
    let mode = |path: &Path| std::fs::symlink_metadata(path).expect("it is there").permissions().mode() & 0o777;
    let mut found = vec![(folder.to_owned(), mode(folder))];
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.extend(all(&path)) } else { found.push((path.clone(), mode(&path))) }
    }
    found
}

#[track_caller]
fn is_private(folder: &Path) {
    for (path, mode) in all(folder) {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{} has {mode:o}", path.display());
    }
}

fn log(service: &Service) -> String {
    std::fs::read_to_string(service.folder().join("log")).expect("a log")
}

#[test]
fn what_is_made_is_private_from_the_beginning() {
    let service = Service::start("{}");
    create(&service, &service.login("a"), &policy_limit(), &[("files", Some("a.pdf"), b"x")]);
    let data = service.folder().join("data");
    is_private(&data);
    assert!(all(&data).len() >= 4, "{:?}", all(&data));
    assert!(!log(&service).contains("others"));
}

#[test]
fn what_others_could_read_is_tightened_at_a_start_and_reported() {
    let mut service = Service::start("{}");
    create(&service, &service.login("a"), &policy_limit(), &[("files", Some("a.pdf"), b"x")]);
    service.kill();
    let data = service.folder().join("data");
    for (path, mode) in all(&data) {
        let open = mode | if path.is_dir() { 0o755 } else { 0o644 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(open)).expect("it is ours");
    }
    let outside = service.folder().join("outside");
    std::fs::write(&outside, "mine").expect("a file");
    std::fs::set_permissions(&outside, std::fs::Permissions::from_mode(0o644)).expect("it is ours");
    std::os::unix::fs::symlink(&outside, data.join("link")).expect("a link");
    service.restart();
    std::fs::remove_file(data.join("link")).expect("a link");
    is_private(&data);
    assert_eq!(std::fs::metadata(&outside).expect("it is there").permissions().mode() & 0o777, 0o644);
    let answer = log(&service).matches("others could read the data folder or files in it, and cannot any more").count();
    assert_eq!(answer, 1);
    service.kill();
    service.restart();
    assert_eq!(log(&service).matches("others could read").count(), 1);
}
