//! All combinations of a region, and random payloads, judged on all cores.

use crate::judge::{difference, report, schemas_agree};
use crate::payloads::Payloads;
use crate::program::reference;
use crate::settings::{Known, one_by_one};
use crate::space::Region;
use casegate::report::RuleOutcome;
use casegate::{Report, check_case};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of combinations that a thread takes at once.
const BLOCK: usize = 256;

/// At most so many differences of a region are reported.
const REPORTED: usize = 5;

/// One payload of four, independent of the other counters: with a trace the library judges every
/// rule, and not only those that can fire.
fn wants_trace(turn: usize) -> bool {
    (turn as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 == 0
}

/// The rule that never refuses: its outcome is a fee.
const FEE: &str = "pl.specialty_carrier_fee";

/// How often each outcome of a rule is in the trace.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcomes {
    /// The rule was violated, or its fee applied.
    pub broken: usize,
    /// The rule applied and was satisfied.
    pub held: usize,
}

/// The result of a search.
#[derive(Debug, Default)]
pub struct Seen {
    /// Payloads judged by the library and the reference.
    pub judged: usize,
    /// The number of accepted payloads.
    pub accepted: usize,
    /// Verdicts of schemas.
    pub by_schemas: usize,
    /// The outcomes of each rule.
    pub rules: BTreeMap<String, Outcomes>,
    /// The differences.
    pub differences: Vec<String>,
}

impl Seen {
    /// Rules that were never violated, or never satisfied.
    pub fn one_sided(&self) -> Vec<String> {
        let is_seen = |rule: &str| self.rules.get(rule).is_some_and(|seen| seen.broken > 0 && seen.held > 0);
        let rules = casegate::explain::rules().into_iter().map(|rule| rule.id.to_string());
        rules.filter(|rule| !is_seen(rule)).collect()
    }

    /// Adds another result.
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

    fn judge(&mut self, payload: &Value, known: &Known, with_trace: bool, reference: &Value) {
        let report = report(payload, known);
        self.judged += 1;
        self.accepted += usize::from(report.ok);
        if with_trace {
            self.count_outcomes(payload, known, &report);
        }
        if self.differences.len() < REPORTED {
            self.differences.extend(difference(payload, known, &report, reference));
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

    /// Counts the outcome of each rule; the trace must agree with the findings.
    fn count_outcomes(&mut self, payload: &Value, known: &Known, report: &Report) {
        let reported = check_case(&payload.to_string(), &known.with_trace);
        let trace = reported.trace.unwrap();
        let is_found = |rule: &str| report.issues.iter().any(|issue| issue.rule.as_deref() == Some(rule));
        // The reverse does not hold: a finding may be a remark on a satisfied rule, such as the
        // last day of a year.
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

/// Judges about every `every`-th combination of a region.
pub fn enumerate(region: &Region, every: usize) -> Seen {
    let every = region.stride(every);
    let seen = on_all_cores(region.len().div_ceil(every), |turn| region.at(turn * every));
    assert!(seen.judged > 0, "{}: none of its combinations is a payload", region.name);
    seen
}

/// Judges this many payloads with any number of fields in any class, in contexts that differ from
/// the plain one in one setting.
pub fn at_random(count: usize) -> Seen {
    let (payloads, contexts) = (Payloads::new(0), one_by_one());
    on_all_cores(count, |index| Some((payloads.combination_at(index), &contexts[index % contexts.len()])))
}

fn on_all_cores<'k>(count: usize, at: impl Fn(usize) -> Option<(Value, &'k Known)> + Sync) -> Seen {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Seen::default());
    let work = || {
        let mut seen = Seen::default();
        loop {
            let from = next.fetch_add(BLOCK, Ordering::Relaxed);
            if from >= count {
                break;
            }
            let block = from..(from + BLOCK).min(count);
            let cases: Vec<(usize, Value, &Known)> =
                block.filter_map(|turn| at(turn).map(|(payload, known)| (turn, payload, known))).collect();
            let asked: Vec<(String, &Value)> =
                cases.iter().map(|(_, payload, known)| (payload.to_string(), &known.settings)).collect();
            for ((turn, payload, known), answer) in cases.iter().zip(reference(&asked)) {
                seen.judge(payload, known, wants_trace(*turn), &answer);
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
