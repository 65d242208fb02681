//! Generated payloads, answered by the core and by another implementation under the protocol of the
//! conformance kit.

use crate::kit;
use crate::payloads::Payloads;
use crate::program::Program;
use serde_json::{Value, json};
use std::io;
use std::thread;

/// The number of payloads that a program gets at once.
const BATCH: usize = 1_000;

/// The settings that are the library's own, and that an implementation does not know.
const OF_THE_LIBRARY: &[&str] = &["house", "limits", "language", "include", "audience"];

/// What a campaign saw.
#[derive(Debug, Default)]
pub struct Differed {
    /// Payloads that both answered.
    pub cases: usize,
    /// Payloads that the other implementation does not support.
    pub unsupported: usize,
    /// Payloads that the core accepts.
    pub accepted: usize,
    /// Requests with different answers.
    pub differences: Vec<String>,
}

/// Compares the answers to the payloads from `from` on. `workers` processes of the command share
/// them.
///
/// # Errors
///
/// The other program does not start, or does not follow the protocol.
pub fn differ(command: &[String], from: usize, count: usize, seed: u64, workers: usize) -> io::Result<Differed> {
    let payloads = Payloads::new(seed);
    let contexts: Vec<Option<Value>> = payloads.contexts().map(of_the_rulebook).collect();
    let (payloads, contexts) = (&payloads, &contexts);
    let mut all = Differed::default();
    let parts = thread::scope(|scope| {
        let share = |worker| move || part(command, payloads, contexts, (from + worker..from + count).step_by(workers));
        let running: Vec<_> = (0..workers).map(|worker| scope.spawn(share(worker))).collect();
        running.into_iter().map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    for part in parts {
        let part = part?;
        all.cases += part.cases;
        all.unsupported += part.unsupported;
        all.accepted += part.accepted;
        all.differences.extend(part.differences);
    }
    Ok(all)
}

/// Returns a context that other implementations know; `None` for one that is unusable.
fn of_the_rulebook(json: &str) -> Option<Value> {
    let mut context: Value = serde_json::from_str(json).ok()?;
    casegate::Context::from_json(json).ok()?;
    let settings = context.as_object_mut()?;
    settings.retain(|name, _| !OF_THE_LIBRARY.contains(&name.as_str()));
    Some(context)
}

fn part(
    command: &[String],
    payloads: &Payloads,
    contexts: &[Option<Value>],
    indices: impl Iterator<Item = usize>,
) -> io::Result<Differed> {
    let mut program = Program::start(command)?;
    let mut seen = Differed::default();
    let mut usable = indices.filter_map(|index| {
        let (payload, context) = payloads.at(index);
        Some((payload, contexts[context].as_ref()?))
    });
    loop {
        let cases: Vec<(String, &Value)> = usable.by_ref().take(BATCH).collect();
        if cases.is_empty() {
            return Ok(seen);
        }
        for ((payload, context), reply) in cases.iter().zip(program.check_cases(&cases)?) {
            let Some(reply) = reply else {
                seen.unsupported += 1;
                continue;
            };
            let answer = kit::answer("check_case", payload, context).unwrap();
            seen.cases += 1;
            seen.accepted += usize::from(answer["ok"] == json!(true));
            if answer != reply {
                let request = json!({ "operation": "check_case", "input": payload, "context": context });
                seen.differences.push(format!("{request}\n  core  {answer}\n  other {reply}"));
            }
        }
    }
}
