//! What this office knows of each case: a `Follower`, kept as one JSON file.

use crate::disk::replace_file;
use casegate::events::{CaseView, Fact, Follower, Moment};
use chrono::Utc;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub(crate) struct Cases {
    folder: PathBuf,
    followers: BTreeMap<u64, Follower>,
}

impl Cases {
    pub(crate) fn open(folder: &Path) -> io::Result<Cases> {
        fs::create_dir_all(folder)?;
        let mut followers = BTreeMap::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let id = path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.parse().ok());
            let is_json = path.extension().is_some_and(|extension| extension == "json");
            let (Some(id), true) = (id, is_json) else { continue };
            followers.insert(id, Follower::from_json(&fs::read_to_string(&path)?).map_err(io::Error::other)?);
        }
        Ok(Cases { folder: folder.to_owned(), followers })
    }

    pub(crate) fn ids(&self) -> Vec<u64> {
        self.followers.keys().copied().collect()
    }

    pub(crate) fn has(&self, id: u64) -> bool {
        self.followers.contains_key(&id)
    }

    /// A case that was created here. Its first event may have come before the answer to the request.
    pub(crate) fn begin(&mut self, id: u64, is_test: bool, created: Fact) -> io::Result<()> {
        self.followers.entry(id).or_insert_with(|| Follower::new(is_test));
        self.ingest(id, created)
    }

    /// Takes a fact in. It is on disk when this returns.
    pub(crate) fn ingest(&mut self, id: u64, fact: Fact) -> io::Result<()> {
        let mut follower = self.followers.get(&id).cloned().unwrap_or_else(|| Follower::new(false));
        follower.ingest(fact);
        replace_file(&self.folder.join(format!("{id}.json")), &serde_json::to_string(&follower)?)?;
        self.followers.insert(id, follower);
        Ok(())
    }

    pub(crate) fn view(&self, id: u64) -> Option<CaseView> {
        let now = Moment::parse(&Utc::now().to_rfc3339());
        self.followers.get(&id).map(|follower| follower.view(now))
    }
}
