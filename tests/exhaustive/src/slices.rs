//! The enumeration in slices: each continues where the last one ended.

use crate::enumerate::{Outcomes, Seen};
use hmac_sha256::Hash;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// How far the enumeration is, and its results so far.
#[derive(Debug)]
pub struct Progress {
    file: PathBuf,
    /// This program and the reference. Their results do not count for others.
    program: String,
    /// The next region and the next turn in it.
    pub at: (usize, usize),
    /// The results.
    pub seen: Seen,
}

impl Progress {
    /// Reads the progress of this program from the target folder. An enumeration with another step
    /// has a file of its own.
    ///
    /// # Panics
    ///
    /// Panics if the file is damaged.
    pub fn read(every: usize) -> Progress {
        let folder = std::env::var("CASEGATE_TARGET").unwrap_or_else(|_| "target".to_owned());
        let file = PathBuf::from(folder).join(format!("exhaustive/progress-{every}.json"));
        let mut program = Hash::new();
        program.update(fs::read(std::env::current_exe().unwrap()).unwrap());
        program.update(include_str!("../../../kit/reference.py"));
        let program = crate::payloads::hex(program.finalize());
        let mut progress = Progress { file, program, at: (0, 0), seen: Seen::default() };
        let kept: Value = fs::read_to_string(&progress.file).map_or(Value::Null, |text| text.parse().unwrap());
        if kept["program"] == progress.program {
            progress.take(&kept);
        }
        progress
    }

    fn take(&mut self, kept: &Value) {
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        self.at = (number(&kept["at"][0]), number(&kept["at"][1]));
        self.seen.judged = number(&kept["judged"]);
        self.seen.accepted = number(&kept["accepted"]);
        self.seen.by_schemas = number(&kept["by_schemas"]);
        for (rule, counts) in kept["rules"].as_object().unwrap() {
            let outcomes = Outcomes { broken: number(&counts[0]), held: number(&counts[1]) };
            self.seen.rules.insert(rule.clone(), outcomes);
        }
        self.seen
            .differences
            .extend(kept["differences"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()));
    }

    /// Writes the progress.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be written.
    pub fn save(&self) {
        let rules = self.seen.rules.iter().map(|(rule, seen)| (rule.clone(), json!([seen.broken, seen.held])));
        let kept = json!({
            "program": self.program,
            "at": self.at,
            "judged": self.seen.judged,
            "accepted": self.seen.accepted,
            "by_schemas": self.seen.by_schemas,
            "rules": rules.collect::<serde_json::Map<String, Value>>(),
            "differences": self.seen.differences,
        });
        fs::create_dir_all(self.file.parent().unwrap()).unwrap();
        fs::write(&self.file, kept.to_string()).unwrap();
    }

    /// Forgets the progress, so that the next enumeration begins anew.
    pub fn remove(&self) {
        drop(fs::remove_file(&self.file));
    }
}
