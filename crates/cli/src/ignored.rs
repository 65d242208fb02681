//! The files that git ignores, by the `.gitignore` files of their folders.
//!
//! The crate `ignore` reads these too. It adds 640 KB to a module whose budget is 1,320 KB (a program that matches one
//! pattern, `cargo build --release --target wasm32-wasip1` with `opt-level = "s"`: 58 KB with `glob`, 699 KB with
//! `ignore`), so the patterns are matched by `glob`. A test compares them with git.

use glob::{MatchOptions, Pattern};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders are matched one by one, so a wildcard stays within a name.
const MATCH: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: false };

/// A line of a `.gitignore`.
struct Rule {
    pattern: Pattern,
    /// Matched from the folder of the file on. Other patterns are matched with a name alone.
    has_path: bool,
    only_folders: bool,
    /// Takes a file back in.
    is_exception: bool,
}

/// The rules of a repository, or of a folder outside any.
pub(crate) struct Ignored {
    /// The folder that is walked, as it was given and as it is.
    given: PathBuf,
    folder: PathBuf,
    /// The highest folder whose `.gitignore` counts.
    top: PathBuf,
    rules: HashMap<PathBuf, Vec<Rule>>,
}

impl Ignored {
    pub(crate) fn below(given: &Path) -> Ignored {
        #[cfg(not(target_os = "wasi"))]
        let folder = fs::canonicalize(given).unwrap_or_else(|_| given.to_owned());
        // WASI has no canonical paths, so folders above the working directory do not count.
        #[cfg(target_os = "wasi")]
        let folder = given.to_owned();
        let top = folder.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&folder).to_owned();
        Ignored { given: given.to_owned(), folder, top, rules: HashMap::new() }
    }

    /// Returns `true` if a file or folder is ignored. Folders above it are asked before.
    pub(crate) fn contains(&mut self, path: &Path, is_folder: bool) -> bool {
        let Ok(below) = path.strip_prefix(&self.given) else { return false };
        let path = self.folder.join(below);
        let Some(name) = path.file_name() else { return false };
        for folder in path.ancestors().skip(1) {
            let rules = self.rules.entry(folder.to_owned()).or_insert_with(|| rules(&folder.join(".gitignore")));
            let matches = |rule: &&Rule| {
                let part = if rule.has_path { path.strip_prefix(folder).unwrap_or(&path) } else { Path::new(name) };
                (is_folder || !rule.only_folders) && rule.pattern.matches_path_with(part, MATCH)
            };
            if let Some(rule) = rules.iter().rev().find(matches) {
                return !rule.is_exception;
            }
            if folder == self.top {
                break;
            }
        }
        false
    }
}

/// Reads a file of patterns. One that is missing or cannot be read ignores nothing.
fn rules(path: &Path) -> Vec<Rule> {
    fs::read_to_string(path).unwrap_or_default().lines().filter_map(rule).collect()
}

fn rule(line: &str) -> Option<Rule> {
    let line = if line.ends_with("\\ ") { line } else { line.trim_end_matches(' ') };
    let (is_exception, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
    let (only_folders, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let has_path = line.contains('/');
    let parts = line.trim_start_matches('/').split('/').map(part).collect::<Vec<_>>().join("/");
    Some(Rule { pattern: Pattern::new(&parts).ok()?, has_path, only_folders, is_exception })
}

/// Translates a part of a pattern: `glob` has no backslash, `[^a]` is `[!a]`, and `**` is a whole part.
fn part(part: &str) -> String {
    if part == "**" {
        return part.to_owned();
    }
    let mut out = String::new();
    let mut letters = part.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => out.push_str(&Pattern::escape(&letters.next().map_or_else(String::new, String::from))),
            '*' if out.ends_with('*') => {}
            '^' if out.ends_with('[') => out.push('!'),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::rule;
    use std::path::Path;

    /// Of a file or, with a slash at the end, of a folder below the one of the patterns.
    fn is_ignored(line: &str, path: &str) -> bool {
        let Some(rule) = rule(line) else { return false };
        let (path, is_folder) = path.strip_suffix('/').map_or((path, false), |folder| (folder, true));
        let part = if rule.has_path { path } else { path.rsplit('/').next().unwrap_or(path) };
        (is_folder || !rule.only_folders) && rule.pattern.matches_path_with(Path::new(part), super::MATCH)
    }

    #[test]
    fn a_line_means_what_it_means_to_git() {
        for (line, ignored, others) in [
            ("a.json", &["a.json", "b/a.json"][..], &["a.json5", "b.json"][..]),
            ("/a.json", &["a.json"], &["b/a.json"]),
            ("b/a.json", &["b/a.json"], &["c/b/a.json", "a.json"]),
            ("build/", &["build/", "a/build/"], &["build"]),
            ("*.tmp.json ", &["x.tmp.json", "a/.tmp.json"], &["tmp.json"]),
            ("a/*.json", &["a/b.json"], &["a/b/c.json"]),
            ("**/old", &["old", "a/b/old"], &["older"]),
            ("a/**/z", &["a/z", "a/b/c/z"], &["a/b"]),
            ("a/**", &["a/b", "a/b/c"], &["b/a"]),
            ("a**z", &["az", "abcz"], &["ab/z"]),
            ("[^a].json", &["b.json"], &["a.json"]),
            ("\\#a", &["#a"], &["a"]),
            ("\\*", &["*"], &["a"]),
            ("# a", &[], &["# a", "a"]),
            ("", &[], &["a"]),
        ] {
            for path in ignored {
                assert!(is_ignored(line, path), "{line} {path}");
            }
            for path in others {
                assert!(!is_ignored(line, path), "{line} {path}");
            }
        }
    }
}
