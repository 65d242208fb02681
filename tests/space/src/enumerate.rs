//! All combinations of a region, and payloads at random, judged on all cores.

use crate::judge::{difference, report, schemas_agree};
use crate::payloads::Payloads;
use crate::settings::{Known, one_by_one};
use crate::space::Region;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many combinations a thread takes at once.
const BLOCK: usize = 256;

/// No more differences than this are told of a region.
const TOLD: usize = 5;

/// What was seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// Payloads that the library and the second reading judged.
    pub judged: usize,
    /// How many of them were accepted.
    pub accepted: usize,
    /// Verdicts of schemas.
    pub by_schemas: usize,
    /// How often each rule found something.
    pub found: BTreeMap<String, usize>,
    /// Where there was a difference.
    pub differences: Vec<String>,
}

impl Seen {
    /// Both together.
    pub fn add(&mut self, other: Seen) {
        self.judged += other.judged;
        self.accepted += other.accepted;
        self.by_schemas += other.by_schemas;
        for (rule, count) in other.found {
            *self.found.entry(rule).or_default() += count;
        }
        self.differences.extend(other.differences);
    }

    fn judge(&mut self, payload: &Value, known: &Known) {
        let report = report(payload, known);
        self.judged += 1;
        self.accepted += usize::from(report.ok);
        for rule in report.issues.iter().filter_map(|issue| issue.rule.as_deref()) {
            match self.found.get_mut(rule) {
                Some(count) => *count += 1,
                None => drop(self.found.insert(rule.to_owned(), 1)),
            }
        }
        if report.facts.carrier_fee_usd.is_some() {
            *self.found.entry("pl.specialty_carrier_fee".to_owned()).or_default() += 1;
        }
        if self.differences.len() < TOLD {
            self.differences.extend(difference(payload, known, &report));
        }
        match schemas_agree(payload, known, &report) {
            Ok(count) => self.by_schemas += count,
            Err(told) if self.differences.len() < TOLD => self.differences.push(told),
            Err(_) => {}
        }
    }
}

/// About every so manyth combination of a region.
pub fn enumerate(region: &Region, every: usize) -> Seen {
    let every = region.stride(every);
    on_all_cores(region.len().div_ceil(every), |seen, turn| {
        if let Some((payload, known)) = region.at(turn * every) {
            seen.judge(&payload, known);
        }
    })
}

/// So many payloads with any number of fields in any class, by any host that differs from the plain one in one setting.
pub fn at_random(count: usize) -> Seen {
    let (payloads, hosts) = (Payloads::new(0), one_by_one());
    on_all_cores(count, |seen, index| seen.judge(&payloads.combination_at(index), &hosts[index % hosts.len()]))
}

fn on_all_cores(count: usize, judge: impl Fn(&mut Seen, usize) + Sync) -> Seen {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Seen::default());
    let work = || {
        let mut seen = Seen::default();
        loop {
            let from = next.fetch_add(BLOCK, Ordering::Relaxed);
            if from >= count {
                break;
            }
            for turn in from..(from + BLOCK).min(count) {
                judge(&mut seen, turn);
            }
        }
        all.lock().unwrap().add(seen);
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    all.into_inner().unwrap()
}
