//! Explores the life cycle: every case, and every short schedule of its events to a follower;
//! prints what it saw. `cargo run --release -p casegate --example explore [-- STEPS [POLLS]]`
//! searches schedules of STEPS steps of the service and POLLS requests of the caller; without
//! numbers, of 3 steps with a request, and of 4 without one. Exits with 1 if a property does not
//! hold, or if a property was never checked, for example because there are too few steps.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

#[path = "../tests/all/lifecycle/mod.rs"]
mod lifecycle;

use lifecycle::run;
use lifecycle::worlds::Bounds;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Ok(numbers) = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<Vec<u32>, _>>() else {
        eprintln!("usage: explore [STEPS [POLLS]]");
        return ExitCode::from(2);
    };
    let bounds = match *numbers.as_slice() {
        [] => vec![Bounds { steps: 3, polls: 1 }, Bounds { steps: 4, polls: 0 }],
        [steps] => vec![Bounds { steps, polls: 1 }],
        [steps, polls, ..] => vec![Bounds { steps, polls }],
    };
    let report = run::run(&bounds, true);
    println!("{}", report.text);
    for broken in &report.broken {
        println!("BROKEN: {broken}\n");
    }
    let is_whole = report.is_whole() || !numbers.is_empty();
    if !is_whole {
        println!("TOO LITTLE: {:?} {:?}", report.cases, report.worlds);
    }
    if report.broken.is_empty() && is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
