//! All combinations of a region, and payloads at random, judged on all cores.

use crate::judge::{difference, report, schemas_agree};
use crate::payloads::Payloads;
use crate::settings::{Known, one_by_one};
use crate::space::Region;
use casegate::report::RuleOutcome;
use casegate::{Report, check_case};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many combinations a thread takes at once.
const BLOCK: usize = 256;

/// At most so many differences of a region are reported.
const REPORTED: usize = 5;

/// One payload of four, in no step with anything that is counted through: with a trace the library judges every rule, and not
/// only those that can fire.
fn asks_ledger(turn: usize) -> bool {
    (turn as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 == 0
}

/// The rule that never refuses: it brings about a fee.
const FEE: &str = "pl.specialty_carrier_fee";

/// How often the trace says of a rule what came of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcomes {
    /// It was broken, or brought about its fee.
    pub broken: usize,
    /// It applied and was kept.
    pub held: usize,
}

/// What was seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// Payloads that the library and the second reading judged.
    pub judged: usize,
    /// How many of them were accepted.
    pub accepted: usize,
    /// Verdicts of schemas.
    pub by_schemas: usize,
    /// What each rule came to.
    pub rules: BTreeMap<String, Outcomes>,
    /// Where there was a difference.
    pub differences: Vec<String>,
}

impl Seen {
    /// Rules that were never broken, or never held.
    pub fn one_sided(&self) -> Vec<String> {
        let is_seen = |rule: &str| self.rules.get(rule).is_some_and(|seen| seen.broken > 0 && seen.held > 0);
        let rules = casegate::explain::rules().into_iter().map(|rule| rule.id.to_string());
        rules.filter(|rule| !is_seen(rule)).collect()
    }

    /// Both together.
    pub fn add(&mut self, other: Seen) {
        self.judged += other.judged;
        self.accepted += other.accepted;
        self.by_schemas += other.by_schemas;
        for (rule, outcomes) in other.rules {
            let all = self.rules.entry(rule).or_default();
            all.broken += outcomes.broken;
            all.held += outcomes.held;
        }
        self.differences.extend(other.differences);
    }

    fn judge(&mut self, payload: &Value, known: &Known, with_trace: bool) {
        let report = report(payload, known);
        self.judged += 1;
        self.accepted += usize::from(report.ok);
        if with_trace {
            self.ask_ledger(payload, known, &report);
        }
        if self.differences.len() < REPORTED {
            self.differences.extend(difference(payload, known, &report));
        }
        match schemas_agree(payload, known, &report) {
            Ok(count) => self.by_schemas += count,
            Err(reported) if self.differences.len() < REPORTED => self.differences.push(reported),
            Err(_) => {}
        }
    }

    fn of(&mut self, rule: &str) -> &mut Outcomes {
        if !self.rules.contains_key(rule) {
            self.rules.insert(rule.to_owned(), Outcomes::default());
        }
        self.rules.get_mut(rule).unwrap()
    }

    /// How each rule came out; the trace must say it of the same findings.
    fn ask_ledger(&mut self, payload: &Value, known: &Known, report: &Report) {
        let reported = check_case(&payload.to_string(), &known.with_trace);
        let trace = reported.trace.unwrap();
        let is_found = |rule: &str| report.issues.iter().any(|issue| issue.rule.as_deref() == Some(rule));
        // The other way about, a finding may be a remark on what is kept, such as the last day of a year.
        let agrees = trace.iter().all(|entry| entry.state != RuleOutcome::Violated || is_found(&entry.rule));
        if (!agrees || reported.issues != report.issues) && self.differences.len() < REPORTED {
            self.differences.push(format!("{payload}\n  context {}\n  trace {trace:?}", known.json));
        }
        for entry in trace {
            match entry.state {
                RuleOutcome::Satisfied if entry.rule == FEE && report.facts.carrier_fee_usd.is_some() => {
                    self.of(FEE).broken += 1;
                }
                RuleOutcome::Satisfied => self.of(&entry.rule).held += 1,
                RuleOutcome::Violated => self.of(&entry.rule).broken += 1,
                RuleOutcome::NotApplicable | RuleOutcome::Blocked | RuleOutcome::NotChecked => {}
            }
        }
    }
}

/// About every so manyth combination of a region.
pub fn enumerate(region: &Region, every: usize) -> Seen {
    let every = region.stride(every);
    let seen = on_all_cores(region.len().div_ceil(every), |seen, turn| {
        if let Some((payload, known)) = region.at(turn * every) {
            seen.judge(&payload, known, asks_ledger(turn));
        }
    });
    assert!(seen.judged > 0, "{}: none of its combinations is a payload", region.name);
    seen
}

/// So many payloads with any number of fields in any class, by any context that differs from the plain one in one setting.
pub fn at_random(count: usize) -> Seen {
    let (payloads, contexts) = (Payloads::new(0), one_by_one());
    on_all_cores(count, |seen, index| {
        let known = &contexts[index % contexts.len()];
        seen.judge(&payloads.combination_at(index), known, asks_ledger(index));
    })
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
