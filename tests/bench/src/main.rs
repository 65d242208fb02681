//! Measures natively, and writes the payloads for the measurements in Node.
//!
//!     casegate-bench time [--quick] [--gate]
//!     casegate-bench corpus FOLDER
//!     casegate-bench once CONTENDER PASSES      the typical payloads and nothing else, for counting instructions

use casegate_bench::contenders::{self, CHECK, Contender, SCAN};
use casegate_bench::corpus::{self, Corpus};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A batch is repeated until it takes this long, so that the clock's own grain does not count.
const BATCH: Duration = Duration::from_millis(2);

/// Clean checks may take this many times as long as passing over the text.
const GATE: f64 = 2.5;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["time", options @ ..] if options.iter().all(|option| ["--quick", "--gate"].contains(option)) => {
            time(options.contains(&"--quick"), options.contains(&"--gate"))
        }
        ["corpus", folder] => write(Path::new(folder)),
        ["once", name, passes] => once(name, passes.parse()?),
        _ => Err("time [--quick] [--gate] | corpus FOLDER | once CONTENDER PASSES".into()),
    }
}

fn write(folder: &Path) -> Result<ExitCode, Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    for corpus in corpus::all() {
        std::fs::write(folder.join(format!("{}.ndjson", corpus.name)), corpus.texts.join("\n") + "\n")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn once(name: &str, passes: usize) -> Result<ExitCode, Box<dyn Error>> {
    let corpus = leaked(corpus::clean("typical", corpus::Size::Typical, 300));
    let contenders = contenders::all(corpus)?;
    let contender = contenders.iter().find(|contender| contender.name.contains(name)).ok_or("no such contender")?;
    for _ in 0..passes {
        counted(contender, corpus.texts.len());
    }
    Ok(ExitCode::SUCCESS)
}

/// What is counted: the name is what the counting tool is told to look for.
#[inline(never)]
fn counted(contender: &Contender, payloads: usize) {
    for at in 0..payloads {
        contender.run(at);
    }
}

fn leaked(corpus: Corpus) -> &'static Corpus {
    Box::leak(Box::new(corpus))
}

fn time(quick: bool, gate: bool) -> Result<ExitCode, Box<dyn Error>> {
    let rounds = if quick { 15 } else { 101 };
    let mut clean = 0.0;
    for corpus in corpus::all() {
        let corpus = leaked(corpus);
        let refused = contenders::refused(corpus)?;
        let contenders = contenders::all(corpus)?;
        let rows = measure(&contenders, corpus.texts.len(), rounds);
        let title = format!(
            "native, JSON text, {} ({} payloads of {} bytes, {refused} refused)",
            corpus.name,
            corpus.texts.len(),
            corpus.bytes()
        );
        println!("\n{title:<68}{:>8}{:>9}", "µs", "×");
        for (contender, row) in contenders.iter().zip(&rows) {
            println!("  {:<66}{:>8.2}{:>9.2}", contender.name, row.micros, row.ratio);
            if corpus.name == "typical" && contender.name == CHECK {
                clean = row.ratio;
            }
        }
    }
    let held = clean <= GATE;
    println!("\ngate: clean check ≤ {GATE:.1} × IgnoredAny: {} ({clean:.2})", if held { "ok" } else { "MISSED" });
    Ok(if held || !gate { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Row {
    /// Per payload, the median round.
    micros: f64,
    /// Over the scan, the median of what each round says.
    ratio: f64,
}

/// All contenders in turn, round after round, each round beginning with another: what the machine does besides falls on
/// all of them alike, and a round's ratio compares neighbours in time.
fn measure(contenders: &[Contender], payloads: usize, rounds: usize) -> Vec<Row> {
    let passes: Vec<u32> = contenders.iter().map(|contender| passes(contender, payloads)).collect();
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let at = (round + turn) % contenders.len();
            times[at].push(batch(&contenders[at], payloads, passes[at]));
        }
    }
    let scan = contenders.iter().position(|contender| contender.name == SCAN).unwrap_or_default();
    times
        .iter()
        .map(|own| Row {
            micros: median(own.iter().copied()),
            ratio: median(own.iter().zip(&times[scan]).map(|(own, scan)| own / scan)),
        })
        .collect()
}

/// How many times the payloads are gone through in a batch.
fn passes(contender: &Contender, payloads: usize) -> u32 {
    let mut passes = 1;
    loop {
        let start = Instant::now();
        for _ in 0..passes {
            counted(contender, payloads);
        }
        if start.elapsed() >= BATCH {
            return passes;
        }
        passes *= 2;
    }
}

/// Microseconds for a payload.
fn batch(contender: &Contender, payloads: usize, passes: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..passes {
        counted(contender, payloads);
    }
    #[allow(clippy::cast_precision_loss)]
    let runs = f64::from(passes) * payloads as f64;
    start.elapsed().as_secs_f64() * 1e6 / runs
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
