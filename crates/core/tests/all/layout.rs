//! The layout of the sources: imports run downward, and no two files import each other.
//!
//! ARCHITECTURE.md shows the floors. Code under `#[cfg(test)]` may import from any floor.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The entries of `crates/core/src` and their floors. An entry imports from lower floors, and from
/// the siblings listed here.
const FLOORS: [(&str, u8, &[&str]); 14] = [
    ("text", 1, &[]),
    ("rulebook", 2, &[]),
    ("messages", 3, &[]),
    ("context", 4, &[]),
    ("payload", 5, &[]),
    ("judge", 5, &["payload"]),
    ("report", 6, &[]),
    ("case", 7, &[]),
    ("service", 8, &[]),
    ("config", 8, &[]),
    ("analysis", 8, &["config"]),
    ("export", 9, &["wire"]),
    ("wire", 9, &[]),
    ("lib", 9, &[]),
];

#[test]
fn no_import_runs_upward() {
    let modules = modules(&crate_folder("core"), 10);
    let floors: BTreeMap<&str, (u8, &[&str])> =
        FLOORS.iter().map(|(name, floor, also)| (*name, (*floor, *also))).collect();
    let mut upward = Vec::new();
    for (module, file) in &modules {
        let from = module.first().map_or("lib", String::as_str);
        let (floor, siblings) = floors.get(from).unwrap_or_else(|| panic!("{from} has no floor: add a row to FLOORS"));
        for import in imports(file, module) {
            // A name of the crate's root is an import from the top.
            let to = import.first().filter(|name| floors.contains_key(name.as_str())).map_or("lib", String::as_str);
            let (other, _) = floors[to];
            if to != from && other >= *floor && !siblings.contains(&to) && from != "lib" {
                upward.push(format!("{} imports {}", file.display(), import.join("::")));
            }
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn no_two_files_import_each_other() {
    for (name, least) in [("core", 10), ("codegen", 8), ("cli", 10), ("http", 9), ("drift", 10), ("server", 10)] {
        let modules = modules(&crate_folder(name), least);
        let graph: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> = modules
            .iter()
            .map(|(module, file)| {
                let imported = imports(file, module).into_iter().filter_map(|path| module_of(&modules, &path));
                (module, imported.filter(|other| *other != module).collect())
            })
            .collect();
        let cycle = cycle(&graph);
        let names: Vec<String> = cycle.iter().map(|module| format!("crate::{}", module.join("::"))).collect();
        assert!(cycle.is_empty(), "{name}: {}", names.join(" -> "));
    }
}

fn crate_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src")
}

/// The files of a crate, by module path. There are more than `least`.
fn modules(folder: &Path, least: usize) -> BTreeMap<Vec<String>, PathBuf> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(folder).unwrap().with_extension("");
                let mut module: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                if module.last().is_some_and(|last| last == "mod" || last == "lib" || last == "main") {
                    module.pop();
                }
                found.insert(module, path);
            }
        }
    }
    assert!(found.len() > least, "no sources in {}", folder.display());
    found
}

/// The paths inside the crate that a file names, without its comments, tests and re-exports.
fn imports(file: &Path, module: &[String]) -> Vec<Vec<String>> {
    if file.ends_with("tests.rs") {
        return Vec::new();
    }
    let text = fs::read_to_string(file).unwrap();
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut paths = Vec::new();
    for statement in code.split(';') {
        let declared = statement
            .rsplit_once("use ")
            .filter(|(before, _)| before.trim_end().ends_with(['\n', ']', '}', '{', ')']) || before.trim().is_empty());
        if statement.contains("pub use ") || statement.contains("pub(crate) use ") {
            continue;
        }
        match declared {
            Some((before, tree)) if !tree.contains('=') => {
                named(before, &mut paths);
                flatten(Vec::new(), tree, &mut paths);
            }
            _ => named(statement, &mut paths),
        }
    }
    paths.into_iter().filter_map(|path| absolute(&path, module)).collect()
}

/// The paths that begin with `crate` or `super` in code.
fn named(code: &str, paths: &mut Vec<Vec<String>>) {
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let is_whole = !code[..at].ends_with(|letter: char| letter.is_alphanumeric() || "_:$".contains(letter));
            let rest = &code[at..];
            let end =
                rest.find(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter))).unwrap_or(rest.len());
            if is_whole {
                flatten(Vec::new(), &rest[..end], paths);
            }
        }
    }
}

/// The paths of a tree of imports: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn flatten(mut before: Vec<String>, tree: &str, paths: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let (path, group) = match tree.split_once('{') {
        Some((path, group)) => (path, Some(group.strip_suffix('}').unwrap_or(group))),
        None => (tree.split(" as ").next().unwrap_or_default(), None),
    };
    before.extend(path.split("::").map(str::trim).filter(|part| !part.is_empty() && *part != "*").map(str::to_owned));
    let Some(group) = group else {
        paths.push(before);
        return;
    };
    let (mut depth, mut start) = (0_i32, 0);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                flatten(before.clone(), &group[start..at], paths);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !group[start..].trim().is_empty() {
        flatten(before, &group[start..], paths);
    }
}

fn absolute(path: &[String], module: &[String]) -> Option<Vec<String>> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    match path.first().map(String::as_str) {
        Some("crate") => Some(path[1..].to_vec()),
        Some("super") => Some([&module[..module.len().checked_sub(ups)?], &path[ups..]].concat()),
        Some("self") => Some([module, &path[1..]].concat()),
        _ => None,
    }
}

/// The module that a path leads into.
fn module_of<'m>(modules: &'m BTreeMap<Vec<String>, PathBuf>, path: &[String]) -> Option<&'m Vec<String>> {
    (0..=path.len()).rev().find_map(|length| modules.get_key_value(&path[..length])).map(|(module, _)| module)
}

/// The modules of one cycle, or nothing.
fn cycle<'m>(graph: &BTreeMap<&'m Vec<String>, BTreeSet<&'m Vec<String>>>) -> Vec<&'m Vec<String>> {
    // What imports nothing that is left cannot be in a cycle.
    let mut left = graph.clone();
    loop {
        let done: Vec<_> =
            left.iter().filter(|(_, to)| to.iter().all(|to| !left.contains_key(to))).map(|(from, _)| *from).collect();
        if done.is_empty() {
            break;
        }
        left.retain(|module, _| !done.contains(module));
    }
    let mut way: Vec<&Vec<String>> = Vec::new();
    let mut at = left.keys().next().copied();
    while let Some(module) = at {
        if let Some(first) = way.iter().position(|seen| *seen == module) {
            return way[first..].to_vec();
        }
        way.push(module);
        at = left[module].iter().find(|to| left.contains_key(*to)).copied();
    }
    Vec::new()
}
