//! `casegate export page` and `pages`: the rules in Markdown; `rule-cases`: the data of pages about
//! them, as JSON.

use crate::Outcome;
use crate::error::CliError;
use crate::input::shown;
use casegate::export::{VectorFile, rule_cases_json, rule_page, rules_page};
use std::fs;
use std::io;
use std::path::Path;

/// Returns the page about a rule.
pub(super) fn page(rule: &str, vectors: Option<&Path>) -> Result<String, CliError> {
    let vectors = read(vectors)?;
    rule_page(rule, &vectors).map_err(|unknown| CliError::new(format!("{unknown}\n\n`casegate rules` lists them all.")))
}

/// Returns the clauses, findings and cases of the rules.
pub(super) fn cases(vectors: &Path) -> Result<String, CliError> {
    Ok(rule_cases_json(&read(Some(vectors))?))
}

/// Writes a page for each rule, and `README.md` with a list of them.
pub(super) fn write(folder: &Path, vectors: Option<&Path>) -> Result<Outcome, CliError> {
    let vectors = read(vectors)?;
    let unwritable = |error: io::Error| CliError::unwritable(&error);
    fs::create_dir_all(folder).map_err(unwritable)?;
    fs::write(folder.join("README.md"), rules_page()).map_err(unwritable)?;
    for rule in casegate::explain::rules() {
        let text = rule_page(&rule.id, &vectors).map_err(|unknown| CliError::new(unknown.to_string()))?;
        fs::write(folder.join(format!("{}.md", rule.id)), text).map_err(unwritable)?;
    }
    Ok(Outcome::Success)
}

/// Reads the vector files of a folder, sorted by name.
fn read(folder: Option<&Path>) -> Result<Vec<VectorFile>, CliError> {
    let mut files = Vec::new();
    if let Some(folder) = folder {
        list(folder, "", &mut files).map_err(|error| CliError::unreadable(shown(folder), &error))?;
        files.sort_by(|one, other| one.name.cmp(&other.name));
    }
    Ok(files)
}

fn list(folder: &Path, prefix: &str, files: &mut Vec<VectorFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            list(&path, &format!("{name}/"), files)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(VectorFile { name, text: fs::read_to_string(&path)? });
        }
    }
    Ok(())
}
